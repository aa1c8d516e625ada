#include "pipeline/extract/people_phrase.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::extract {

bool ends_clause(const Line& line, std::size_t token) {
  if (token == 0) return false;
  const std::size_t from = line.tokens[token - 1].end;
  const std::string_view gap = line.text.substr(from, line.tokens[token].begin - from);
  return gap.find_first_of(",;:()[]") != std::string_view::npos ||
         (gap.find(". ") != std::string_view::npos && !is_initial(line, token - 1));
}

bool begins_number(const Line& line, std::size_t token) {
  const std::size_t begin = line.tokens[token].begin;
  const std::size_t index = doc::first_number_from(line.numbers, begin);
  return index < line.numbers.size() && line.numbers[index].begin == begin;
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
std::size_t first_of_two(const Line& line, std::size_t first, std::size_t noun,
                         const Patterns& stops) {
  static const Patterns kJoint = {"and|or|versus|vs"};
  static const Patterns kSides = {
      "male|males|female|females|men|women|boys|girls|positive|negative|young|younger|older|"
      "elderly|adult|pediatric|paediatric|healthy"};
  if (first < 2 || !kJoint.match_at(line.tokens, first - 1)) return first;
  // "treated and untreated adults".
  if (line.tokens[first].folded == "un" + line.tokens[first - 2].folded) return first - 2;
  Chunk before = chunk_left(line, first - 1, {.stops = &stops, .max_tokens = 4});
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::pronoun | kind::participle;
  for (std::size_t i = before.first; i < before.last; ++i) {
    if ((line.kinds[i] & kEnds) != 0 || (i > before.first && begins_number(line, i)))
      before.first = begins_number(line, i) ? i : i + 1;
  }
  if (before.first >= before.last || ends_clause(line, first)) return first;
  const auto after = std::span(line.tokens).subspan(first, noun - first + 1);
  const bool sides = kSides.match_at(line.tokens, first - 2) && find_any(kSides, after);
  constexpr WordKinds kOther = kind::person | kind::animal | kind::treatment | kind::outcome |
                               kind::measure | kind::verb | kind::condition;
  const bool counted = begins_number(line, before.first) && before.last - before.first > 1 &&
                       (kinds_of(line, before) & kOther) == 0;
  const bool alike = end_alike(line.tokens[first - 2].folded, line.tokens[first].folded);
  return sides || counted || alike ? before.first : first;
}

// "hypertensive (HT) patients": the last word before the aside that the phrase would begin behind.
std::optional<std::size_t> before_aside(const Line& line, std::size_t first) {
  constexpr std::size_t kLongestAside = 48;  // bytes
  const std::size_t at = first < line.tokens.size() ? line.tokens[first].begin : 0;
  if (at < 4 || line.text.substr(at - 2, 2) != ") ") return std::nullopt;
  const std::size_t open = line.text.rfind(" (", at);
  if (open == std::string_view::npos || at - open > kLongestAside) return std::nullopt;
  const std::size_t behind = line.token_from(open);
  return behind > 0 && line.tokens[behind - 1].end == open ? std::optional(behind - 1)
                                                           : std::nullopt;
}

// "8- to 10-year-old children", with the number before that counts them.
std::size_t first_of_ages(const Line& line, std::size_t first) {
  static const Patterns kAges = {"# to|and|through # year|years|month|months|yr old"};
  if (first < 2 || !kAges.match_at(line.tokens, first - 2)) return first;
  const std::size_t at = line.tokens[first - 2].begin;
  for (const doc::Number& number : line.numbers) {
    const bool counts = number.integer && number.end + 1 == at && !number.hyphen_after;
    if (counts) return line.token_from(number.begin);
  }
  return first - 2;
}

// "a design with 20 healthy students": the number that counts them begins the phrase.
std::size_t first_counted(const Line& line, std::size_t first, std::size_t noun) {
  static const Patterns kNames = {"type|grade|stage|class|phase|and|or|of|to|than|i|ii"};
  for (std::size_t i = noun; i > first + 1; --i) {
    const std::size_t number = doc::first_number_from(line.numbers, line.tokens[i - 1].begin);
    const bool counts = begins_number(line, i - 1) && line.numbers[number].integer &&
                        !line.numbers[number].percent && !line.numbers[number].hyphen_after &&
                        !line.numbers[number].glued_after;
    if (counts && !kNames.match_at(line.tokens, i - 2) &&
        (line.kinds[i] != kind::time || is_initial(line, i)) &&
        line.text[line.tokens[i - 1].begin - 1] == ' ' && !begins_number(line, i - 2)) {
      return i - 1;
    }
  }
  return first;
}

}  // namespace

