#include "pipeline/extract/people_phrase.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <optional>

namespace ev::extract {

namespace {

// "with operable, node-positive breast cancer": the condition is still to come.
bool lists_adjectives(const Sentence& sentence, std::size_t binder, std::size_t token) {
  const std::size_t from = sentence.tokens[token - 1].end;
  if (sentence.text.substr(from, sentence.tokens[token].begin - from) != ", ") return false;
  // "with spontaneous, sustained arrhythmias": one word that names nothing yet.
  if (token == binder + 2 && sentence.kinds[token - 1] == 0) return true;
  static const Patterns kDone = {"undergoing|scheduled|awaiting|requiring"};
  const WordKinds sought =
      kDone.match_at(sentence.tokens, binder) ? kind::condition | kind::therapy : kind::condition;
  if ((kinds_of(sentence, {binder, token}) & sought) != 0 || token > binder + 4) return false;
  const std::size_t reach = std::min(token + 6, sentence.tokens.size());
  for (std::size_t i = token; i < reach; ++i) {
    constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
    if ((i > token && ends_clause(sentence, i)) || (sentence.kinds[i] & kEnds) != 0) return false;
    if ((sentence.kinds[i] & sought) != 0) return true;
  }
  return false;
}

// Before and behind the "MI" of "infarction (MI) or angina".
bool is_aside_of_short_form(const Sentence& sentence, std::size_t token) {
  constexpr std::size_t kLongest = 8;  // letters
  const auto is_short_form = [&](std::size_t at) {
    const doc::Token& word = sentence.tokens[at];
    return word.begin > 1 && sentence.text.substr(word.begin - 2, 2) == " (" &&
           word.end - word.begin <= kLongest && doc::is_upper(sentence.text[word.end - 1]) &&
           sentence.text.substr(word.end, 1) == ")";
  };
  if (is_short_form(token)) return token + 1 < sentence.tokens.size();
  return token > 0 && is_short_form(token - 1) &&
         sentence.text.substr(sentence.tokens[token - 1].end, 2) == ") " &&
         sentence.tokens[token].begin == sentence.tokens[token - 1].end + 2;
}

// "with gout (G), arthritis (A), and lupus": conditions as far as a conjunction closes their list.
bool lists_conditions(const Sentence& sentence, std::size_t token) {
  constexpr std::size_t kReach = 9;  // tokens
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun | kind::preposition;
  const std::size_t before = sentence.tokens[token - 1].end;
  const bool comma =
      sentence.text.substr(before, sentence.tokens[token].begin - before).ends_with(", ");
  const bool last = sentence.tokens[token].folded == "and" || sentence.tokens[token].folded == "or";
  const std::size_t near = last && token > 5 ? token - 5 : token - 1;
  if (!comma || (kinds_of(sentence, {near, token}) & kind::condition) == 0) return false;
  const std::size_t most = std::min(token + kReach, sentence.tokens.size());
  std::size_t joint = token;
  const auto joins = [&](std::size_t at) {
    return sentence.tokens[at].folded == "and" || sentence.tokens[at].folded == "or";
  };
  while (joint < most && (sentence.kinds[joint] & kEnds) == 0 && !joins(joint)) ++joint;
  if (joint >= most || !joins(joint)) return false;
  const std::size_t reach = std::min(joint + 4, sentence.tokens.size());
  return (kinds_of(sentence, {joint + 1, reach}) & kind::condition) != 0;
}

// "Manual of Mental Disorders, Fourth Edition": the comma belongs to the book's name.
bool names_edition(const Sentence& sentence, std::size_t token) {
  static const Patterns kEdition = {"?revised third|fourth|fifth|3rd|4th|5th ?revised edition"};
  return kEdition.match_at(sentence.tokens, token).has_value();
}

// The "to" of "failure to sulfonylureas": what it is a failure of.
bool leads_to_cause(const Sentence& sentence, std::size_t token) {
  static const Patterns kFailure = {
      "primary|secondary failure to",
      "?an|no|known resistance|intolerance|allergy|hypersensitivity|contraindication|"
      "contraindications to"};
  return token > 1 && kFailure.match_at(sentence.tokens, token - 2) == token + 1;
}

// "and 20 healthy controls": others.
bool joins_others(const Sentence& sentence, std::size_t token) {
  if (sentence.tokens[token].folded != "and" || token + 2 >= sentence.tokens.size()) return false;
  if (!begins_number(sentence, token + 1)) return false;
  static const Patterns kControls = {"<2> controls"};
  if (kControls.match_at(sentence.tokens, token + 2)) return true;
  const std::size_t reach = std::min(token + 6, sentence.tokens.size());
  return (kinds_of(sentence, {token + 2, reach}) & kSubjects) != 0;
}

// "treated adults with gout with colchicine": what they got.
bool gives_drug(const Sentence& sentence, std::size_t token) {
  return token + 1 < sentence.tokens.size() && sentence.tokens[token].folded == "with" &&
         (sentence.kinds[token + 1] & (kind::drug | kind::inactive)) != 0 &&
         (sentence.kinds[token - 1] & kind::therapy) == 0;
}

// The "one" of "one or two arteries", the "I" of "bipolar I disorder": no pronouns.
bool is_figure(const Sentence& sentence, std::size_t token) {
  return begins_number(sentence, token) || (sentence.tokens[token].folded == "i" && token > 0);
}

// "between 95 and 114 mm Hg", no years.
bool bounds_values(const Sentence& sentence, std::size_t token) {
  constexpr double kFirstYear = 1900;
  if (token + 1 >= sentence.tokens.size() || !begins_number(sentence, token + 1)) return false;
  const std::size_t at = sentence.tokens[token + 1].begin;
  return sentence.numbers[doc::first_number_from(sentence.numbers, at)].value < kFirstYear;
}

// "with gout and a blood pressure", "with serum ferritin > 15": a measure without its figure tells
// nothing of anybody.
std::size_t without_bare_measure(const Sentence& sentence, std::size_t binder, std::size_t end) {
  static const Patterns kJoints = {"and|with|or"};
  static const Patterns kState = {
      "high|low|elevated|raised|increased|decreased|reduced|poor|impaired|normal|abnormal|"
      "inadequate|insufficient|limited|depressed|preserved|widened|stable|uncontrolled|controlled|"
      "failure|symptoms"};
  constexpr WordKinds kMeasured = kind::measure | kind::outcome;
  if (end <= binder + 1) return end;
  std::size_t stop = sentence.tokens[end - 1].end;
  // "ejection fraction (EF) < 40%".
  if (end < sentence.tokens.size() && is_aside_of_short_form(sentence, end))
    stop = sentence.tokens[end].end + 1;
  const std::string_view behind = sentence.text.substr(stop, 3);
  static const Patterns kQuantities = {"fraction|pressure|pressures"};
  const bool compared = kQuantities.match_at(sentence.tokens, end - 1) ||
                        behind.find_first_of("<>=") != std::string_view::npos;
  if (!compared && (sentence.kinds[end - 1] & kMeasured) == 0) return end;
  const bool figure = compared || (end < sentence.tokens.size() && begins_number(sentence, end));
  for (std::size_t i = end; i-- > binder;) {
    if (begins_number(sentence, i) || kState.match_at(sentence.tokens, i) ||
        (sentence.kinds[i] & kind::condition) != 0) {
      return end;
    }
    if (!kJoints.match_at(sentence.tokens, i)) continue;
    const std::string& next = sentence.tokens[i + 1].folded;
    return figure || next == "a" || next == "an" ? i : end;
  }
  return end;
}

// "and conducting": what goes on is another clause.
bool joins_verb(const Sentence& sentence, std::size_t token) {
  if (token + 1 >= sentence.tokens.size() || sentence.tokens[token].folded != "and") return false;
  const std::string& next = sentence.tokens[token + 1].folded;
  return next.size() > 5 && next.compare(next.size() - 3, 3, "ing") == 0 &&
         (sentence.kinds[token + 1] & (kind::condition | kind::treatment | kind::outcome)) == 0;
}

// Where a description that was cut for its length ends with a whole phrase: before its last
// preposition or conjunction, unless the sentence is done there.
std::size_t whole_phrases_end(const Sentence& sentence, std::size_t binder, std::size_t end) {
  if (end >= sentence.tokens.size() || ends_clause(sentence, end)) return end;
  constexpr WordKinds kJoint = kind::preposition | kind::conjunction | kind::pronoun;
  std::size_t cut = (sentence.kinds[end] & kJoint) != 0 ? end : end - 1;
  while (cut > binder + 3 && (sentence.kinds[cut] & kJoint) == 0) --cut;
  return cut > binder + 3 ? cut : end;
}

// "ischemic", "systolic": adjectives that a noun follows.
bool describes_a_noun(const Sentence& sentence, std::size_t token) {
  static const Patterns kAdjectives = {
      "*emic|*aemic|*cular|*olic|*eous|*cardiac|coronary|pulmonary|cerebral|chronic|acute|severe|"
      "primary|secondary"};
  static const Patterns kNouns = {"alcoholic|homogeneous|heterogeneous"};
  return kAdjectives.match_at(sentence.tokens, token) && !kNouns.match_at(sentence.tokens, token);
}

// "adults with gout confers a risk": a word in -s before an article is a verb.
bool is_unknown_verb(const Sentence& sentence, std::size_t token) {
  static const Patterns kArticle = {"a|an|the"};
  const std::string& word = sentence.tokens[token].folded;
  return sentence.kinds[token] == 0 && word.size() > 4 && word.back() == 's' &&
         !word.ends_with("is") && token + 1 < sentence.tokens.size() &&
         kArticle.match_at(sentence.tokens, token + 1) && !ends_clause(sentence, token + 1);
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
std::size_t age_end(const Sentence& sentence, std::size_t binder, std::size_t end) {
  static const Patterns kAgeWords = {"#",
                                     "to|and|or|than|more|over|above|under|older|younger|years|"
                                     "year|months|weeks|days|old|of|the|age|"
                                     "between|from"};
  while (end < sentence.tokens.size() && end < binder + 10 && !ends_clause(sentence, end) &&
         kAgeWords.match_at(sentence.tokens, end)) {
    ++end;
  }
  return end;
}

// Whether a description that a word bound ends before `end`.
bool stops_binding(const Sentence& sentence, std::size_t end) {
  static const Patterns kDates = {
      "between|from #|january|february|march|april|may|june|july|august|september|october|"
      "november|december"};
  constexpr WordKinds kEnds = kind::verb | kind::auxiliary | kind::pronoun;
  const bool leads_on =
      end > 0 && (words_that_lead_on().match_at(sentence.tokens, end - 1) ||
                  describes_a_noun(sentence, end - 1) || leads_to_cause(sentence, end));
  // "surfactant-treated".
  const bool hyphenated = sentence.text[sentence.tokens[end].begin - 1] == '-';
  return !leads_on && !hyphenated &&
         (description_stops().match_at(sentence.tokens, end).has_value() ||
          ((sentence.kinds[end] & kEnds) != 0 && !is_figure(sentence, end)) ||
          (kDates.match_at(sentence.tokens, end) && !bounds_values(sentence, end)) ||
          joins_verb(sentence, end) || joins_others(sentence, end) || gives_drug(sentence, end));
}

// From the word that binds ("with", "aged", "who") as far as the description goes.
std::size_t binding_end(const Sentence& sentence, std::size_t binder, std::size_t bound) {
  static const Patterns kAge = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kClause = {"who|that"};
  // "in baseline conditions": how they were examined.
  static const Patterns kState = {"in|at|under baseline|basal|resting|fasting"};
  constexpr std::size_t kLongest = 20;
  constexpr std::size_t kLongestBook = 9;  // "a Diagnostic and … Edition"
  std::size_t most = binder + kLongest;
  std::size_t end = std::max(binder + 1, bound);
  if (kAge.match_at(sentence.tokens, binder)) return age_end(sentence, binder, end);
  // A relative clause has verbs of its own: the first two words may be some.
  const std::size_t verbs_until = kClause.match_at(sentence.tokens, binder) ? binder + 4 : binder;
  while (end < sentence.tokens.size() && end < most &&
         !words_of_a_trial().match_at(sentence.tokens, end) &&
         !kState.match_at(sentence.tokens, end) &&
         (!ends_clause(sentence, end) || is_aside_of_short_form(sentence, end) ||
          lists_conditions(sentence, end) || lists_adjectives(sentence, binder, end) ||
          names_edition(sentence, end))) {
    if (ends_clause(sentence, end) && names_edition(sentence, end))
      most = binder + kLongest + kLongestBook;
    if (end > verbs_until && stops_binding(sentence, end)) break;
    if (end > binder + 1 && is_unknown_verb(sentence, end)) break;
    ++end;
  }
  return end < most ? end : whole_phrases_end(sentence, binder, end);
}

// Where the description goes on behind an aside: "adults (40 men) with asthma", "adults, with a
// mean age of 40 years, with asthma". The token behind the noun when there is none.
std::size_t after_aside(const Sentence& sentence, std::size_t noun) {
  constexpr std::size_t kLongestAside = 120;  // bytes
  static const Patterns kMean = {"with|of ?a mean|median|average age"};
  static const Patterns kAged = {"aged"};
  static const Patterns kGoesOn = {"with|who|having|undergoing"};
  const std::size_t from = sentence.tokens[noun].end;
  const std::string_view rest = sentence.text.substr(from, kLongestAside);
  // "adults, aged 40 (range 20-60) years, with asthma".
  if (rest.substr(0, 2) == ", " && kAged.match_at(sentence.tokens, noun + 1)) {
    const std::size_t years = rest.find(" years, ");
    if (years == std::string_view::npos) return noun + 1;
    const std::size_t behind = sentence.token_from(from + years + 7);
    return kGoesOn.match_at(sentence.tokens, behind) ? behind : noun + 1;
  }
  std::size_t close = std::string_view::npos;
  if (rest.substr(0, 2) == " (") close = rest.find(") ");
  if (rest.substr(0, 2) == ", " && kMean.match_at(sentence.tokens, noun + 1))
    close = rest.find(", ", 2);
  if (close == std::string_view::npos || rest.substr(2, close).find('(') < close) return noun + 1;
  return sentence.token_from(from + close + 1);
}

// "vaccination of infants with a new vaccine", "adults with structured teaching": what they got.
bool binds_treatment(const Sentence& sentence, std::size_t noun, std::size_t binder) {
  static const Patterns kGiving = {
      "vaccination|vaccinating|immunization|immunisation|supplementation of",
      "providing|provided|supplying|presenting"};
  if (sentence.tokens[binder].folded != "with") return false;
  const std::size_t from = noun > 4 ? noun - 4 : 0;
  if (find_any(kGiving, std::span(sentence.tokens).subspan(from, noun - from))) return true;
  std::size_t end = binder + 1;
  constexpr WordKinds kEnds =
      kind::preposition | kind::conjunction | kind::verb | kind::auxiliary | kind::pronoun;
  while (end < sentence.tokens.size() && end < binder + 5 && (sentence.kinds[end] & kEnds) == 0 &&
         !ends_clause(sentence, end)) {
    ++end;
  }
  // "nurses questioned adults with a form".
  static const Patterns kInstrument = {
      "questionnaire|questionnaires|interview|interviews|inventory|survey|diary|instrument|form"};
  if (end > binder + 1 && kInstrument.match_at(sentence.tokens, end - 1)) return true;
  return end > binder + 1 && (sentence.kinds[end - 1] & kind::therapy) != 0 &&
         (kinds_of(sentence, {binder + 1, end}) & (kind::condition | kind::drug)) == 0;
}

// "with pain after removal of two teeth", "with bleeding from an ulcer": what a condition followed
// or came from belongs to it, also behind an aside. Behind its last token.
std::size_t with_origin(const Sentence& sentence, std::size_t binder, std::size_t end) {
  constexpr std::size_t kLongestAside = 60;  // bytes
  static const Patterns kJoints = {"after|following|undergoing|awaiting", "scheduled for"};
  static const Patterns kDue = {"undergoing|awaiting", "scheduled for"};
  static const Patterns kFrom = {"from|complicating"};
  static const Patterns kEvents = {
      "surgery|*ectomy|*otomy|*ostomy|*plasty|transplantation|transplant|resection|bypass|removal|"
      "extraction|extractions|delivery|infarction|stroke|fracture|revascularization|operation|"
      "hemorrhage|haemorrhage|childbirth|cardioversion|angiography|catheterization"};
  if (end >= sentence.tokens.size()) return end;
  const bool condition = (kinds_of(sentence, {binder, end}) & kind::condition) != 0;
  // "who had finished their treatment after a stroke".
  static const Patterns kPast = {"who had|have completed|finished|recovered|survived"};
  const bool past = kPast.match_at(sentence.tokens, binder).has_value();
  if (!condition && !past && !kDue.match_at(sentence.tokens, end)) return end;
  std::size_t joint = end;
  const std::string_view rest = sentence.text.substr(sentence.tokens[end - 1].end, kLongestAside);
  if (rest.substr(0, 2) == " (") {
    const std::size_t close = rest.find(") ");
    if (close == std::string_view::npos || rest.substr(2, close).find('(') < close) return end;
    joint = sentence.token_from(sentence.tokens[end - 1].end + close + 1);
  } else if (ends_clause(sentence, end)) {
    return end;
  }
  if (joint >= sentence.tokens.size()) return end;
  const auto behind = kJoints.match_at(sentence.tokens, joint);
  const bool from = kFrom.match_at(sentence.tokens, joint).has_value();
  if (!behind && !from) return end;
  const std::size_t last = binding_end(sentence, joint, behind.value_or(joint + 1));
  const std::size_t near = std::min(last, joint + 6);
  if (near <= joint + 1) return end;
  const auto words = std::span(sentence.tokens).subspan(joint, near - joint);
  const WordKinds named = kinds_of(sentence, {joint, near});
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
std::optional<std::size_t> bound_at(const Sentence& sentence, std::size_t noun, std::size_t after) {
  static const Patterns kMeanAge = {"with|of ?a mean|median|average"};
  if (after >= sentence.tokens.size() || kMeanAge.match_at(sentence.tokens, after))
    return std::nullopt;
  // "users of tea".
  static const Patterns kUsers = {"users|consumers|recipients of"};
  auto bound = binding_words().match_at(sentence.tokens, after);
  if (!bound && after == noun + 1) bound = kUsers.match_at(sentence.tokens, noun);
  // "who were randomly assigned": what was done with them.
  static const Patterns kDrawn = {
      "who were|was <2> random*|assigned|allocated|enrolled|included|recruited|divided"};
  if (!bound || binds_treatment(sentence, noun, after) || kDrawn.match_at(sentence.tokens, after))
    return std::nullopt;
  if (after == noun + 1) {
    const std::string_view gap = sentence.text.substr(
        sentence.tokens[noun].end, sentence.tokens[after].begin - sentence.tokens[noun].end);
    if (gap != " " && gap != ", ") return std::nullopt;
    if (gap == ", " && sentence.tokens[after].folded != "aged") return std::nullopt;
  }
  return bound;
}

// Where a second binding goes on behind the first.
std::size_t further_end(const Sentence& sentence, std::size_t after, std::size_t end) {
  // "adults aged 40 to 60 years with gout".
  static const Patterns kYoung = {"aged|ages|older|younger|over|under|more|#"};
  static const Patterns kGoesOn = {"with|undergoing|having|suffering|scheduled|who",
                                   "presenting|admitted|referred ?to|at <5> with", "and with"};
  if (kYoung.match_at(sentence.tokens, after) && end < sentence.tokens.size() &&
      !ends_clause(sentence, end)) {
    if (const auto more = kGoesOn.match_at(sentence.tokens, end))
      end = binding_end(sentence, end, *more);
  }
  // "with regular cycles undergoing fertilisation", "who had no fits and who underwent surgery".
  static const Patterns kAlso = {"?and undergoing", "and who underwent|had|have"};
  static const Patterns kGot = {"receiving|undergoing|requiring"};
  static const Patterns kWho = {"who had|have"};
  if (end > after + 1 && end < sentence.tokens.size() && sentence.tokens[end - 1].folded == "and")
    --end;
  if (end > after && end < sentence.tokens.size() && !ends_clause(sentence, end)) {
    if (const auto more = kAlso.match_at(sentence.tokens, end))
      end = binding_end(sentence, end, *more);
    if (kGot.match_at(sentence.tokens, after) && kWho.match_at(sentence.tokens, end))
      end = binding_end(sentence, end, end + 2);
  }
  return with_origin(sentence, after, end);
}

// A dangling "and", "of" or "the" ends nothing.
std::size_t without_dangling(const Sentence& sentence, std::size_t after, std::size_t last) {
  constexpr WordKinds kDangling = kind::preposition | kind::conjunction | kind::determiner |
                                  kind::pronoun | kind::auxiliary | kind::adverb;
  static const Patterns kOpen = {
      "least|most|mean|average|up|severely|markedly|mildly|moderately|recently|previously|"
      "newly|poorly|already|still|only|despite|chronic|ischemic|ischaemic|scheduled|"
      "aged"};
  static const Patterns kHistory = {"history of"};
  while (last > after && ((sentence.kinds[last - 1] & kDangling) != 0 ||
                          kOpen.match_at(sentence.tokens, last - 1) ||
                          kHistory.match_at(sentence.tokens, last - 1))) {
    --last;
  }
  return last;
}

}  // namespace

std::size_t description_end(const Sentence& sentence, std::size_t noun) {
  const std::size_t bare = noun + 1;
  const std::size_t after = after_aside(sentence, noun);
  const auto bound = bound_at(sentence, noun, after);
  if (!bound) return bare;
  std::size_t end = further_end(sentence, after, binding_end(sentence, after, *bound));
  end = without_dangling(sentence, after, end);
  // "with an infection confirmed by culture": how it was found is left out.
  static const Patterns kFound = {
      "confirmed|proven|proved|documented|verified|defined|determined|assessed|measured by|on|at|"
      "in"};
  while (end > after + 2 && kFound.match_at(sentence.tokens, end - 1)) --end;
  // "with 1" of "with 1-3 risk factors" says nothing; "aged 18 to 65" does.
  while (end == after + 2 && doc::is_digit(sentence.tokens[end - 1].folded.front()) &&
         sentence.tokens[after].folded == "with") {
    end = after;
  }
  // "attending 10 randomly chosen clinics": a number without what it counts.
  static const Patterns kNamed = {"type|grade|stage|class|phase|aged|age"};
  if (end > after + 1 && end < sentence.tokens.size() && !ends_clause(sentence, end) &&
      begins_number(sentence, end - 1) && !kNamed.match_at(sentence.tokens, end - 2)) {
    end = end > after + 2 ? without_dangling(sentence, after, end - 1) : after;
  }
  // A short form alone in its bracket is left out at the end.
  if (end > after + 1 && sentence.text[sentence.tokens[end - 1].begin - 1] == '(') --end;
  end = without_dangling(sentence, after, without_bare_measure(sentence, after, end));
  return end > after ? end : bare;
}

}  // namespace ev::extract
