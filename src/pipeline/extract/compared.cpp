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
#include "pipeline/extract/study_view.hpp"
#include "pipeline/extract/title_choice.hpp"
#include "pipeline/extract/treatment_name.hpp"
#include "pipeline/extract/treatment_partners.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kSureOfReading = 0.6;
constexpr double kLeastOfRules = 0.65;  // below it a rule's phrase is no single value

std::optional<Candidate> treated_arm(const RecordText& record, const std::vector<NamedArm>& arms,
                                     bool all) {
  if (all && !std::all_of(arms.begin(), arms.end(), [](const auto& arm) { return arm.valid; })) {
    return std::nullopt;
  }
  const auto aim = aim_contrast(record);
  const auto is_studied = [&](const Candidate& one) {
    return aim && names_same(record, value_of(record, aim->studied, kSureOfArms), one);
  };
  std::optional<Candidate> found;
  for (const NamedArm& arm : arms) {
    if (!arm.valid || arm.comparator) continue;
    Candidate next = value_of(record, arm.named, kSureOfArms);
    // The first of the title has only half a name: the one behind its "versus" is not it.
    if (!all && place_in_title(record, next.text) == kCompared) continue;
    // Of several the title's first.
    if (found && place_in_title(record, next.text) < place_in_title(record, found->text)) {
      found = std::move(next);
      continue;
    }
    // Of those the title leaves out the one that the aim names first.
    if (found && place_in_title(record, found->text) == kAbsent && is_studied(next) &&
        !is_studied(*found)) {
      found = std::move(next);
      continue;
    }
    // "tea or tea plus milk": what adds to another arm is what is tried.
    if (!found || (next.text.size() > found->text.size() && names_same(record, *found, next, true)))
      found = std::move(next);
  }
  return found;
}

// "patients undergoing dialysis": what the people had anyway.
bool describes_people(const RecordText& record, const doc::Span& span) {
  const auto& people = population_candidates(record).candidates;
  // "angioplasty" where "patients undergoing angioplasty" stands elsewhere.
  static const Patterns kAnyway = {"undergoing|scheduled|requiring|awaiting"};
  const std::string name = text::fold(record.document().text(span));
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

bool is_compared_with(const RecordText& record, std::string_view name) {
  const auto& all = comparators_by_rules(record).candidates;
  const std::string folded = text::fold(name);
  return std::any_of(all.begin(), all.end(), [&](const Candidate& candidate) {
    return text::fold(candidate.text) == folded;
  });
}

// The first drug of a title that somebody is given: "tea-induced" is what it did.
std::optional<Candidate> drug_of_title(const RecordText& record) {
  static const Patterns kDid = {"induced|related|associated|resistant|dependent|treated|releasing"};
  for (const Sentence& sentence : record.sentences()) {
    if (!sentence.is_title()) break;
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
      const Phrase named{&sentence, {i, i + 1}};
      if ((sentence.kinds[i] & kind::drug) == 0 || kDid.match_at(sentence.tokens, i + 1)) continue;
      if (names_treatment(sentence, named.chunk) && is_given(record, named))
        return value_of(record, named, kLeastOfRules);
    }
  }
  return std::nullopt;
}

std::optional<Candidate> from_rules(const RecordText& record) {
  std::optional<Candidate> first;
  std::size_t first_place = kAbsent;
  std::string shared;  // what both arms got
  for (const Candidate& candidate : intervention_candidates(record).candidates) {
    if (candidate.ground.confidence < kLeastOfRules || is_control(candidate.text)) continue;
    if (!candidate.ground.span || describes_people(record, *candidate.ground.span)) continue;
    const auto named = phrase_at(record, *candidate.ground.span);
    static const Patterns kBefore = {"prior|previous|concurrent|concomitant|preoperative"};
    if (named && kBefore.match_at(named->sentence->tokens, named->chunk.first)) continue;
    if (named && is_had_anyway(record, *named)) continue;
    if (named && is_given_to_both(*named)) shared += text::fold(candidate.text) + ";";
    if (shared.find(text::fold(candidate.text)) != std::string::npos) continue;
    if (is_compared_with(record, candidate.text)) continue;
    if (!named || !names_treatment(*named->sentence, named->chunk)) continue;
    const Chunk whole = whole_treatment(*named->sentence, named->chunk);
    Candidate next =
        value_of(record, {named->sentence, with_partner_behind(*named->sentence, whole)},
                 candidate.ground.confidence);
    // What the title names first is what is studied.
    const std::size_t place = place_in_title(record, next.text);
    if (first && place >= first_place) continue;
    first = std::move(next);
    first_place = place;
  }
  if (first && first_place < kAbsent) return first;
  auto titled = drug_of_title(record);
  return titled ? titled : first;
}

