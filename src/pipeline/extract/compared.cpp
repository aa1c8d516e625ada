#include "pipeline/extract/compared.hpp"

#include "base/text.hpp"
#include "pipeline/extract/administered.hpp"
#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/comparator_choice.hpp"
#include "pipeline/extract/comparison_reconciliation.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/joined_arms.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/named_arms.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/title_choice.hpp"
#include "pipeline/extract/treatment_name.hpp"
#include "pipeline/extract/treatment_partners.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kLeastOfRules = 0.65;  // below it a rule's phrase is no single value

std::optional<Candidate> treated_arm(const Reading& reading, const std::vector<NamedArm>& arms,
                                     bool all) {
  if (all && !std::all_of(arms.begin(), arms.end(), [](const auto& arm) { return arm.valid; })) {
    return std::nullopt;
  }
  const auto aim = aim_contrast(reading);
  const auto is_studied = [&](const Candidate& one) {
    return aim && names_same(reading, value_of(reading, aim->studied, kSureOfArms), one);
  };
  std::optional<Candidate> found;
  for (const NamedArm& arm : arms) {
    if (!arm.valid || arm.comparator) continue;
    Candidate next = value_of(reading, arm.named, kSureOfArms);
    // The first of the title has only half a name: the one behind its "versus" is not it.
    if (!all && place_in_title(reading, next.text) == kCompared) continue;
    // Of several the title's first.
    if (found && place_in_title(reading, next.text) < place_in_title(reading, found->text)) {
      found = std::move(next);
      continue;
    }
    // Of those the title leaves out the one that the aim names first.
    if (found && place_in_title(reading, found->text) == kAbsent && is_studied(next) &&
        !is_studied(*found)) {
      found = std::move(next);
      continue;
    }
    // "tea or tea plus milk": what adds to another arm is what is tried.
    if (!found ||
        (next.text.size() > found->text.size() && names_same(reading, *found, next, true)))
      found = std::move(next);
  }
  return found;
}

// "patients undergoing dialysis": what the people had anyway.
bool describes_people(const Reading& reading, const doc::Span& span) {
  const auto& people = population_candidates(reading).candidates;
  // "angioplasty" where "patients undergoing angioplasty" stands elsewhere.
  static const Patterns kAnyway = {"undergoing|scheduled|requiring|awaiting"};
  const std::string name = text::fold(reading.document().text(span));
  return std::any_of(people.begin(), people.end(), [&](const Candidate& candidate) {
    if (text::fold(candidate.text).find(name) != std::string::npos &&
        find_any(kAnyway, doc::tokenize(candidate.text))) {
      return true;
    }
    const auto& whole = candidate.ground.span;
    return whole && whole->field == span.field && whole->begin < span.begin &&
           span.end <= whole->end;
  });
}

bool is_compared_with(const Reading& reading, std::string_view name) {
  const auto& all = comparators_by_rules(reading).candidates;
  const std::string folded = text::fold(name);
  return std::any_of(all.begin(), all.end(), [&](const Candidate& candidate) {
    return text::fold(candidate.text) == folded;
  });
}

// The first drug of a title that somebody is given: "tea-induced" is what it did.
std::optional<Candidate> drug_of_title(const Reading& reading) {
  static const Patterns kDid = {"induced|related|associated|resistant|dependent|treated|releasing"};
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      const Phrase named{&line, {i, i + 1}};
      if ((line.kinds[i] & kind::drug) == 0 || kDid.match_at(line.tokens, i + 1)) continue;
      if (names_treatment(line, named.chunk) && is_given(reading, named))
        return value_of(reading, named, kLeastOfRules);
    }
  }
  return std::nullopt;
}

