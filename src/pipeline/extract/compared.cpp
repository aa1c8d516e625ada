#include "pipeline/extract/compared.hpp"

#include "base/text.hpp"
#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/given.hpp"
#include "pipeline/extract/joined_arms.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/memo.hpp"
#include "pipeline/extract/named_arms.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/settled_pair.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/extract/treatment_name.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kSureOfArms = 0.85;
constexpr double kSureOfTitle = 0.8;
constexpr double kSureOfPart = 0.75;
constexpr double kLeastOfRules = 0.65;      // below it a rule's phrase is no single value
constexpr double kMoreThanControls = 0.55;  // "control group" says less

constexpr std::size_t kCompared = std::string::npos;
constexpr std::size_t kAbsent = std::string::npos - 1;

// Where a title names an arm; behind all others what stands after its "versus".
std::size_t place_in_title(const Reading& reading, std::string_view name) {
  const std::string title = text::fold(reading.article().title);
  const std::string folded = text::fold(name);
  std::size_t place = title.find(folded);
  // A name made whole begins with the word that the title has, one with a form has its drug.
  if (place == std::string::npos) place = title.find(folded.substr(0, folded.find(' ')));
  if (place == std::string::npos) {
    for (const doc::Token& token : doc::tokenize(name)) {
      if ((word_kinds(token) & kind::drug) != 0) place = std::min(place, title.find(token.folded));
    }
  }
  if (place == std::string::npos) return kAbsent;
  for (const std::string_view joint : {" versus ", " vs ", " vs. ", " than ", " compared with ",
                                       " compared to ", " comparison with ", " comparable to "}) {
    const std::size_t at = title.find(joint);
    // Behind a colon the title speaks of something else.
    if (at < place && title.find(": ", at) > place) return kCompared;
  }
  return place;
}

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

std::optional<Candidate> from_title(const Reading& reading, Chunk TitleTreatments::*part) {
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    const Phrase named{&line, title_treatments(line).*part};
    if (named.chunk.last <= named.chunk.first) continue;
    // A name that no list knows has to be given to somebody.
    static const Patterns kDone = {"eradication|withdrawal|discontinuation|cessation|restriction"};
    const bool known = (kinds_of(line, named.chunk) & kind::treatment) != 0 ||
                       kDone.match_at(line.tokens, named.chunk.last - 1).has_value();
    if (known || is_given(reading, named)) return value_of(reading, named, kSureOfTitle);
  }
  return std::nullopt;
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
    Candidate next = value_of(reading, {named->line, whole_treatment(*named->line, named->chunk)},
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

// Another arm is this one and something more.
bool is_added_to(const Candidate& one, const std::vector<NamedArm>& arms) {
  return std::any_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    const Line& line = *arm.named.line;
    const std::size_t begin = line.tokens[arm.named.chunk.first].begin;
    const std::string_view name =
        line.text.substr(begin, line.tokens[arm.named.chunk.last - 1].end - begin);
    return name.size() > one.text.size() && name.find(one.text) != std::string_view::npos;
  });
}

// Controls first, then the others, of those the last one named first.
std::vector<Candidate> compared_arms(const Reading& reading, const std::vector<NamedArm>& arms) {
  std::vector<Candidate> out;
  for (const bool control : {true, false}) {
    std::vector<Candidate> some;
    for (const NamedArm& arm : arms) {
      if (!arm.valid && !control) return out;
      if (!arm.valid) continue;
      if (arm.comparator == control) some.push_back(value_of(reading, arm.named, kSureOfArms));
    }
    // Of three treatments none is the comparator.
    if (!control && out.empty() && arms.size() > 2) {
      std::erase_if(some, [&](const Candidate& one) { return !is_added_to(one, arms); });
    }
    if (!control) std::reverse(some.begin(), some.end());
    // "standard" may name a treatment, "wait list" never does.
    static const Patterns kNothing = {"placebo|sham|wait|waiting|waitlist|no|untreated|usual"};
    std::stable_partition(some.begin(), some.end(), [](const Candidate& one) {
      return find_any(kNothing, doc::tokenize(one.text)).has_value();
    });
    out.insert(out.end(), some.begin(), some.end());
  }
  return out;
}