// Names that counts and brackets part in the text.
Candidate joined_names(const RecordText& record, std::span<const NamedArm> arms) {
  Candidate out = value_of(record, arms.front().named, kSureOfArms);
  for (const NamedArm& arm : arms.subspan(1)) {
    Candidate next = value_of(record, arm.named, kSureOfArms);
    out.text += ", " + next.text;
    out.more.push_back(std::move(next.ground));
  }
  return out;
}

// "tea, mint or coffee" of which the title names none or all: each of them is tried. A control at
// either end of the list is left out.
std::optional<Candidate> all_arms(const RecordText& record, const std::vector<NamedArm>& arms) {
  constexpr std::size_t kMostBytes = 120;
  if (arms.size() < 3) return std::nullopt;
  auto begin = arms.begin();
  auto end = arms.end();
  while (begin != end && begin->comparator) ++begin;
  while (begin != end && std::prev(end)->comparator) --end;
  if (end - begin < 2) return std::nullopt;
  const Phrase& first = begin->named;
  const Phrase& last = std::prev(end)->named;
  if (first.sentence != last.sentence || last.chunk.last <= first.chunk.first) return std::nullopt;
  // "tea, 30 to mint and 31 to coffee" tells of people, not of what is given.
  static const Patterns kPeople = {"to|group|groups|arm|used|preoperatively|patients"};
  const auto listed = std::span(first.sentence->tokens)
                          .subspan(first.chunk.first, last.chunk.last - first.chunk.first);
  const bool of_people = find_any(kPeople, listed).has_value();
  // "the tea group (n = 20)" beside a control is named by its tea, "group 1 tea" is not.
  static const Patterns kNumbered = {"group|arm #|a|b|c|d|i|ii|iii|iv"};
  const bool controlled = end - begin < static_cast<long>(arms.size());
  if (of_people && (!controlled || find_any(kNumbered, listed))) return std::nullopt;
  const bool tried =
      std::all_of(begin, end, [](const NamedArm& arm) { return arm.valid && !arm.comparator; });
  const auto place = [&](const NamedArm& arm) {
    return place_in_title(record, value_of(record, arm.named, kSureOfArms).text);
  };
  const auto absent =
      std::count_if(begin, end, [&](const NamedArm& arm) { return place(arm) == kAbsent; });
  const bool set_apart =
      std::any_of(begin, end, [&](const NamedArm& arm) { return place(arm) == kCompared; });
  if (!tried || set_apart || (absent != 0 && absent != end - begin)) return std::nullopt;
  const Candidate all =
      value_of(record, {first.sentence, {first.chunk.first, last.chunk.last}}, kSureOfArms);
  if (!of_people && all.text.size() <= kMostBytes && all.text.find('(') == std::string::npos &&
      all.text.find("received") == std::string::npos) {
    return all;
  }
  return joined_names(record, {begin, end});
}

// The title's drug is in none of the arms found: these belong to a part of the study, or tell what
// the people had before.
bool are_beside_title(const RecordText& record, const std::vector<NamedArm>& arms) {
  if (arms.size() < 3) return false;
  const auto titled = from_title(record, &TitleTreatments::first);
  const auto place = titled ? phrase_at(record, *titled->ground.span) : std::nullopt;
  const auto drugs = place ? drug_names(record, *place) : std::vector<std::string>{};
  std::size_t others = 0;
  for (const NamedArm& arm : arms) {
    const auto names = drug_names(record, arm.named);
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
bool are_members_of_title(const RecordText& record, const std::vector<NamedArm>& arms) {
  if (arms.size() < 3) return false;
  const auto first = from_title(record, &TitleTreatments::first);
  const auto second = from_title(record, &TitleTreatments::second);
  if (!first || !second || names_placebo(second->text)) return false;
  if (!drugs_in(record, *first).empty() || !drugs_in(record, *second).empty()) return false;
  return std::all_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    return !arm.comparator &&
           place_in_title(record, value_of(record, arm.named, kSureOfArms).text) == kAbsent;
  });
}

