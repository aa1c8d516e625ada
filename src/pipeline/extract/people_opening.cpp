#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/people_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::extract {

bool ends_clause(const Sentence& sentence, std::size_t token) {
  if (token == 0) return false;
  const std::size_t from = sentence.tokens[token - 1].end;
  const std::string_view gap = sentence.text.substr(from, sentence.tokens[token].begin - from);
  return gap.find_first_of(",;:()[]") != std::string_view::npos ||
         (gap == "--" && !doc::is_digit(sentence.text[sentence.tokens[token].begin])) ||
         (gap.find(". ") != std::string_view::npos && !is_initial(sentence, token - 1));
}

bool begins_number(const Sentence& sentence, std::size_t token) {
  const std::size_t begin = sentence.tokens[token].begin;
  const std::size_t index = doc::first_number_from(sentence.numbers, begin);
  return index < sentence.numbers.size() && sentence.numbers[index].begin == begin;
}

const Patterns& degrees() {
  static const Patterns kDegrees = {
      "mild|minimal|low|moderate|early to|or|and moderate|severe|marked|advanced|high|late"};
  return kDegrees;
}

namespace {

// "premenopausal", "postmenopausal": adjectives of one kind.
bool end_alike(std::string_view a, std::string_view b) {
  constexpr std::size_t kEnding = 5;  // letters
  return a.size() > kEnding && b.size() > kEnding && a != b &&
         a.substr(a.size() - kEnding) == b.substr(b.size() - kEnding);
}

// "male and" of "male and female patients", "N-negative or" of "N-negative or N-positive adults",
// "100 healthy and" of "100 healthy and frail men": where the first of two adjectives begins.
std::size_t first_of_two(const Sentence& sentence, std::size_t first, std::size_t noun,
                         const Patterns& stops) {
  static const Patterns kJoint = {"and|or|versus|vs"};
  static const Patterns kSides = {
      "male|males|female|females|men|women|boys|girls|positive|negative|young|younger|older|"
      "elderly|adult|adolescent|pediatric|paediatric|healthy"};
  if (first < 2 || !kJoint.match_at(sentence.tokens, first - 1)) return first;
  // "treated and untreated adults".
  if (sentence.tokens[first].folded == "un" + sentence.tokens[first - 2].folded) return first - 2;
  Chunk before = chunk_left(sentence, first - 1, {.stops = &stops, .max_tokens = 4});
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::pronoun | kind::participle;
  for (std::size_t i = before.first; i < before.last; ++i) {
    if ((sentence.kinds[i] & kEnds) != 0 || (i > before.first && begins_number(sentence, i)))
      before.first = begins_number(sentence, i) ? i : i + 1;
  }
  if (before.first >= before.last || ends_clause(sentence, first)) return first;
  const auto after = std::span(sentence.tokens).subspan(first, noun - first + 1);
  const bool sides = kSides.match_at(sentence.tokens, first - 2) && find_any(kSides, after);
  constexpr WordKinds kOther = kind::person | kind::animal | kind::treatment | kind::outcome |
                               kind::measure | kind::verb | kind::condition;
  const bool counted = begins_number(sentence, before.first) && before.last - before.first > 1 &&
                       (kinds_of(sentence, before) & kOther) == 0;
  const bool alike = end_alike(sentence.tokens[first - 2].folded, sentence.tokens[first].folded);
  // "in asthma and hay fever patients".
  const bool ills = (sentence.kinds[first - 2] & kind::condition) != 0 &&
                    (kinds_of(sentence, {first, noun}) & kind::condition) != 0 &&
                    before.first > 0 && (sentence.kinds[before.first - 1] & kind::preposition) != 0;
  return sides || counted || alike || ills ? before.first : first;
}

// "hypertensive (HT) patients": the last word before the aside that the phrase would begin behind.
std::optional<std::size_t> before_aside(const Sentence& sentence, std::size_t first) {
  constexpr std::size_t kLongestAside = 48;  // bytes
  const std::size_t at = first < sentence.tokens.size() ? sentence.tokens[first].begin : 0;
  if (at < 4 || sentence.text.substr(at - 2, 2) != ") ") return std::nullopt;
  const std::size_t open = sentence.text.rfind(" (", at);
  if (open == std::string_view::npos || at - open > kLongestAside) return std::nullopt;
  const std::size_t behind = sentence.token_from(open);
  return behind > 0 && sentence.tokens[behind - 1].end == open ? std::optional(behind - 1)
                                                               : std::nullopt;
}

// "8- to 10-year-old children", with the number before that counts them.
std::size_t first_of_ages(const Sentence& sentence, std::size_t first) {
  static const Patterns kAges = {"# to|and|through # year|years|month|months|yr old"};
  if (first < 2 || !kAges.match_at(sentence.tokens, first - 2)) return first;
  const std::size_t at = sentence.tokens[first - 2].begin;
  for (const doc::Number& number : sentence.numbers) {
    const bool counts = number.integer && number.end + 1 == at && !number.hyphen_after;
    if (counts) return sentence.token_from(number.begin);
  }
  return first - 2;
}

// "a design with 20 healthy students": the number that counts them begins the phrase.
std::size_t first_counted(const Sentence& sentence, std::size_t first, std::size_t noun) {
  static const Patterns kNames = {"type|grade|stage|class|phase|and|or|of|to|than|i|ii"};
  for (std::size_t i = noun; i > first + 1; --i) {
    const std::size_t number =
        doc::first_number_from(sentence.numbers, sentence.tokens[i - 1].begin);
    const bool counts = begins_number(sentence, i - 1) && sentence.numbers[number].integer &&
                        !sentence.numbers[number].percent &&
                        !sentence.numbers[number].hyphen_after &&
                        !sentence.numbers[number].glued_after;
    if (counts && !kNames.match_at(sentence.tokens, i - 2) &&
        (sentence.kinds[i] != kind::time || is_initial(sentence, i)) &&
        sentence.text[sentence.tokens[i - 1].begin - 1] == ' ' && !begins_number(sentence, i - 2)) {
      return i - 1;
    }
  }
  return first;
}

const Patterns& description_openers() {
  static const Patterns kStops = {
      "if|half|remaining|treat|treating|recruit|enroll|enrol|include|involved|involving|invited|"
      "selected|screened|"
      "identified|intervention|"
      "control|controls|group|groups|study"};
  return kStops;
}

constexpr WordKinds kOpeningEnds = kind::determiner | kind::preposition | kind::conjunction |
                                   kind::auxiliary | kind::verb | kind::adverb | kind::pronoun;

// The words before the noun that describe it, back to `first` at most.
std::size_t first_describing(const Sentence& sentence, std::size_t first, std::size_t noun) {
  // "previously untreated adults", "mildly obese adults".
  static const Patterns kDegree = {
      "mildly|moderately|severely|morbidly|markedly|apparently|"
      "critically|terminally|acutely|chronically|mentally|extremely|very"};
  for (std::size_t i = noun; i > first; --i) {
    const std::size_t end = sentence.tokens[i - 1].end;
    const bool dash = sentence.text.substr(end, sentence.tokens[i].begin - end) == " - ";
    // "a nurse questioned adults": another clause.
    const bool told = (sentence.kinds[i - 1] & kSubjects) != 0 &&
                      (sentence.kinds[i] & kind::participle) != 0 && i < noun;
    if (told) return i + 1;
    const bool manner = (sentence.kinds[i - 1] & kOpeningEnds) == kind::adverb && i < noun &&
                        ((sentence.kinds[i] & (kind::participle | kind::verb)) != 0 ||
                         kDegree.match_at(sentence.tokens, i - 1));
    if (((sentence.kinds[i - 1] & kOpeningEnds) == 0 || manner) && !dash) continue;
    return i;
  }
  return first;
}

// "An actor questioned adults": another clause.
std::size_t behind_questioned(const Sentence& sentence, std::size_t first, std::size_t noun) {
  static const Patterns kOne = {"a|an"};
  const bool many = sentence.tokens[noun].folded.back() == 's';
  if (!many || first == 0 || noun < first + 2 || !kOne.match_at(sentence.tokens, first - 1))
    return first;
  for (std::size_t i = first + 1; i < noun; ++i) {
    if ((sentence.kinds[i] & kind::participle) != 0) first = i + 1;
  }
  return first;
}

// "carers of patients": the first are the people studied.
std::size_t first_of_kin(const Sentence& sentence, std::size_t first, std::size_t noun) {
  static const Patterns kKin = {
      "carers|caregivers|siblings|relatives|spouses|parents|mothers|partners|offspring of"};
  if (first < 2 || !kKin.match_at(sentence.tokens, first - 2)) return first;
  first = chunk_left(sentence, first - 1, {.stops = &description_openers(), .max_tokens = 4}).first;
  constexpr WordKinds kFunction =
      kind::preposition | kind::determiner | kind::conjunction | kind::verb | kind::auxiliary;
  for (std::size_t i = first; i + 2 < noun; ++i) {
    const bool counts = doc::is_digit(sentence.tokens[i].folded.front());
    if (counts) first = i;
    if ((sentence.kinds[i] & kFunction) != 0 && !kKin.match_at(sentence.tokens, i - 1))
      first = i + 1;
  }
  return first;
}

// "425 seropositive, untreated women": a number before the first adjective counts them.
std::size_t first_of_adjectives(const Sentence& sentence, std::size_t first) {
  if (first == 0 || doc::is_digit(sentence.tokens[first].folded.front()) ||
      sentence.text.substr(sentence.tokens[first - 1].end, 2) != ", ")
    return first;
  for (std::size_t back = 2; back <= 5 && back <= first; ++back) {
    const std::size_t at = first - back;
    if ((sentence.kinds[at] & (kOpeningEnds | kSubjects)) != 0) break;
    if (back > 1 && at + 1 < first && ends_clause(sentence, at + 1)) break;
    if (!doc::is_digit(sentence.tokens[at].folded.front()) && !begins_number(sentence, at))
      continue;
    if (at > 0 && sentence.tokens[at].begin == sentence.tokens[at - 1].end + 1 &&
        sentence.text[sentence.tokens[at].begin - 1] == '-') {
      continue;
    }
    return at;
  }
  return first;
}

// "235 male and 400 female outpatients" are one group of people.
std::size_t first_of_sexes(const Sentence& sentence, std::size_t first) {
  static const Patterns kOther = {"male|males|men|boys|female|females|women|girls ?patients and"};
  for (std::size_t back = 3; back <= 4 && back <= first && first > 0; ++back) {
    if (first < back || !doc::is_digit(sentence.tokens[first - back].folded.front())) continue;
    if (!doc::is_digit(sentence.tokens[first].folded.front())) continue;
    if (kOther.match_at(sentence.tokens, first - back + 1) == first) first -= back;
  }
  return first;
}

// A number is never cut: "1,204", "12 345" and "one hundred and two" are several tokens.
std::size_t with_whole_numbers(const Sentence& sentence, std::size_t first, std::size_t noun) {
  for (const doc::Number& number : sentence.numbers) {
    if (first >= sentence.tokens.size()) break;
    const std::size_t at = sentence.tokens[first].begin;
    const std::size_t before = first > 0 ? sentence.tokens[first - 1].end : 0;
    const bool cut = number.begin < at && (number.end > at || number.end >= before) &&
                     number.end <= sentence.tokens[noun].begin && at <= number.end + 1;
    if (cut) first = sentence.token_from(number.begin);
  }
  return first;
}

}  // namespace

