#include "pipeline/extract/compared.hpp"

#include "base/text.hpp"
#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/given.hpp"
#include "pipeline/extract/joined_arms.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/memo.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/title_treatment.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kSureOfArms = 0.85;
constexpr double kSureOfTitle = 0.8;
constexpr double kLeastOfRules = 0.65;      // below it a rule's phrase is no single value
constexpr double kMoreThanControls = 0.55;  // "control group" says less

Candidate value_of(const Reading& reading, const Phrase& named, double confidence) {
  Candidate out = quoted(reading, span_of(*named.line, named.chunk), confidence);
  out.flag = true;
  return out;
}

// The words that tell one treatment from another, short forms written out.
std::vector<std::string> telling_words(const Reading& reading, std::string_view name) {
  static const Patterns kPlain = {
      "therapy|therapies|treatment|treatments|group|groups|arm|alone|oral|only|active|regimen|"
      "program|programme|mg|g|day|daily|dose|doses|the|a|an|of|with|and|plus|condition|surgery"};
  std::vector<std::string> out;
  for (const doc::Token& token : doc::tokenize(name)) {
    const doc::Abbreviation* form =
        reading.definition_of(name.substr(token.begin, token.end - token.begin));
    const std::vector<doc::Token> words =
        form != nullptr ? doc::tokenize(reading.document().text(form->long_span))
                        : std::vector<doc::Token>{token};
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].folded;
      const bool number = word.front() >= '0' && word.front() <= '9';
      if (!number && word.size() > 1 && !kPlain.match_at(words, i)) out.push_back(word);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool is_control(std::string_view name) {
  static const Patterns kControl = {
      "placebo|sham|control|controls|usual|standard|routine|conventional|vehicle|saline|waiting|"
      "wait|waitlist|untreated|attention",
      "no|without"};
  return find_any(kControl, doc::tokenize(name)).has_value();
}

// "standard" of "standard versus high dose": the noun is missing.
bool is_half_named(std::string_view name) {
  static const Patterns kAdjective = {"standard|usual|conventional|routine|no|without|either"};
  const std::vector<doc::Token> words = doc::tokenize(name);
  return words.size() == 1 && kAdjective.match_at(words, 0).has_value();
}

bool names_dose(std::string_view name) {
  static const Patterns kDose = {"# mg|mcg|ug|microg|g|ml|iu"};
  return find_any(kDose, doc::tokenize(name)).has_value();
}

// Nothing sets the comparator apart: it names all that the intervention names. "Sham acupuncture"
// and "standard dose" are set apart by their first word.
bool names_same(const Reading& reading, const Candidate& intervention, const Candidate& comparator,
                bool arms = false) {
  const std::vector<std::string> given = telling_words(reading, intervention.text);
  const std::vector<std::string> compared = telling_words(reading, comparator.text);
  if (given == compared) {
    // Two doses of one drug are two arms.
    const bool dosed = arms && intervention.text != comparator.text &&
                       names_dose(intervention.text) && names_dose(comparator.text);
    return !dosed;
  }
  if (given.empty() || is_control(comparator.text)) return false;
  if (std::includes(compared.begin(), compared.end(), given.begin(), given.end())) return true;
  // "RT" beside "RT + CT" is an arm of its own only where arms are named and one adds to the other.
  static const Patterns kAdds = {"plus|and|with|combined|combination"};
  const bool adds = intervention.text.find('+') != std::string::npos ||
                    find_any(kAdds, doc::tokenize(intervention.text)).has_value();
  return !(arms && adds) &&
         std::includes(given.begin(), given.end(), compared.begin(), compared.end());
}

struct NamedArm {
  Phrase named;
  bool comparator = false;
  bool valid = false;
  bool empty = false;  // "intervention"
};

// "laparoscopic" beside "open repair of hernia", where the record says "laparoscopic repair of
// hernia" elsewhere: the words from the half name to the other arm's last word. Nothing when the
// name is whole or never completed.
std::optional<Phrase> completed(const Reading& reading, const Phrase& half, const Phrase& other) {
  const Line& line = *half.line;
  const std::size_t words = half.chunk.last - half.chunk.first;
  const std::string& noun = other.line->tokens[other.chunk.last - 1].folded;
  const bool whole = (head_kinds(line, half.chunk) & kind::drug) != 0 ||
                     line.tokens[half.chunk.last - 1].folded == noun ||
                     is_control(line.text.substr(line.tokens[half.chunk.first].begin,
                                                 line.tokens[half.chunk.last - 1].end -
                                                     line.tokens[half.chunk.first].begin));
  if (whole || other.chunk.last - other.chunk.first < 2) return std::nullopt;
  for (const Line& at : reading.lines()) {
    for (std::size_t i = 0; i + words < at.tokens.size(); ++i) {
      const bool same =
          std::equal(at.tokens.begin() + static_cast<long>(i),
                     at.tokens.begin() + static_cast<long>(i + words),
                     line.tokens.begin() + static_cast<long>(half.chunk.first),
                     [](const doc::Token& a, const doc::Token& b) { return a.folded == b.folded; });
      if (!same) continue;
      const Chunk rest =
          chunk_right(at, i, {.stops = &noun_phrase_stops(), .max_tokens = words + 3});
      for (std::size_t k = i + words; k < rest.last; ++k) {
        if (at.tokens[k].folded == noun) return Phrase{&at, {i, k + 1}};
      }
    }
  }
  return std::nullopt;
}

// Half names made whole where the record does it, each by the name of the other. Whether one was.
bool complete_names(const Reading& reading, std::vector<NamedArm>& arms) {
  if (arms.size() != 2) return false;
  const Phrase first = arms[0].named;
  const Phrase second = arms[1].named;
  const auto left = completed(reading, first, second);
  const auto right = completed(reading, second, first);
  if (left) arms[0].named = *left;
  if (right) arms[1].named = *right;
  return left || right;
}

// "laparoscopic" that nothing completes.
bool is_adjective(const Line& line, const Chunk& chunk) {
  const std::string& word = line.tokens[chunk.last - 1].folded;
  const auto ends = [&](std::string_view tail) {
    return word.size() > tail.size() &&
           word.compare(word.size() - tail.size(), tail.size(), tail) == 0;
  };
  return chunk.last - chunk.first == 1 && (line.kinds[chunk.first] & kind::drug) == 0 &&
         (ends("scopic") || ends("al") || ends("ive") || ends("ary") || ends("ous"));
}

// "a haloperidol-controlled trial".
bool controls_in_title(const Reading& reading, const Phrase& named) {
  static const Patterns kControlled = {"controlled"};
  const std::string& name = named.line->tokens[named.chunk.first].folded;
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    const auto told = find_any(kControlled, line);
    if (told && told->first > 0 && line.tokens[told->first - 1].folded == name) return true;
  }
  return false;
}