// "tea, coffee, and usual care" of a title, where the arms found are two that were tried.
std::optional<Candidate> usual_care_in_title(const Reading& reading,
                                             const std::vector<NamedArm>& arms) {
  static const Patterns kUsual = {"usual|routine|standard <3> care"};
  if (arms.size() < 2 ||
      std::any_of(arms.begin(), arms.end(), [](const NamedArm& arm) { return arm.comparator; })) {
    return std::nullopt;
  }
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    if (const auto care = find_any(kUsual, line))
      return value_of(reading, {&line, {care->first, care->last}}, kSureOfTitle);
  }
  return std::nullopt;
}

bool is_one_of(const Reading& reading, const std::vector<NamedArm>& arms, const Candidate& named) {
  const std::vector<std::string> words = telling_words(reading, named.text);
  return std::any_of(arms.begin(), arms.end(), [&](const NamedArm& arm) {
    return telling_words(reading, value_of(reading, arm.named, kSureOfArms).text) == words;
  });
}

// "stopping tea, or placebo": who gets placebo has stopped.
bool is_what_was_tried(const Candidate& intervention, const Candidate& comparator) {
  static const Patterns kStopped = {
      "discontinuation|discontinuing|withdrawal|withdrawing|stopping"};
  return find_any(kStopped, doc::tokenize(intervention.text)) &&
         comparator.text.find("lacebo") != std::string::npos;
}

bool share_word(const Reading& reading, const Candidate& a, const Candidate& b) {
  const std::vector<std::string> left = telling_words(reading, a.text);
  const std::vector<std::string> right = telling_words(reading, b.text);
  return std::any_of(left.begin(), left.end(), [&](const std::string& word) {
    return std::binary_search(right.begin(), right.end(), word);
  });
}

// "to compare tea with water": beside tea it is water, beside water tea.
std::optional<Candidate> other_of_aim(const Reading& reading, const Candidate& intervention) {
  const auto aim = aim_contrast(reading);
  if (!aim) return std::nullopt;
  const Candidate studied = value_of(reading, aim->studied, kSureOfArms);
  const Candidate compared = value_of(reading, aim->compared, kSureOfArms);
  if (share_word(reading, intervention, studied)) return compared;
  return share_word(reading, intervention, compared) ? std::optional(studied) : std::nullopt;
}

// "tea alone" beside "tea and honey".
std::optional<Candidate> part_alone(const Reading& reading, const Candidate& intervention) {
  static const Patterns kAlone = {"alone|only|monotherapy"};
  static const Patterns kJoined = {"and|plus|with"};
  static const ChunkRule kName{.stops = &noun_phrase_stops(), .max_tokens = 5};
  const bool joined = find_any(kJoined, doc::tokenize(intervention.text)).has_value() ||
                      intervention.text.find_first_of("+/") != std::string::npos;
  if (!joined) return std::nullopt;
  const std::vector<std::string> whole = telling_words(reading, intervention.text);
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background) continue;
    for (std::size_t from = 0; const auto alone = find_any(kAlone, line, from);) {
      from = alone->last;
      const Chunk part = trimmed(line, chunk_left(line, alone->first, kName));
      if (!names_treatment(line, part)) continue;
      const Candidate named = value_of(reading, {&line, {part.first, alone->last}}, kSureOfPart);
      const std::vector<std::string> words = telling_words(reading, named.text);
      if (words.size() < whole.size() && share_word(reading, named, intervention)) return named;
    }
  }
  return std::nullopt;
}