// Whether one name holds the other.
bool name_the_same(std::string_view a, std::string_view b) {
  const std::string x = text::fold(a), y = text::fold(b);
  return x.find(y) != std::string::npos || y.find(x) != std::string::npos;
}

// A placebo of a run-in or the controls that a study lacks have none.
bool has_results(const read::StudyReading& study, const read::Arm& arm) {
  const auto index = static_cast<std::size_t>(&arm - study.arms.data());
  return std::any_of(study.results.begin(), study.results.end(), [&](const read::ResultRow& row) {
    return row.intervention.arm == index || row.comparator.arm == index;
  });
}

// Where the text says no treatment or comparator in so many words, the arms of the reading: the
// first that is set against others, and the one that differs from the intervention.
Compared with_read_arms(const RecordText& record, Compared out) {
  if (out.comparator && out.intervention) return out;
  const read::StudyReading& study = study_reading(record);
  const std::vector<read::Arm>& arms = study.arms;
  const auto active = std::find_if(arms.begin(), arms.end(), [](const read::Arm& arm) {
    return arm.role == read::ArmRole::active;
  });
  if (!out.intervention && active != arms.end() &&
      !(out.comparator && name_the_same(active->name, out.comparator->text)))
    out.intervention = quoted(record, active->span, kSureOfReading);
  if (out.comparator || !out.intervention) return out;
  std::vector<const read::Arm*> others;
  bool treated = false;
  for (const read::Arm& arm : arms) {
    const bool same = name_the_same(arm.name, out.intervention->text);
    treated = treated || same;
    const bool told = arms.size() == 2 || arm.role == read::ArmRole::comparator;
    if (!same && told && has_results(study, arm)) others.push_back(&arm);
  }
  if (treated && others.size() == 1)
    out.comparator = quoted(record, others.front()->span, kSureOfReading);
  return out;
}

Compared compare(const RecordText& record) {
  std::vector<NamedArm> arms = named_arms(record);
  if (are_beside_title(record, arms) || are_members_of_title(record, arms)) arms.clear();
  Compared out;
  out.intervention = all_arms(record, arms);
  if (!out.intervention) out.intervention = treated_arm(record, arms, true);
  if (!out.intervention) {
    out.intervention = from_title(record, &TitleTreatments::first);
    if (out.intervention) {
      if (const auto halves = alternatives(record, *out.intervention)) {
        // "tea or placebo".
        const Candidate second = value_of(record, halves->second, kSureOfTitle);
        if (is_control(second.text)) {
          out.intervention = value_of(record, halves->first, kSureOfTitle);
          out.comparator = second;
          return out;
        }
        out.comparator = control_of(record);
        const Chunk both{halves->first.chunk.first, halves->second.chunk.last};
        if (out.comparator) {
          out.intervention = value_of(record, {halves->first.sentence, both}, kSureOfTitle);
        } else {
          out.comparator = second;
        }
        return out;
      }
      if (const auto halves = two_arms(record, *out.intervention)) {
        // A placebo beside both is what both are compared with.
        out.comparator = placebo_of(record);
        Chunk tried = halves->first.chunk;
        if (out.comparator) {
          tried.last = halves->second.chunk.last;
        } else {
          out.comparator = value_of(record, halves->second, kSureOfTitle);
        }
        out.intervention = value_of(record, {halves->first.sentence, tried}, kSureOfTitle);
        return out;
      }
    }
  }
  if (!out.intervention) out.intervention = treated_arm(record, arms, false);
  if (!out.intervention) {
    if (const auto aim = aim_contrast(record))
      out.intervention = value_of(record, aim->studied, kSureOfArms);
  }
  if (!out.intervention) out.intervention = from_rules(record);
  out.comparator = comparator_beside(record, arms, out.intervention);
  return out;
}

}  // namespace

const Compared& compared_in(const RecordText& record) {
  return record.facts().compared.get(
      [&] { return with_read_arms(record, reconciled(record, compare(record))); });
}

}  // namespace ev::extract