std::optional<Candidate> from_rules(const Reading& reading) {
  std::optional<Candidate> first;
  std::size_t first_place = kAbsent;
  std::string shared;  // what both arms got
  for (const Candidate& candidate : intervention_candidates(reading).candidates) {
    if (candidate.ground.confidence < kLeastOfRules || is_control(candidate.text)) continue;
    if (!candidate.ground.span || describes_people(reading, *candidate.ground.span)) continue;
    const auto named = phrase_at(reading, *candidate.ground.span);
    static const Patterns kBefore = {"prior|previous|concurrent|concomitant|preoperative"};
    if (named && kBefore.match_at(named->line->tokens, named->chunk.first)) continue;
    if (named && is_had_anyway(reading, *named)) continue;
    if (named && is_given_to_both(*named)) shared += text::fold(candidate.text) + ";";
    if (shared.find(text::fold(candidate.text)) != std::string::npos) continue;
    if (is_compared_with(reading, candidate.text)) continue;
    if (!named || !names_treatment(*named->line, named->chunk)) continue;
    const Chunk whole = whole_treatment(*named->line, named->chunk);
    Candidate next = value_of(reading, {named->line, with_partner_behind(*named->line, whole)},
                              candidate.ground.confidence);
    // What the title names first is what is studied.
    const std::size_t place = place_in_title(reading, next.text);
    if (first && place >= first_place) continue;
    first = std::move(next);
    first_place = place;
  }
  if (first && first_place < kAbsent) return first;
  auto titled = drug_of_title(reading);
  return titled ? titled : first;
}

// Names that counts and brackets part in the text.
Candidate joined_names(const Reading& reading, std::span<const NamedArm> arms) {
  Candidate out = value_of(reading, arms.front().named, kSureOfArms);
  for (const NamedArm& arm : arms.subspan(1)) {
    Candidate next = value_of(reading, arm.named, kSureOfArms);
    out.text += ", " + next.text;
    out.more.push_back(std::move(next.ground));
  }
  return out;
}

// "tea, mint or coffee" of which the title names none or all: each of them is tried. A control at
// either end of the list is left out.
std::optional<Candidate> all_arms(const Reading& reading, const std::vector<NamedArm>& arms) {
  constexpr std::size_t kMostBytes = 120;
  if (arms.size() < 3) return std::nullopt;
  auto begin = arms.begin();
  auto end = arms.end();
  while (begin != end && begin->comparator) ++begin;
  while (begin != end && std::prev(end)->comparator) --end;
  if (end - begin < 2) return std::nullopt;
  const Phrase& first = begin->named;
  const Phrase& last = std::prev(end)->named;
  if (first.line != last.line || last.chunk.last <= first.chunk.first) return std::nullopt;
  // "tea, 30 to mint and 31 to coffee" tells of people, not of what is given.
  static const Patterns kPeople = {"to|group|groups|arm|used|preoperatively|patients"};
  const auto listed =
      std::span(first.line->tokens).subspan(first.chunk.first, last.chunk.last - first.chunk.first);
  const bool of_people = find_any(kPeople, listed).has_value();
  // "the tea group (n = 20)" beside a control is named by its tea, "group 1 tea" is not.
  static const Patterns kNumbered = {"group|arm #|a|b|c|d|i|ii|iii|iv"};
  const bool controlled = end - begin < static_cast<long>(arms.size());
  if (of_people && (!controlled || find_any(kNumbered, listed))) return std::nullopt;
  const bool tried =
      std::all_of(begin, end, [](const NamedArm& arm) { return arm.valid && !arm.comparator; });
  const auto place = [&](const NamedArm& arm) {
    return place_in_title(reading, value_of(reading, arm.named, kSureOfArms).text);
  };
  const auto absent =
      std::count_if(begin, end, [&](const NamedArm& arm) { return place(arm) == kAbsent; });
  const bool set_apart =
      std::any_of(begin, end, [&](const NamedArm& arm) { return place(arm) == kCompared; });
  if (!tried || set_apart || (absent != 0 && absent != end - begin)) return std::nullopt;
  const Candidate all =
      value_of(reading, {first.line, {first.chunk.first, last.chunk.last}}, kSureOfArms);
  if (!of_people && all.text.size() <= kMostBytes && all.text.find('(') == std::string::npos &&
      all.text.find("received") == std::string::npos) {
    return all;
  }
  return joined_names(reading, {begin, end});
}

