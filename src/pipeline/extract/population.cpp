// Who was studied: people and animals with what describes them, and the condition a title or aim
// names.
#include "base/text.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr WordKinds kSubjects = kind::person | kind::animal;

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

// "male and" of "male and female patients", "N-negative or" of "N-negative or N-positive adults",
// "100 healthy and" of "100 healthy and frail men": where the first of two adjectives begins.
std::size_t first_of_two(const Line& line, std::size_t first, std::size_t noun,
                         const Patterns& stops) {
  static const Patterns kJoint = {"and|or"};
  static const Patterns kSides = {
      "male|males|female|females|men|women|boys|girls|positive|negative|young|younger|older|"
      "elderly|adult|pediatric|paediatric|healthy"};
  if (first < 2 || !kJoint.match_at(line.tokens, first - 1)) return first;
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
  return sides || counted ? before.first : first;
}

// "mild to moderate".
const Patterns& degrees() {
  static const Patterns kDegrees = {
      "mild|minimal|low|moderate|early to|or|and moderate|severe|marked|advanced|high|late"};
  return kDegrees;
}

// Words before the noun: "120 postmenopausal women", "1,204 of 2,000 adults".
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
    // "previously untreated adults".
    const bool manner = (line.kinds[i - 1] & kEnds) == kind::adverb && i < noun &&
                        (line.kinds[i] & (kind::participle | kind::verb)) != 0;
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