std::size_t description_begin(const Line& line, std::size_t noun) {
  static const Patterns kStops = {
      "if|half|remaining|recruit|enroll|enrol|include|involved|involving|invited|selected|screened|"
      "identified|intervention|"
      "control|controls|group|groups|study"};
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::adverb | kind::pronoun;
  std::size_t first = chunk_left(line, noun, {.stops = &kStops, .max_tokens = 7}).first;
  for (std::size_t i = noun; i > first; --i) {
    const std::size_t end = line.tokens[i - 1].end;
    const bool dash = line.text.substr(end, line.tokens[i].begin - end) == " - ";
    // "a nurse questioned adults": another clause.
    const bool told =
        (line.kinds[i - 1] & kSubjects) != 0 && (line.kinds[i] & kind::participle) != 0 && i < noun;
    if (told) {
      first = i + 1;
      break;
    }
    // "previously untreated adults", "mildly obese adults".
    static const Patterns kDegree = {"mildly|moderately|severely|morbidly|markedly|apparently"};
    const bool manner = (line.kinds[i - 1] & kEnds) == kind::adverb && i < noun &&
                        ((line.kinds[i] & (kind::participle | kind::verb)) != 0 ||
                         kDegree.match_at(line.tokens, i - 1));
    if (((line.kinds[i - 1] & kEnds) == 0 || manner) && !dash) continue;
    first = i;
    break;
  }
  // "An actor questioned adults": another clause.
  static const Patterns kOne = {"a|an"};
  const bool many = line.tokens[noun].folded.back() == 's';
  if (many && first > 0 && noun >= first + 2 && kOne.match_at(line.tokens, first - 1)) {
    for (std::size_t i = first + 1; i < noun; ++i) {
      if ((line.kinds[i] & kind::participle) != 0) first = i + 1;
    }
  }
  // "mild to moderate asthmatics".
  if (first >= 2 && degrees().match_at(line.tokens, first - 2) == first + 1)
    return description_begin(line, first - 2);
  // "carers of patients": the first are the people studied.
  static const Patterns kKin = {
      "carers|caregivers|siblings|relatives|spouses|parents|mothers|partners|offspring of"};
  if (first >= 2 && kKin.match_at(line.tokens, first - 2)) {
    first = chunk_left(line, first - 1, {.stops = &kStops, .max_tokens = 4}).first;
    constexpr WordKinds kFunction =
        kind::preposition | kind::determiner | kind::conjunction | kind::verb | kind::auxiliary;
    for (std::size_t i = first; i + 2 < noun; ++i) {
      const bool counts = doc::is_digit(line.tokens[i].folded.front());
      if (counts) first = i;
      if ((line.kinds[i] & kFunction) != 0 && !kKin.match_at(line.tokens, i - 1)) first = i + 1;
    }
  }
  // "425 seropositive, untreated women": a number before the first adjective counts them.
  if (first > 0 && !doc::is_digit(line.tokens[first].folded.front()) &&
      line.text.substr(line.tokens[first - 1].end, 2) == ", ") {
    for (std::size_t back = 2; back <= 5 && back <= first; ++back) {
      const std::size_t at = first - back;
      if ((line.kinds[at] & (kEnds | kSubjects)) != 0) break;
      if (back > 1 && at + 1 < first && ends_clause(line, at + 1)) break;
      if (!doc::is_digit(line.tokens[at].folded.front()) && !begins_number(line, at)) continue;
      if (at > 0 && line.tokens[at].begin == line.tokens[at - 1].end + 1 &&
          line.text[line.tokens[at].begin - 1] == '-') {
        continue;
      }
      first = at;
      break;
    }
  }
  // "235 male and 400 female outpatients" are one group of people.
  static const Patterns kOther = {"male|males|men|boys|female|females|women|girls ?patients and"};
  for (std::size_t back = 3; back <= 4 && back <= first && first > 0; ++back) {
    if (first < back || !doc::is_digit(line.tokens[first - back].folded.front())) continue;
    if (!doc::is_digit(line.tokens[first].folded.front())) continue;
    if (kOther.match_at(line.tokens, first - back + 1) == first) first -= back;
  }
  first = first_of_two(line, first, noun, kStops);
  first = first_of_ages(line, first);
  if (const auto described = before_aside(line, first)) return description_begin(line, *described);
  first = first_counted(line, first, noun);
  // A number is never cut: "1,204", "12 345" and "one hundred and two" are several tokens.
  for (const doc::Number& number : line.numbers) {
    if (first >= line.tokens.size()) break;
    const std::size_t at = line.tokens[first].begin;
    const std::size_t before = first > 0 ? line.tokens[first - 1].end : 0;
    const bool cut = number.begin < at && (number.end > at || number.end >= before) &&
                     number.end <= line.tokens[noun].begin && at <= number.end + 1;
    if (cut) first = line.token_from(number.begin);
  }
  return first;
}