std::size_t description_begin(const Sentence& sentence, std::size_t noun) {
  const Patterns& stops = description_openers();
  std::size_t first = chunk_left(sentence, noun, {.stops = &stops, .max_tokens = 7}).first;
  first = behind_questioned(sentence, first_describing(sentence, first, noun), noun);
  // "bipolar I disorder patients".
  static const Patterns kBipolar = {"bipolar i|ii"};
  if (first >= 2 && kBipolar.match_at(sentence.tokens, first - 2)) first -= 2;
  // "II patients" of "class I and II patients".
  static const Patterns kFigures = {"ii|iii|iv patients|subjects|adults|children"};
  if (kFigures.match_at(sentence.tokens, first)) ++first;
  // "mild to moderate asthmatics".
  if (first >= 2 && degrees().match_at(sentence.tokens, first - 2) == first + 1)
    return description_begin(sentence, first - 2);
  first = first_of_kin(sentence, first, noun);
  first = first_of_sexes(sentence, first_of_adjectives(sentence, first));
  first = first_of_two(sentence, first, noun, stops);
  first = first_of_ages(sentence, first);
  if (const auto described = before_aside(sentence, first))
    return description_begin(sentence, *described);
  return with_whole_numbers(sentence, first_counted(sentence, first, noun), noun);
}

}  // namespace ev::extract