// "zorblat 20 mg": what has a dose is given, whatever it is called.
bool is_dosed(const Line& line, const Chunk& chunk) {
  constexpr WordKinds kNot = kind::person | kind::condition | kind::time | kind::generic;
  static const Pattern kDose("# mg|mcg|ug|microg|ml|iu");
  if (chunk.last <= chunk.first || (line.kinds[chunk.first] & kNot) != 0) return false;
  for (std::size_t i = chunk.first + 1; i < chunk.last; ++i) {
    if (kDose.match_at(line.tokens, i)) return has_content(line, {chunk.first, i});
  }
  return false;
}

std::vector<NamedArm> named_arms(const Reading& reading) {
  std::vector<NamedArm> out;
  for (const Arm& arm : arms_of(reading).arms()) {
    const auto named = phrase_at(reading, arm.name);
    if (!named) return {};
    NamedArm one{.named = *named, .comparator = arm.comparator};
    one.named.chunk = whole_treatment(*named->line, named->chunk);
    const Chunk& chunk = one.named.chunk;
    const bool open = (head_kinds(*named->line, chunk) & kind::participle) != 0;
    one.comparator = (arm.comparator && !open) || controls_in_title(reading, one.named);
    out.push_back(one);
  }
  const bool share_noun = complete_names(reading, out);
  for (NamedArm& arm : out) {
    const Line& line = *arm.named.line;
    static const Patterns kSaysNothing = {"intervention|experimental|active|study|treatment"};
    const bool empty = arm.named.chunk.last == arm.named.chunk.first + 1 &&
                       kSaysNothing.match_at(line.tokens, arm.named.chunk.first);
    arm.empty = empty && !arm.comparator;
    arm.valid =
        arm.comparator || is_dosed(line, arm.named.chunk) ||
        (!empty && names_treatment(line, arm.named.chunk) && !is_adjective(line, arm.named.chunk));
  }
  // "laparoscopic repair" is a treatment, and so is the other repair.
  const bool one_treats =
      std::any_of(out.begin(), out.end(), [](const NamedArm& a) { return a.valid; });
  if (share_noun && one_treats) {
    for (NamedArm& arm : out) arm.valid = true;
  }
  // What is set against placebo is a treatment, whatever its name, and so is the one arm among
  // drugs that no list knows.
  const auto is_drug = [](const NamedArm& arm) {
    static const Patterns kAdds = {"plus"};
    const Line& line = *arm.named.line;
    const auto words =
        std::span(line.tokens)
            .subspan(arm.named.chunk.first, arm.named.chunk.last - arm.named.chunk.first);
    return arm.valid && ((head_kinds(line, arm.named.chunk) & kind::drug) != 0 ||
                         find_any(kAdds, words).has_value());
  };
  const auto drugs = static_cast<std::size_t>(std::count_if(out.begin(), out.end(), is_drug));
  const bool controlled =
      (out.size() > 1 && drugs > 0 && drugs + 1 >= out.size()) ||
      std::any_of(out.begin(), out.end(), [](const NamedArm& arm) { return arm.comparator; });
  for (NamedArm& arm : out) {
    constexpr WordKinds kNot = kind::person | kind::animal | kind::condition | kind::outcome |
                               kind::measure | kind::time | kind::unit | kind::generic |
                               kind::verb | kind::participle;
    const bool other = (head_kinds(*arm.named.line, arm.named.chunk) & kNot) != 0;
    if (controlled && !other && !arm.empty && has_content(*arm.named.line, arm.named.chunk))
      arm.valid = true;
  }
  return out;
}

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

Compared compare(const Reading& reading) {
  const std::vector<NamedArm> arms = named_arms(reading);
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
  return once(reading.memo().compared, [&] { return compare(reading); });
}

}  // namespace ev::extract