namespace {

// "with operable, node-positive breast cancer": the condition is still to come.
bool lists_adjectives(const Line& line, std::size_t binder, std::size_t token) {
  const std::size_t from = line.tokens[token - 1].end;
  if (line.text.substr(from, line.tokens[token].begin - from) != ", ") return false;
  // "with spontaneous, sustained arrhythmias": one word that names nothing yet.
  if (token == binder + 2 && line.kinds[token - 1] == 0) return true;
  static const Patterns kDone = {"undergoing|scheduled|awaiting|requiring"};
  const WordKinds sought =
      kDone.match_at(line.tokens, binder) ? kind::condition | kind::therapy : kind::condition;
  if ((kinds_of(line, {binder, token}) & sought) != 0 || token > binder + 3) return false;
  const std::size_t reach = std::min(token + 4, line.tokens.size());
  for (std::size_t i = token; i < reach; ++i) {
    constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
    if ((i > token && ends_clause(line, i)) || (line.kinds[i] & kEnds) != 0) return false;
    if ((line.kinds[i] & sought) != 0) return true;
  }
  return false;
}

// Before and behind the "MI" of "infarction (MI) or angina".
bool is_aside_of_short_form(const Line& line, std::size_t token) {
  constexpr std::size_t kLongest = 8;  // letters
  const auto is_short_form = [&](std::size_t at) {
    const doc::Token& word = line.tokens[at];
    return word.begin > 1 && line.text.substr(word.begin - 2, 2) == " (" &&
           word.end - word.begin <= kLongest && doc::is_upper(line.text[word.end - 1]) &&
           line.text.substr(word.end, 1) == ")";
  };
  if (is_short_form(token)) return token + 1 < line.tokens.size();
  return token > 0 && is_short_form(token - 1) &&
         line.text.substr(line.tokens[token - 1].end, 2) == ") " &&
         line.tokens[token].begin == line.tokens[token - 1].end + 2;
}

// "with gout (G), arthritis (A), and lupus": conditions as far as a conjunction closes their list.
bool lists_conditions(const Line& line, std::size_t token) {
  constexpr std::size_t kReach = 9;  // tokens
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
  const std::size_t before = line.tokens[token - 1].end;
  const bool comma = line.text.substr(before, line.tokens[token].begin - before).ends_with(", ");
  if (!comma || (line.kinds[token - 1] & kind::condition) == 0) return false;
  const std::size_t most = std::min(token + kReach, line.tokens.size());
  std::size_t joint = token;
  const auto joins = [&](std::size_t at) {
    return line.tokens[at].folded == "and" || line.tokens[at].folded == "or";
  };
  while (joint < most && (line.kinds[joint] & kEnds) == 0 && !joins(joint)) ++joint;
  if (joint >= most || !joins(joint)) return false;
  const std::size_t reach = std::min(joint + 4, line.tokens.size());
  return (kinds_of(line, {joint + 1, reach}) & kind::condition) != 0;
}

// "Manual of Mental Disorders, Fourth Edition": the comma belongs to the book's name.
bool names_edition(const Line& line, std::size_t token) {
  static const Patterns kEdition = {"?revised third|fourth|fifth|3rd|4th|5th ?revised edition"};
  return kEdition.match_at(line.tokens, token).has_value();
}

// The "to" of "failure to sulfonylureas": what it is a failure of.
bool leads_to_cause(const Line& line, std::size_t token) {
  static const Patterns kFailure = {"primary|secondary failure to",
                                    "?an resistance|intolerance|allergy|hypersensitivity to"};
  return token > 1 && kFailure.match_at(line.tokens, token - 2) == token + 1;
}

// "and 20 healthy controls": others.
bool joins_others(const Line& line, std::size_t token) {
  if (line.tokens[token].folded != "and" || token + 2 >= line.tokens.size()) return false;
  if (!begins_number(line, token + 1)) return false;
  const std::size_t reach = std::min(token + 6, line.tokens.size());
  return (kinds_of(line, {token + 2, reach}) & kSubjects) != 0;
}

// The "one" of "one or two arteries", the "I" of "bipolar I disorder": no pronouns.
bool is_figure(const Line& line, std::size_t token) {
  return begins_number(line, token) || (line.tokens[token].folded == "i" && token > 0);
}

// "between 95 and 114 mm Hg", no years.
bool bounds_values(const Line& line, std::size_t token) {
  constexpr double kFirstYear = 1900;
  if (token + 1 >= line.tokens.size() || !begins_number(line, token + 1)) return false;
  const std::size_t at = line.tokens[token + 1].begin;
  return line.numbers[doc::first_number_from(line.numbers, at)].value < kFirstYear;
}

// "with gout and a blood pressure", "with serum ferritin > 15": a measure without its figure tells
// nothing of anybody.
std::size_t without_bare_measure(const Line& line, std::size_t binder, std::size_t end) {
  static const Patterns kJoints = {"and|with|or"};
  static const Patterns kState = {
      "high|low|elevated|raised|increased|decreased|reduced|poor|impaired|normal|abnormal|"
      "inadequate|insufficient|limited|depressed|stable|uncontrolled|controlled|failure|symptoms"};
  constexpr WordKinds kMeasured = kind::measure | kind::outcome;
  if (end <= binder + 1 || (line.kinds[end - 1] & kMeasured) == 0) return end;
  const std::size_t stop = line.tokens[end - 1].end;
  const std::string_view behind = line.text.substr(stop, 3);
  const bool figure = behind.find_first_of("<>=") != std::string_view::npos ||
                      (end < line.tokens.size() && begins_number(line, end));
  for (std::size_t i = end; i-- > binder;) {
    if (begins_number(line, i) || kState.match_at(line.tokens, i) ||
        (line.kinds[i] & kind::condition) != 0) {
      return end;
    }
    if (!kJoints.match_at(line.tokens, i)) continue;
    const std::string& next = line.tokens[i + 1].folded;
    return figure || next == "a" || next == "an" ? i : end;
  }
  return end;
}

// "and conducting": what goes on is another clause.
bool joins_verb(const Line& line, std::size_t token) {
  if (token + 1 >= line.tokens.size() || line.tokens[token].folded != "and") return false;
  const std::string& next = line.tokens[token + 1].folded;
  return next.size() > 5 && next.compare(next.size() - 3, 3, "ing") == 0 &&
         (line.kinds[token + 1] & (kind::condition | kind::treatment | kind::outcome)) == 0;
}

// Where a description that was cut for its length ends with a whole phrase: before its last
// preposition or conjunction, unless the line is done there.
std::size_t whole_phrases_end(const Line& line, std::size_t binder, std::size_t end) {
  if (end >= line.tokens.size() || ends_clause(line, end)) return end;
  constexpr WordKinds kJoint = kind::preposition | kind::conjunction | kind::pronoun;
  std::size_t cut = (line.kinds[end] & kJoint) != 0 ? end : end - 1;
  while (cut > binder + 3 && (line.kinds[cut] & kJoint) == 0) --cut;
  return cut > binder + 3 ? cut : end;
}

// "ischemic", "systolic": adjectives that a noun follows.
bool describes_a_noun(const Line& line, std::size_t token) {
  static const Patterns kAdjectives = {
      "*emic|*aemic|*cular|*olic|*eous|*cardiac|coronary|pulmonary|cerebral|chronic|acute|severe|"
      "primary|secondary"};
  static const Patterns kNouns = {"alcoholic|homogeneous|heterogeneous"};
  return kAdjectives.match_at(line.tokens, token) && !kNouns.match_at(line.tokens, token);
}

// "adults with gout confers a risk": a word in -s before an article is a verb.
bool is_unknown_verb(const Line& line, std::size_t token) {
  static const Patterns kArticle = {"a|an|the"};
  const std::string& word = line.tokens[token].folded;
  return line.kinds[token] == 0 && word.size() > 4 && word.back() == 's' && !word.ends_with("is") &&
         token + 1 < line.tokens.size() && kArticle.match_at(line.tokens, token + 1) &&
         !ends_clause(line, token + 1);
}

// From the word that binds ("with", "aged", "who") as far as the description goes.
std::size_t binding_end(const Line& line, std::size_t binder, std::size_t bound) {
  static const Patterns kAge = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kClause = {"who|that"};
  static const Patterns kAgeWords = {
      "#",
      "to|and|or|than|more|over|above|under|older|younger|years|year|months|old|of|the|age|"
      "between|from"};
  // "insomnia secondary to pain", but not "allocated to tea".
  static const Patterns kLeadsOn = {
      "secondary|due|related|refractory|resistant|allergic|mild|moderate to",
      "# to #",
      "type|class|stage|phase|grade i",
      "i|ii|iii|iv to|or|through|and ii|iii|iv|v",
      "newly|poorly|previously|well|recently|never|inadequately|insufficiently "
      "diagnosed|controlled|treated|untreated",
      "up to",
      "or|and present|current",
      "ranging from",
      "severely|markedly|mildly|moderately|with|and|or "
      "reduced|impaired|depressed|elevated|increased|decreased|raised",
      "exercise|stress|skin|function test|tests",
      "<1> left ventricular|ventricle|atrial|atrium|bundle|main|anterior|sided|heart|hip|knee"};
  static const Patterns kDates = {
      "between|from #|january|february|march|april|may|june|july|august|september|october|"
      "november|december"};
  // "in baseline conditions": how they were examined.
  static const Patterns kState = {"in|at|under baseline|basal|resting|fasting"};
  // "in the Tea and Sleep trial": where they took part.
  static const Patterns kTrial = {
      "in|of|from the|a|this <7> trial|study|trials|studies",
      "in|of a|an|this single|multicenter|multicentre|randomized|randomised|prospective|double|"
      "controlled|open|crossover|phase|placebo",
      "in|from published|clinical|controlled|randomi*ed <8> trials|studies", "into the|a|an|this",
      "into|to <3> groups|arms"};
  constexpr std::size_t kLongest = 16;
  constexpr std::size_t kLongestBook = 9;  // "a Diagnostic and … Edition"
  std::size_t most = binder + kLongest;
  std::size_t end = std::max(binder + 1, bound);
  if (kAge.match_at(line.tokens, binder)) {
    while (end < line.tokens.size() && end < binder + 10 && !ends_clause(line, end) &&
           kAgeWords.match_at(line.tokens, end)) {
      ++end;
    }
    return end;
  }
  // A relative clause has verbs of its own: the first two words may be some.
  const std::size_t verbs_until = kClause.match_at(line.tokens, binder) ? binder + 4 : binder;
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun;
  while (end < line.tokens.size() && end < most && !kTrial.match_at(line.tokens, end) &&
         !kState.match_at(line.tokens, end) &&
         (!ends_clause(line, end) || is_aside_of_short_form(line, end) ||
          lists_conditions(line, end) || lists_adjectives(line, binder, end) ||
          names_edition(line, end))) {
    if (ends_clause(line, end) && names_edition(line, end)) most = binder + kLongest + kLongestBook;
    const bool leads_on = end > 0 && (kLeadsOn.match_at(line.tokens, end - 1) ||
                                      describes_a_noun(line, end - 1) || leads_to_cause(line, end));
    const bool stops =
        !leads_on && (description_stops().match_at(line.tokens, end).has_value() ||
                      ((line.kinds[end] & kEnds) != 0 && !is_figure(line, end)) ||
                      (kDates.match_at(line.tokens, end) && !bounds_values(line, end)) ||
                      joins_verb(line, end) || joins_others(line, end));
    if (stops && end > verbs_until) break;
    if (end > binder + 1 && is_unknown_verb(line, end)) break;
    ++end;
  }
  return end < most ? end : whole_phrases_end(line, binder, end);
}

// Where the description goes on behind an aside: "adults (40 men) with asthma", "adults, with a
// mean age of 40 years, with asthma". The token behind the noun when there is none.
std::size_t after_aside(const Line& line, std::size_t noun) {
  constexpr std::size_t kLongestAside = 120;  // bytes
  static const Patterns kMean = {"with|of ?a mean|median|average age"};
  static const Patterns kAged = {"aged"};
  static const Patterns kGoesOn = {"with|who|having|undergoing"};
  const std::size_t from = line.tokens[noun].end;
  const std::string_view rest = line.text.substr(from, kLongestAside);
  // "adults, aged 40 (range 20-60) years, with asthma".
  if (rest.substr(0, 2) == ", " && kAged.match_at(line.tokens, noun + 1)) {
    const std::size_t years = rest.find(" years, ");
    if (years == std::string_view::npos) return noun + 1;
    const std::size_t behind = line.token_from(from + years + 7);
    return kGoesOn.match_at(line.tokens, behind) ? behind : noun + 1;
  }
  std::size_t close = std::string_view::npos;
  if (rest.substr(0, 2) == " (") close = rest.find(") ");
  if (rest.substr(0, 2) == ", " && kMean.match_at(line.tokens, noun + 1))
    close = rest.find(", ", 2);
  if (close == std::string_view::npos || rest.substr(2, close).find('(') < close) return noun + 1;
  return line.token_from(from + close + 1);
}

// "vaccination of infants with a new vaccine", "adults with structured teaching": what they got.
bool binds_treatment(const Line& line, std::size_t noun, std::size_t binder) {
  static const Patterns kGiving = {
      "vaccination|vaccinating|immunization|immunisation|supplementation of",
      "providing|provided|supplying|presenting"};
  if (line.tokens[binder].folded != "with") return false;
  const std::size_t from = noun > 4 ? noun - 4 : 0;
  if (find_any(kGiving, std::span(line.tokens).subspan(from, noun - from))) return true;
  std::size_t end = binder + 1;
  constexpr WordKinds kEnds =
      kind::preposition | kind::conjunction | kind::verb | kind::auxiliary | kind::pronoun;
  while (end < line.tokens.size() && end < binder + 5 && (line.kinds[end] & kEnds) == 0 &&
         !ends_clause(line, end)) {
    ++end;
  }
  // "nurses questioned adults with a form".
  static const Patterns kInstrument = {
      "questionnaire|questionnaires|interview|interviews|inventory|survey|diary|instrument|form"};
  if (end > binder + 1 && kInstrument.match_at(line.tokens, end - 1)) return true;
  return end > binder + 1 && (line.kinds[end - 1] & kind::therapy) != 0 &&
         (kinds_of(line, {binder + 1, end}) & (kind::condition | kind::drug)) == 0;
}

// "with pain after removal of two teeth", "with bleeding from an ulcer": what a condition followed
// or came from belongs to it, also behind an aside. Behind its last token.
std::size_t with_origin(const Line& line, std::size_t binder, std::size_t end) {
  constexpr std::size_t kLongestAside = 60;  // bytes
  static const Patterns kJoints = {"after|following|undergoing|awaiting", "scheduled for"};
  static const Patterns kDue = {"undergoing|awaiting", "scheduled for"};
  static const Patterns kFrom = {"from|complicating"};
  static const Patterns kEvents = {
      "surgery|*ectomy|*otomy|*ostomy|*plasty|transplantation|transplant|resection|bypass|removal|"
      "extraction|extractions|delivery|infarction|stroke|fracture|revascularization|operation|"
      "hemorrhage|haemorrhage|childbirth|cardioversion|angiography|catheterization"};
  if (end >= line.tokens.size()) return end;
  const bool condition = (kinds_of(line, {binder, end}) & kind::condition) != 0;
  if (!condition && !kDue.match_at(line.tokens, end)) return end;
  std::size_t joint = end;
  const std::string_view rest = line.text.substr(line.tokens[end - 1].end, kLongestAside);
  if (rest.substr(0, 2) == " (") {
    const std::size_t close = rest.find(") ");
    if (close == std::string_view::npos || rest.substr(2, close).find('(') < close) return end;
    joint = line.token_from(line.tokens[end - 1].end + close + 1);
  } else if (ends_clause(line, end)) {
    return end;
  }
  if (joint >= line.tokens.size()) return end;
  const auto behind = kJoints.match_at(line.tokens, joint);
  const bool from = kFrom.match_at(line.tokens, joint).has_value();
  if (!behind && !from) return end;
  const std::size_t last = binding_end(line, joint, behind.value_or(joint + 1));
  const std::size_t near = std::min(last, joint + 6);
  if (near <= joint + 1) return end;
  const auto words = std::span(line.tokens).subspan(joint, near - joint);
  const WordKinds named = kinds_of(line, {joint, near});
  const bool time = (named & (kind::time | kind::drug)) != 0;
  const bool told = behind ? find_any(kEvents, words).has_value() : (named & kind::condition) != 0;
  return told && !time ? last : end;
}

}  // namespace