// The title's drug is in none of the arms found: these belong to a part of the study, or tell what
// the people had before.
bool are_beside_title(const Reading& reading, const std::vector<NamedArm>& arms) {
  if (arms.size() < 3) return false;
  const auto titled = from_title(reading, &TitleTreatments::first);
  const auto place = titled ? phrase_at(reading, *titled->ground.span) : std::nullopt;
  const auto drugs = place ? drug_names(reading, *place) : std::vector<std::string>{};
  std::size_t others = 0;
  for (const NamedArm& arm : arms) {
    const auto names = drug_names(reading, arm.named);
    if (names.empty()) continue;
    ++others;
    const bool shared = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::binary_search(drugs.begin(), drugs.end(), name);
    });
    if (shared) return false;
  }
  return !drugs.empty() && others > 1;
}

// "hot drinks versus cold drinks" of a title, where the arms are drinks of both kinds.
bool are_members_of_title(const Reading& reading, const std::vector<NamedArm>& arms) {
  if (arms.size() < 3) return false;
  const auto first = from_title(reading, &TitleTreatments::first);
  const auto second = from_title(reading, &TitleTreatments::second);
  if (!first || !second || names_placebo(second->text)) return false;
  if (!drugs_in(reading, *first).empty() || !drugs_in(reading, *second).empty()) return false;
  return std::all_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    return !arm.comparator &&
           place_in_title(reading, value_of(reading, arm.named, kSureOfArms).text) == kAbsent;
  });
}

Compared compare(const Reading& reading) {
  std::vector<NamedArm> arms = named_arms(reading);
  if (are_beside_title(reading, arms) || are_members_of_title(reading, arms)) arms.clear();
  Compared out;
  out.intervention = all_arms(reading, arms);
  if (!out.intervention) out.intervention = treated_arm(reading, arms, true);
  if (!out.intervention) {
    out.intervention = from_title(reading, &TitleTreatments::first);
    if (out.intervention) {
      if (const auto halves = alternatives(reading, *out.intervention)) {
        // "tea or placebo".
        const Candidate second = value_of(reading, halves->second, kSureOfTitle);
        if (is_control(second.text)) {
          out.intervention = value_of(reading, halves->first, kSureOfTitle);
          out.comparator = second;
          return out;
        }
        out.comparator = control_of(reading);
        const Chunk both{halves->first.chunk.first, halves->second.chunk.last};
        if (out.comparator) {
          out.intervention = value_of(reading, {halves->first.line, both}, kSureOfTitle);
        } else {
          out.comparator = second;
        }
        return out;
      }
      if (const auto halves = two_arms(reading, *out.intervention)) {
        // A placebo beside both is what both are compared with.
        out.comparator = placebo_of(reading);
        Chunk tried = halves->first.chunk;
        if (out.comparator) {
          tried.last = halves->second.chunk.last;
        } else {
          out.comparator = value_of(reading, halves->second, kSureOfTitle);
        }
        out.intervention = value_of(reading, {halves->first.line, tried}, kSureOfTitle);
        return out;
      }
    }
  }
  if (!out.intervention) out.intervention = treated_arm(reading, arms, false);
  if (!out.intervention) {
    if (const auto aim = aim_contrast(reading))
      out.intervention = value_of(reading, aim->studied, kSureOfArms);
  }
  if (!out.intervention) out.intervention = from_rules(reading);
  out.comparator = comparator_beside(reading, arms, out.intervention);
  return out;
}

}  // namespace

const Compared& compared_in(const Reading& reading) {
  return reading.facts().compared.get([&] { return reconciled(reading, compare(reading)); });
}

}  // namespace ev::extract