// "with operable, node-positive breast cancer": the condition is still to come.
bool lists_adjectives(const Line& line, std::size_t binder, std::size_t token) {
  const std::size_t from = line.tokens[token - 1].end;
  if (line.text.substr(from, line.tokens[token].begin - from) != ", ") return false;
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

// From the word that binds ("with", "aged", "who") as far as the description goes.
std::size_t binding_end(const Line& line, std::size_t binder, std::size_t bound) {
  static const Patterns kAge = {"aged|ages|older|younger|over|under"};
  static const Patterns kClause = {"who|having"};
  static const Patterns kAgeWords = {
      "#",
      "to|and|or|than|more|over|above|under|older|younger|years|year|months|old|of|age|"
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
      "severely|markedly|mildly|moderately|with|and|or "
      "reduced|impaired|depressed|elevated|increased|decreased|raised",
      "exercise|stress|skin|function test|tests",
      "<1> left ventricular|ventricle|atrial|atrium|bundle|main|anterior|sided|heart|hip|knee"};
  static const Patterns kDates = {
      "between|from #|january|february|march|april|may|june|july|august|september|october|"
      "november|december"};
  // "in the Tea and Sleep trial": where they took part.
  static const Patterns kTrial = {
      "in|of|from the|a|this <7> trial|study|trials|studies",
      "in|of a|an|this single|multicenter|multicentre|randomized|randomised|prospective|double|"
      "controlled|open|crossover|phase|placebo",
      "into|to <3> groups|arms"};
  constexpr std::size_t kLongest = 16;
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
  while (end < line.tokens.size() && end < binder + kLongest &&
         !kTrial.match_at(line.tokens, end) &&
         (!ends_clause(line, end) || lists_adjectives(line, binder, end))) {
    const bool leads_on =
        end > 0 && (kLeadsOn.match_at(line.tokens, end - 1) || describes_a_noun(line, end - 1));
    const bool stops = !leads_on && (description_stops().match_at(line.tokens, end).has_value() ||
                                     (line.kinds[end] & kEnds) != 0 ||
                                     kDates.match_at(line.tokens, end) || joins_verb(line, end));
    if (stops && end > verbs_until) break;
    ++end;
  }
  return end < binder + kLongest ? end : whole_phrases_end(line, binder, end);
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

// What follows the noun and belongs to it: "with asthma", "aged 18 to 65 years".
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
      "in|from|of <4> hospital|hospitals|school|schools|community|villages|village|clinic|clinics|"
      "units|unit|ward|wards|country|countries|homes"};
  static const Patterns kMeanAge = {"with|of ?a mean|median|average"};
  const std::size_t bare = noun + 1;
  const std::size_t after = after_aside(line, noun);
  if (after >= line.tokens.size() || kMeanAge.match_at(line.tokens, after)) return bare;
  const auto bound = kBinds.match_at(line.tokens, after);
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
  static const Patterns kYoung = {"aged|ages|older|younger|over|under"};
  static const Patterns kGoesOn = {"with|undergoing|having|suffering", "and with"};
  if (kYoung.match_at(line.tokens, after) && end < line.tokens.size() && !ends_clause(line, end)) {
    if (const auto more = kGoesOn.match_at(line.tokens, end)) end = binding_end(line, end, *more);
  }
  // A dangling "and", "of" or "the" ends nothing.
  constexpr WordKinds kDangling =
      kind::preposition | kind::conjunction | kind::determiner | kind::pronoun | kind::auxiliary;
  static const Patterns kOpen = {
      "least|most|history|mean|average|up|severely|markedly|mildly|moderately|recently|previously|"
      "newly|poorly|already|still|only|despite|chronic|ischemic|ischaemic"};
  while (end > after &&
         ((line.kinds[end - 1] & kDangling) != 0 || kOpen.match_at(line.tokens, end - 1))) {
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
  return end > after ? end : bare;
}

double population_confidence(const Line& line, const Chunk& chunk, std::size_t noun) {
  double confidence = line.is_title() ? 0.75 : line.role() == doc::Role::methods ? 0.8 : 0.6;
  if (chunk.last - chunk.first == 1) confidence -= 0.3;
  // "120 women with asthma" says more than "healthy women".
  if (chunk.last > noun + 1) confidence += 0.08;
  const bool counted =
      doc::first_number_from(line.numbers, line.tokens[chunk.first].begin) < line.numbers.size() &&
      line.numbers[doc::first_number_from(line.numbers, line.tokens[chunk.first].begin)].begin ==
          line.tokens[chunk.first].begin;
  if (counted) confidence += 0.05;
  if (line.role() == doc::Role::background) confidence -= 0.25;
  return confidence;
}

// "patients", "subjects", "cases" alone say nothing; "infants" and "nurses" do.
bool is_bare(const Line& line, const Chunk& chunk) {
  static const Patterns kPlain = {
      "patients|patient|participants|participant|subjects|individuals|people|persons|adults|"
      "population|populations|cases|respondents|users|recipients|consumers|clients|volunteers|"
      "animals|women|men|children|child|person|adult|females|males|woman|man"};
  return chunk.last - chunk.first < 2 && kPlain.match_at(line.tokens, chunk.first);
}

// "Six patients relapsed" tells of a few of them, "Sixty patients took part" of all.
bool counts_some(const Line& line, const Chunk& chunk, std::size_t noun) {
  if (chunk.last > noun + 1 || line.role() == doc::Role::methods || line.is_title()) return false;
  const std::size_t index = doc::first_number_from(line.numbers, line.tokens[chunk.first].begin);
  const bool counted =
      index < line.numbers.size() && line.numbers[index].begin == line.tokens[chunk.first].begin;
  const bool only_counted = counted && line.token_from(line.numbers[index].end) >= noun;
  return only_counted && line.numbers[index].value < 20;
}

// Said twice, a phrase counts where it says most.
void add_surest(Findings& findings, const Reading& reading, const Line& line, const Chunk& chunk,
                double confidence) {
  const std::string folded = text::fold(
      line.text.substr(line.tokens[chunk.first].begin,
                       line.tokens[chunk.last - 1].end - line.tokens[chunk.first].begin));
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    return candidate.ground.confidence < confidence && text::fold(candidate.text) == folded;
  });
  add_phrase(findings, reading, line, chunk, confidence);
}

// "patients" of "adult kidney transplant patients".
std::size_t head_of_described(const Line& line, std::size_t noun) {
  static const Patterns kDescribe = {"adult|adolescent|elderly|male|female|infant"};
  constexpr std::size_t kReach = 5;
  constexpr WordKinds kEnds = kind::determiner | kind::preposition | kind::conjunction |
                              kind::auxiliary | kind::verb | kind::pronoun | kind::outcome |
                              kind::measure;
  if (!kDescribe.match_at(line.tokens, noun)) return noun;
  for (std::size_t i = noun + 1; i < line.tokens.size() && i <= noun + kReach; ++i) {
    if ((line.kinds[i] & kEnds) != 0 || ends_clause(line, i)) return noun;
    if ((line.kinds[i] & kSubjects) != 0 && line.tokens[i].folded.back() == 's') return i;
  }
  return noun;
}