std::size_t description_end(const Line& line, std::size_t noun) {
  static const Patterns kBinds = {
      "with|aged|undergoing|who|having|suffering|scheduled|requiring|admitted|hospitalized|"
      "hospitalised|diagnosed|older|younger|over|under|without|awaiting|living|presenting|"
      "referred|attending|receiving|ages|infected|newly|recovering ?from",
      "at <2> risk",
      "travelling|traveling to",
      "of either|both sex|sexes ?aged ?diagnosed ?as ?having|with",
      "diagnosed as having",
      "meeting|fulfilling|satisfying <4> criteria for|of",
      "that underwent|had",
      "more than # years",
      "# years|year|yr|yrs old|of|or|and",
      "# to|through # years|year|yr|yrs old|of|or|and",
      "in|from|of <4> hospital|hospitals|school|schools|community|villages|village|clinic|clinics|"
      "units|unit|ward|wards|country|countries|homes"};
  static const Patterns kMeanAge = {"with|of ?a mean|median|average"};
  const std::size_t bare = noun + 1;
  const std::size_t after = after_aside(line, noun);
  if (after >= line.tokens.size() || kMeanAge.match_at(line.tokens, after)) return bare;
  // "users of tea".
  static const Patterns kUsers = {"users|consumers|recipients of"};
  auto bound = kBinds.match_at(line.tokens, after);
  if (!bound && after == bare) bound = kUsers.match_at(line.tokens, noun);
  // "who were randomly assigned": what was done with them.
  static const Patterns kDrawn = {
      "who were|was <2> random*|assigned|allocated|enrolled|included|recruited|divided"};
  if (!bound || binds_treatment(line, noun, after) || kDrawn.match_at(line.tokens, after))
    return bare;
  if (after == bare) {
    const std::string_view gap =
        line.text.substr(line.tokens[noun].end, line.tokens[after].begin - line.tokens[noun].end);
    if (gap != " " && gap != ", ") return bare;
    if (gap == ", " && line.tokens[after].folded != "aged") return bare;
  }
  std::size_t end = binding_end(line, after, *bound);
  // "adults aged 40 to 60 years with gout".
  static const Patterns kYoung = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kGoesOn = {"with|undergoing|having|suffering", "and with"};
  if (kYoung.match_at(line.tokens, after) && end < line.tokens.size() && !ends_clause(line, end)) {
    if (const auto more = kGoesOn.match_at(line.tokens, end)) end = binding_end(line, end, *more);
  }
  // "with regular cycles undergoing fertilisation", "who had no fits and who underwent surgery".
  static const Patterns kAlso = {"?and undergoing", "and who underwent|had|have"};
  if (end > after && end < line.tokens.size() && !ends_clause(line, end)) {
    if (const auto more = kAlso.match_at(line.tokens, end)) end = binding_end(line, end, *more);
  }
  end = with_origin(line, after, end);
  // A dangling "and", "of" or "the" ends nothing.
  constexpr WordKinds kDangling = kind::preposition | kind::conjunction | kind::determiner |
                                  kind::pronoun | kind::auxiliary | kind::adverb;
  static const Patterns kOpen = {
      "least|most|mean|average|up|severely|markedly|mildly|moderately|recently|previously|"
      "newly|poorly|already|still|only|despite|chronic|ischemic|ischaemic"};
  static const Patterns kHistory = {"history of"};
  while (end > after &&
         ((line.kinds[end - 1] & kDangling) != 0 || kOpen.match_at(line.tokens, end - 1) ||
          kHistory.match_at(line.tokens, end - 1))) {
    --end;
  }
  // "with an infection confirmed by culture": how it was found is left out.
  static const Patterns kFound = {
      "confirmed|proven|proved|documented|verified|defined|determined|assessed|measured by|on|at|"
      "in"};
  while (end > after + 2 && kFound.match_at(line.tokens, end - 1)) --end;
  // "with 1" of "with 1-3 risk factors" says nothing; "aged 18 to 65" does.
  while (end == after + 2 && doc::is_digit(line.tokens[end - 1].folded.front()) &&
         line.tokens[after].folded == "with") {
    end = after;
  }
  // "attending 10 randomly chosen clinics": a number without what it counts.
  static const Patterns kNamed = {"type|grade|stage|class|phase|aged|age"};
  if (end > after + 1 && end < line.tokens.size() && !ends_clause(line, end) &&
      begins_number(line, end - 1) && !kNamed.match_at(line.tokens, end - 2)) {
    end = end > after + 2 ? end - 1 : after;
  }
  // A short form alone in its bracket is left out at the end.
  if (end > after + 1 && line.text[line.tokens[end - 1].begin - 1] == '(') --end;
  end = without_bare_measure(line, after, end);
  return end > after ? end : bare;
}

}  // namespace ev::extract
