#include "pipeline/extract/people_phrase.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::extract {

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
  if ((kinds_of(line, {binder, token}) & sought) != 0 || token > binder + 4) return false;
  const std::size_t reach = std::min(token + 6, line.tokens.size());
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
  const bool last = line.tokens[token].folded == "and" || line.tokens[token].folded == "or";
  const std::size_t near = last && token > 5 ? token - 5 : token - 1;
  if (!comma || (kinds_of(line, {near, token}) & kind::condition) == 0) return false;
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
  static const Patterns kFailure = {
      "primary|secondary failure to",
      "?an|no|known resistance|intolerance|allergy|hypersensitivity|contraindication|"
      "contraindications to"};
  return token > 1 && kFailure.match_at(line.tokens, token - 2) == token + 1;
}

// "and 20 healthy controls": others.
bool joins_others(const Line& line, std::size_t token) {
  if (line.tokens[token].folded != "and" || token + 2 >= line.tokens.size()) return false;
  if (!begins_number(line, token + 1)) return false;
  static const Patterns kControls = {"<2> controls"};
  if (kControls.match_at(line.tokens, token + 2)) return true;
  const std::size_t reach = std::min(token + 6, line.tokens.size());
  return (kinds_of(line, {token + 2, reach}) & kSubjects) != 0;
}

// "treated adults with gout with colchicine": what they got.
bool gives_drug(const Line& line, std::size_t token) {
  return token + 1 < line.tokens.size() && line.tokens[token].folded == "with" &&
         (line.kinds[token + 1] & (kind::drug | kind::inactive)) != 0 &&
         (line.kinds[token - 1] & kind::therapy) == 0;
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
      "inadequate|insufficient|limited|depressed|preserved|widened|stable|uncontrolled|controlled|"
      "failure|symptoms"};
  constexpr WordKinds kMeasured = kind::measure | kind::outcome;
  if (end <= binder + 1) return end;
  std::size_t stop = line.tokens[end - 1].end;
  // "ejection fraction (EF) < 40%".
  if (end < line.tokens.size() && is_aside_of_short_form(line, end))
    stop = line.tokens[end].end + 1;
  const std::string_view behind = line.text.substr(stop, 3);
  static const Patterns kQuantities = {"fraction|pressure|pressures"};
  const bool compared = kQuantities.match_at(line.tokens, end - 1) ||
                        behind.find_first_of("<>=") != std::string_view::npos;
  if (!compared && (line.kinds[end - 1] & kMeasured) == 0) return end;
  const bool figure = compared || (end < line.tokens.size() && begins_number(line, end));
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