void add_people(Findings& findings, const Reading& reading, const Line& line) {
  for (std::size_t noun = 0; noun < line.tokens.size();) {
    if ((line.kinds[noun] & kSubjects) == 0) {
      ++noun;
      continue;
    }
    std::size_t head = noun;
    while (head + 1 < line.tokens.size() && (line.kinds[head + 1] & kSubjects) != 0 &&
           line.tokens[head + 1].begin == line.tokens[head].end + 1) {
      ++head;
    }
    head = head_of_described(line, head);
    // "carers of patients with dementia".
    static const Patterns kOf = {"of"};
    const std::size_t next = head + 2;
    if (next < line.tokens.size() && kOf.match_at(line.tokens, head + 1) &&
        (line.kinds[next] & kSubjects) != 0 && (line.kinds[head] & kind::person) != 0) {
      head = next;
    }
    // "patient satisfaction", "adult height": the person only describes.
    bool modifies = head + 1 < line.tokens.size() &&
                    line.tokens[head + 1].begin == line.tokens[head].end + 1 &&
                    (line.kinds[head + 1] & (kind::outcome | kind::measure)) != 0;
    // "intent-to-treat population".
    static const Patterns kAnalysed = {
        "treat|protocol|safety|efficacy|evaluable|analysis population|populations"};
    if (head > 0 && kAnalysed.match_at(line.tokens, head - 1) == head + 1) modifies = true;
    // "child psychotherapy" names no child.
    const bool of_therapy = head + 1 < line.tokens.size() &&
                            (line.kinds[head + 1] & kind::therapy) != 0 &&
                            line.tokens[head].folded == "child";
    modifies = modifies || of_therapy;
    const std::size_t end = modifies ? head + 1 : description_end(line, head);
    const Chunk chunk{description_begin(line, noun), end};
    if (!modifies && !is_bare(line, chunk) && !counts_some(line, chunk, head)) {
      add_surest(findings, reading, line, chunk, population_confidence(line, chunk, head));
    }
    noun = std::max(end, head + 1);
  }
}

// "mild to moderate gout" in one piece.
Chunk with_degree(const Line& line, Chunk chunk) {
  if (chunk.first < 2 || chunk.first >= chunk.last) return chunk;
  const bool joined = degrees().match_at(line.tokens, chunk.first - 2) == chunk.first + 1;
  return {joined ? chunk.first - 2 : chunk.first, chunk.last};
}

// "… for the treatment of acute otitis media": a condition named without people.
void add_conditions(Findings& findings, const Reading& reading, const Line& line) {
  const std::vector<Chunk>& phrases = reading.noun_phrases_of(line);
  for (const Chunk& phrase : phrases) {
    const WordKinds head = head_kinds(line, phrase);
    const bool condition = (head & kind::condition) != 0;
    const bool other = (kinds_of(line, phrase) & (kSubjects | kind::treatment)) != 0;
    const bool measured = (head & kind::outcome) != 0;
    if (!condition || other || measured) continue;
    // "prevention of influenza": the people do not have it.
    static const Patterns kPrevented = {
        "prevention|preventing|prevent|prevents|prophylaxis|against|vaccination|measures|measure|"
        "incidence|development"};
    const std::size_t from = phrase.first > 3 ? phrase.first - 3 : 0;
    if (find_any(kPrevented, std::span(line.tokens).subspan(from, phrase.first - from))) continue;
    add_phrase(findings, reading, line, with_degree(line, trimmed(line, phrase)),
               line.is_title() ? 0.55 : 0.45);
  }
}

}  // namespace

Findings population_by_rules(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    add_people(findings, reading, line);
    if (line.is_title() || line.role() == doc::Role::objective) {
      add_conditions(findings, reading, line);
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