std::optional<Candidate> comparator_beside(const Reading& reading,
                                           const std::vector<NamedArm>& arms,
                                           const std::optional<Candidate>& intervention) {
  const auto fits = [&](const Candidate& candidate, bool arm = false) {
    if (is_half_named(candidate.text)) return false;
    if (intervention && is_what_was_tried(*intervention, candidate)) return false;
    return !intervention || !names_same(reading, *intervention, candidate, arm);
  };
  if (auto usual = usual_care_in_title(reading, arms); usual && fits(*usual)) return usual;
  // Of several arms the title says which one it is about.
  auto titled = from_title(reading, &TitleTreatments::second);
  if (titled && arms.size() > 2 && fits(*titled) && is_one_of(reading, arms, *titled))
    return titled;
  for (Candidate& arm : compared_arms(reading, arms)) {
    if (fits(arm, true)) return std::move(arm);
  }
  if (intervention) {
    auto other = other_of_aim(reading, *intervention);
    if (other && fits(*other, true)) return other;
  }
  for (const Candidate& candidate : comparators_by_rules(reading).candidates) {
    if (!candidate.ground.span || !fits(candidate)) continue;
    auto named = phrase_at(reading, *candidate.ground.span);
    if (!named) continue;
    // "might be adopted as standard therapy".
    const std::size_t first = named->chunk.first;
    if (first > 0 && named->line->tokens[first - 1].folded == "as") continue;
    named->chunk = whole_treatment(*named->line, named->chunk);
    if (!is_control(candidate.text) && !names_treatment(*named->line, named->chunk)) continue;
    // "control group" says less than what the title compares with.
    if (candidate.ground.confidence < kMoreThanControls) break;
    return value_of(reading, *named, candidate.ground.confidence);
  }
  if (titled && fits(*titled, true)) return titled;
  if (intervention) {
    if (auto alone = part_alone(reading, *intervention)) return alone;
  }
  const auto& rest = comparators_by_rules(reading).candidates;
  if (!rest.empty() && rest.front().ground.confidence < kMoreThanControls) return rest.front();
  return std::nullopt;
}

std::optional<Candidate> placebo_of(const Reading& reading) {
  static const Patterns kArm = {"or|and|versus|vs placebo"};
  const bool is_arm = std::any_of(
      reading.lines().begin(), reading.lines().end(),
      [](const Line& line) { return !line.is_title() && find_any(kArm, line).has_value(); });
  if (!is_arm) return std::nullopt;
  for (const Candidate& candidate : comparators_by_rules(reading).candidates) {
    if (text::fold(candidate.text).substr(0, 7) == "placebo") return candidate;
  }
  return std::nullopt;
}

// A placebo or another control wherever it is named.
std::optional<Candidate> control_of(const Reading& reading) {
  const auto& all = comparators_by_rules(reading).candidates;
  const auto control = std::find_if(all.begin(), all.end(), [](const Candidate& candidate) {
    return candidate.ground.confidence >= kMoreThanControls && is_control(candidate.text);
  });
  return control == all.end() ? std::nullopt : std::optional(*control);
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
  static const Patterns kPeople = {"to|group|groups|arm|received|used|preoperatively|patients"};
  const auto listed =
      std::span(first.line->tokens).subspan(first.chunk.first, last.chunk.last - first.chunk.first);
  if (find_any(kPeople, listed)) return std::nullopt;
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
  return all.text.size() <= kMostBytes ? std::optional(all) : std::nullopt;
}

// The title's drug is in none of the arms found: these belong to a part of the study, or tell what
// the people had before.
bool are_beside_title(const Reading& reading, const std::vector<NamedArm>& arms) {
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

Compared compare(const Reading& reading) {
  std::vector<NamedArm> arms = named_arms(reading);
  if (are_beside_title(reading, arms)) arms.clear();
  Compared out;
  out.intervention = all_arms(reading, arms);
  if (!out.intervention) out.intervention = treated_arm(reading, arms, true);
  if (!out.intervention) {
    out.intervention = from_title(reading, &TitleTreatments::first);
    if (out.intervention) {
      if (const auto halves = alternatives(reading, *out.intervention)) {
        out.comparator = control_of(reading);
        const Chunk both{halves->first.chunk.first, halves->second.chunk.last};
        if (out.comparator) {
          out.intervention = value_of(reading, {halves->first.line, both}, kSureOfTitle);
        } else {
          out.comparator = value_of(reading, halves->second, kSureOfTitle);
        }
        return out;
      }
      if (const auto halves = two_arms(reading, *out.intervention)) {
        out.intervention = value_of(reading, halves->first, kSureOfTitle);
        // A placebo beside both is what both are compared with.
        out.comparator = placebo_of(reading);
        if (!out.comparator) out.comparator = value_of(reading, halves->second, kSureOfTitle);
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
  return once(reading.memo().compared, [&] { return settled(reading, compare(reading)); });
}

}  // namespace ev::extract