// "insomnia secondary to pain", but not "allocated to tea".
const Patterns& words_that_lead_on() {
  static const Patterns kLeadsOn = {
      "secondary|due|related|refractory|resistant|allergic|mild|moderate|attributable to",
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
  return kLeadsOn;
}

// "in the Tea and Sleep trial": where they took part.
const Patterns& words_of_a_trial() {
  static const Patterns kTrial = {
      "in|of|from the|a|this <7> trial|study|trials|studies",
      "in|of a|an|this single|multicenter|multicentre|randomized|randomised|prospective|double|"
      "controlled|open|crossover|phase|placebo",
      "in|from published|clinical|controlled|randomi*ed <8> trials|studies",
      "into the|a|an|this",
      "into|to <3> groups|arms",
      "and the|its|their <3> effect|effects|role|use|efficacy|safety|influence|impact"};
  return kTrial;
}

// "aged 40 to 60 years": as far as words and numbers of an age go.
std::size_t age_end(const Line& line, std::size_t binder, std::size_t end) {
  static const Patterns kAgeWords = {"#",
                                     "to|and|or|than|more|over|above|under|older|younger|years|"
                                     "year|months|weeks|days|old|of|the|age|"
                                     "between|from"};
  while (end < line.tokens.size() && end < binder + 10 && !ends_clause(line, end) &&
         kAgeWords.match_at(line.tokens, end)) {
    ++end;
  }
  return end;
}

// Whether a description that a word bound ends before `end`.
bool stops_binding(const Line& line, std::size_t end) {
  static const Patterns kDates = {
      "between|from #|january|february|march|april|may|june|july|august|september|october|"
      "november|december"};
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun;
  const bool leads_on = end > 0 && (words_that_lead_on().match_at(line.tokens, end - 1) ||
                                    describes_a_noun(line, end - 1) || leads_to_cause(line, end));
  // "surfactant-treated".
  const bool hyphenated = line.text[line.tokens[end].begin - 1] == '-';
  return !leads_on && !hyphenated &&
         (description_stops().match_at(line.tokens, end).has_value() ||
          ((line.kinds[end] & kEnds) != 0 && !is_figure(line, end)) ||
          (kDates.match_at(line.tokens, end) && !bounds_values(line, end)) ||
          joins_verb(line, end) || joins_others(line, end) || gives_drug(line, end));
}

// From the word that binds ("with", "aged", "who") as far as the description goes.
std::size_t binding_end(const Line& line, std::size_t binder, std::size_t bound) {
  static const Patterns kAge = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kClause = {"who|that"};
  // "in baseline conditions": how they were examined.
  static const Patterns kState = {"in|at|under baseline|basal|resting|fasting"};
  constexpr std::size_t kLongest = 20;
  constexpr std::size_t kLongestBook = 9;  // "a Diagnostic and … Edition"
  std::size_t most = binder + kLongest;
  std::size_t end = std::max(binder + 1, bound);
  if (kAge.match_at(line.tokens, binder)) return age_end(line, binder, end);
  // A relative clause has verbs of its own: the first two words may be some.
  const std::size_t verbs_until = kClause.match_at(line.tokens, binder) ? binder + 4 : binder;
  while (end < line.tokens.size() && end < most && !words_of_a_trial().match_at(line.tokens, end) &&
         !kState.match_at(line.tokens, end) &&
         (!ends_clause(line, end) || is_aside_of_short_form(line, end) ||
          lists_conditions(line, end) || lists_adjectives(line, binder, end) ||
          names_edition(line, end))) {
    if (ends_clause(line, end) && names_edition(line, end)) most = binder + kLongest + kLongestBook;
    if (end > verbs_until && stops_binding(line, end)) break;
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
  // "who had finished their treatment after a stroke".
  static const Patterns kPast = {"who had|have completed|finished|recovered|survived"};
  const bool past = kPast.match_at(line.tokens, binder).has_value();
  if (!condition && !past && !kDue.match_at(line.tokens, end)) return end;
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
  const bool event = behind && find_any(kEvents, words);
  const bool told = event || ((from || past) && (named & kind::condition) != 0);
  return told && !time ? last : end;
}

const Patterns& binding_words() {
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
      "# ?to|through # years|year|yr|yrs|months old|of|or|and",
      "after|following <2> surgery|operation|operations|bypass|transplantation|*ectomy|*plasty|"
      "angioplasty|asphyxia|stroke|infarction|injury|fracture",
      "presenting|admitted|referred to|at <5> with",
      "were|was eligible|included|enrolled|recruited if|when they|he|she had|have",
      "in|from|of <4> hospital|hospitals|school|schools|community|villages|village|clinic|clinics|"
      "units|unit|ward|wards|country|countries|homes"};
  return kBinds;
}

// What binds a description at `after`, up to its end; nothing where treatment or drawing is told.
std::optional<std::size_t> bound_at(const Line& line, std::size_t noun, std::size_t after) {
  static const Patterns kMeanAge = {"with|of ?a mean|median|average"};
  if (after >= line.tokens.size() || kMeanAge.match_at(line.tokens, after)) return std::nullopt;
  // "users of tea".
  static const Patterns kUsers = {"users|consumers|recipients of"};
  auto bound = binding_words().match_at(line.tokens, after);
  if (!bound && after == noun + 1) bound = kUsers.match_at(line.tokens, noun);
  // "who were randomly assigned": what was done with them.
  static const Patterns kDrawn = {
      "who were|was <2> random*|assigned|allocated|enrolled|included|recruited|divided"};
  if (!bound || binds_treatment(line, noun, after) || kDrawn.match_at(line.tokens, after))
    return std::nullopt;
  if (after == noun + 1) {
    const std::string_view gap =
        line.text.substr(line.tokens[noun].end, line.tokens[after].begin - line.tokens[noun].end);
    if (gap != " " && gap != ", ") return std::nullopt;
    if (gap == ", " && line.tokens[after].folded != "aged") return std::nullopt;
  }
  return bound;
}

// Where a second binding goes on behind the first.
std::size_t further_end(const Line& line, std::size_t after, std::size_t end) {
  // "adults aged 40 to 60 years with gout".
  static const Patterns kYoung = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kGoesOn = {"with|undergoing|having|suffering|scheduled|who",
                                   "presenting|admitted|referred ?to|at <5> with", "and with"};
  if (kYoung.match_at(line.tokens, after) && end < line.tokens.size() && !ends_clause(line, end)) {
    if (const auto more = kGoesOn.match_at(line.tokens, end)) end = binding_end(line, end, *more);
  }
  // "with regular cycles undergoing fertilisation", "who had no fits and who underwent surgery".
  static const Patterns kAlso = {"?and undergoing", "and who underwent|had|have"};
  static const Patterns kGot = {"receiving|undergoing|requiring"};
  static const Patterns kWho = {"who had|have"};
  if (end > after + 1 && end < line.tokens.size() && line.tokens[end - 1].folded == "and") --end;
  if (end > after && end < line.tokens.size() && !ends_clause(line, end)) {
    if (const auto more = kAlso.match_at(line.tokens, end)) end = binding_end(line, end, *more);
    if (kGot.match_at(line.tokens, after) && kWho.match_at(line.tokens, end))
      end = binding_end(line, end, end + 2);
  }
  return with_origin(line, after, end);
}

// A dangling "and", "of" or "the" ends nothing.
std::size_t without_dangling(const Line& line, std::size_t after, std::size_t last) {
  constexpr WordKinds kDangling = kind::preposition | kind::conjunction | kind::determiner |
                                  kind::pronoun | kind::auxiliary | kind::adverb;
  static const Patterns kOpen = {
      "least|most|mean|average|up|severely|markedly|mildly|moderately|recently|previously|"
      "newly|poorly|already|still|only|despite|chronic|ischemic|ischaemic|scheduled|"
      "aged"};
  static const Patterns kHistory = {"history of"};
  while (last > after &&
         ((line.kinds[last - 1] & kDangling) != 0 || kOpen.match_at(line.tokens, last - 1) ||
          kHistory.match_at(line.tokens, last - 1))) {
    --last;
  }
  return last;
}

}  // namespace

std::size_t description_end(const Line& line, std::size_t noun) {
  const std::size_t bare = noun + 1;
  const std::size_t after = after_aside(line, noun);
  const auto bound = bound_at(line, noun, after);
  if (!bound) return bare;
  std::size_t end = further_end(line, after, binding_end(line, after, *bound));
  end = without_dangling(line, after, end);
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
    end = end > after + 2 ? without_dangling(line, after, end - 1) : after;
  }
  // A short form alone in its bracket is left out at the end.
  if (end > after + 1 && line.text[line.tokens[end - 1].begin - 1] == '(') --end;
  end = without_dangling(line, after, without_bare_measure(line, after, end));
  return end > after ? end : bare;
}

}  // namespace ev::extract
