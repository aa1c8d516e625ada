// The one description of the people studied that a row of a table shows. Of all phrases that name
// people the one is taken that counts as many as the study has, or says what they suffer from; a
// phrase that counts others (the screened, an arm, those who relapsed), that only tells who got the
// treatment, or that is broken off is put back.
#include "base/text.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kLeastOfPeople = 0.45;
constexpr double kOfCondition = 0.2;
constexpr double kOfPeopleWithIt = 0.6;  // from here "patients with gout" is put for "92 patients"
constexpr double kOfPeopleInTitle = 0.55;
constexpr double kOfWhole = 0.15;
constexpr double kOfAim = 0.25;
constexpr double kLackOfAll = 0.35;
constexpr double kLackOfDisease = 0.25;  // "adults aged 40 to 60"
constexpr double kLackOfSome = 0.15;

std::span<const doc::Token> words_of(const Phrase& phrase) {
  return std::span(phrase.sentence->tokens)
      .subspan(phrase.chunk.first, phrase.chunk.last - phrase.chunk.first);
}

// A disease by its name.
bool names_condition(const Phrase& phrase) {
  static const Patterns kFailing = {
      "heart|cardiac|renal|kidney|liver|hepatic|respiratory|ventricular failure|dysfunction"};
  return (kinds_of(*phrase.sentence, phrase.chunk) & kind::condition) != 0 ||
         find_any(kFailing, words_of(phrase));
}

// What people suffer from, also as an adjective: "hypertensive patients".
bool tells_condition(const Phrase& phrase) {
  static const Patterns kAdjectives = {
      "*tensive|*tensives|*betic|*betics|*phrenic|*phrenics|*rrhotic|*thritic|*emic|demented|"
      "asthmatic|asthmatics|obese|psychotic|depressed|epileptic|dyspeptic|menopausal|climacteric|"
      "perimenopausal|bipolar|psychosis|mania|nervosa|reflux|overactive|anginal|allergic|"
      "arrhythmia|arrhythmias|tachycardia|claudication|dysfunction|dyskinesia|dyskinesias|failure|"
      "infected|pylori"};
  return names_condition(phrase) || find_any(kAdjectives, words_of(phrase));
}

std::optional<double> count_at(const Phrase& phrase) {
  // "3- to 6-year-old children".
  static const Patterns kAges = {"# ?to|and|through # year|years|month|months",
                                 "# year|years|month|months old|of"};
  const Sentence& sentence = *phrase.sentence;
  if (kAges.match_at(sentence.tokens, phrase.chunk.first)) return std::nullopt;
  const std::size_t begin = sentence.tokens[phrase.chunk.first].begin;
  const std::size_t index = doc::first_number_from(sentence.numbers, begin);
  if (index >= sentence.numbers.size() || sentence.numbers[index].begin != begin)
    return std::nullopt;
  return sentence.numbers[index].value;
}

// "stage IA" of "stage IA(2)", "aged 62" of "aged 62 (8-200) months".
bool is_broken_off(const Phrase& phrase) {
  const Sentence& sentence = *phrase.sentence;
  const std::size_t end = sentence.tokens[phrase.chunk.last - 1].end;
  // "40 kg/m(2)" is whole.
  const std::size_t stop = span_of(sentence, phrase.chunk).end - sentence.span().begin;
  const bool unit = stop > end && sentence.text.substr(0, stop).ends_with("m(2)");
  const bool dash = sentence.text.substr(end, 2) == "--";  // a dash, no hyphen
  const bool cut = end < sentence.text.size() &&
                   (sentence.text[end] == '(' || (sentence.text[end] == '-' && !dash));
  const bool bracket = !unit && (cut || stop > end);
  // "hepatitis" of "hepatitis B vaccine".
  const bool letter = end + 2 < sentence.text.size() && sentence.text[end] == ' ' &&
                      doc::is_upper(sentence.text[end + 1]) && sentence.text[end + 2] == ' ';
  if (letter) return true;
  static const Patterns kLast = {
      "secondary|clinical|severe|acute|chronic|least|more|less|between|conditions|other|mild|"
      "moderate|"
      "primary|referred|recent|newly",
      "of|than|to|least #"};
  if (phrase.chunk.last - phrase.chunk.first > 1 &&
      kLast.match_at(sentence.tokens, phrase.chunk.last - 2) == phrase.chunk.last) {
    return true;
  }
  const std::size_t last = phrase.chunk.last;
  if (last >= 2 && sentence.tokens[last - 2].folded == "or") return bracket;  // "60 years or more"
  static const Patterns kToWhat = {
      "responsive|unresponsive|resistant|refractory|intolerant|susceptible|allergic|known to"};
  if (kToWhat.match_at(sentence.tokens, last - 1)) return true;
  return bracket || kLast.match_at(sentence.tokens, phrase.chunk.last - 1).has_value();
}

// "patients receiving amiodarone" where amiodarone is what was tried.
bool tells_treatment(const RecordText& record, const Phrase& phrase) {
  static const Patterns kGot = {
      "receiving|given|treated|taking|assigned|allocated|randomized|randomised|controls|control|"
      "group|groups"};
  const auto words = words_of(phrase);
  if (!find_any(kGot, words)) return false;
  const auto& given = compared_in(record).intervention;
  if (!given) return false;
  const std::vector<doc::Token> names = doc::tokenize(given->text);
  return std::any_of(words.begin(), words.end(), [&](const doc::Token& token) {
    return (word_kinds(token) & kind::treatment) != 0 &&
           std::any_of(names.begin(), names.end(),
                       [&](const doc::Token& name) { return name.folded == token.folded; });
  });
}

// "60 women (39%)": a part of them.
bool is_share(const Phrase& phrase) {
  const Sentence& sentence = *phrase.sentence;
  const std::size_t end = sentence.tokens[phrase.chunk.last - 1].end;
  if (sentence.text.substr(end, 2) != " (") return false;
  const std::size_t index = doc::first_number_from(sentence.numbers, end);
  return index < sentence.numbers.size() && sentence.numbers[index].begin == end + 2 &&
         sentence.numbers[index].percent && sentence.numbers[index].value < 100 &&
         sentence.text.substr(sentence.numbers[index].end, 2) == "%)";
}

// "60 adults (40 men, 20 women)": parts of them.
bool stands_in_bracket(const Phrase& phrase) {
  const std::string_view before =
      phrase.sentence->text.substr(0, phrase.sentence->tokens[phrase.chunk.first].begin);
  const std::size_t open = before.rfind('(');
  return open != std::string_view::npos && before.find(')', open) == std::string_view::npos;
}

// "92 patients": how many, but not who. Of "60 women" at least the sex is known.
double lack_of_words(const Phrase& phrase) {
  static const Patterns kNobody = {
      "patients|subjects|participants|individuals|people|persons|cases|population|populations|"
      "patient|subject|participant|individual|person|case|primary|target|evaluable|consenting|"
      "treated|untreated|operated|healed|preselected|selected|unselected|hospitalized|"
      "hospitalised|potential|"
      "consecutive|outpatients|inpatients|of|eligible|enrolled|selected|study|trial|remaining|all|"
      "in|from|at|who|entered|completed|participated|took|part|the|countries|country|centers|"
      "centres|center|centre|hospitals|sites|clinics"};
  static const Patterns kAge = {
      "aged|age|ages|years|year|yr|yrs|old|older|younger|over|or|more|than|to|and|between|at|"
      "least"};
  static const Patterns kSomebody = {
      "men|women|children|adults|infants|adolescents|males|females|adult|male|female|elderly|"
      "volunteers|pediatric|paediatric"};
  double lack = kLackOfAll;
  for (std::size_t i = phrase.chunk.first; i < phrase.chunk.last; ++i) {
    if (kNobody.match_at(phrase.sentence->tokens, i)) continue;
    const std::size_t at = phrase.sentence->tokens[i].begin;
    const std::size_t number = doc::first_number_from(phrase.sentence->numbers, at);
    const bool counts = number > 0 && phrase.sentence->numbers[number - 1].end > at;
    const bool begins =
        number < phrase.sentence->numbers.size() && phrase.sentence->numbers[number].begin == at;
    if (counts || begins) continue;
    if (kAge.match_at(phrase.sentence->tokens, i)) {
      lack = std::min(lack, kLackOfDisease);
      continue;
    }
    if (!kSomebody.match_at(phrase.sentence->tokens, i)) return 0;
    lack = kLackOfSome;
  }
  return lack;
}

// "After 7 days, patients": a time that the people's clause begins with.
bool begins_with_time(const Phrase& phrase) {
  static const Patterns kTime = {"# ?# hours|days|weeks|months ?later"};
  const Sentence& sentence = *phrase.sentence;
  const auto last = kTime.match_at(sentence.tokens, phrase.chunk.first);
  return last && *last < phrase.chunk.last && sentence.text[sentence.tokens[*last - 1].end] == ',';
}

// "a pulse > 90", but not "(n = 90)".
bool compares(std::string_view text) {
  for (const std::string_view counted : {"(n = ", "(N = ", "(n=", "(N="}) {
    if (const std::size_t at = text.find(counted); at != std::string_view::npos)
      return compares(text.substr(at + counted.size()));
  }
  return text.find_first_of("<>=") != std::string_view::npos;
}

// "planned to include 900 adults": nobody has counted them yet.
bool is_planned(const Phrase& phrase) {
  static const Patterns kPlanned = {"planned|intended|designed|expected|aimed to <3>"};
  const std::size_t first = phrase.chunk.first;
  const std::size_t from = first > 4 ? first - 4 : 0;
  return find_any(kPlanned, std::span(phrase.sentence->tokens).subspan(from, first - from))
      .has_value();
}

// What a phrase outside methods lacks of its confidence.
double lack_of_role(const Sentence& sentence) {
  constexpr double kUnlabelled = 0.2;
  constexpr double kBackground = 0.45;
  if (sentence.is_title() || sentence.role() == doc::Role::methods) return 0;
  return sentence.role() == doc::Role::background ? kBackground : kUnlabelled;
}

// "the majority of patients", "many patients with gout": people at large.
bool tells_of_most(const Phrase& phrase) {
  static const Patterns kMost = {"many|most|some|several|few",
                                 "majority|proportion|number|part of"};
  const std::size_t first = phrase.chunk.first;
  const std::size_t from = first > 2 ? first - 2 : 0;
  const auto before = std::span(phrase.sentence->tokens).subspan(from, first - from);
  const auto most = find_any(kMost, before);
  return most && from + most->last == first;
}

// "We examined tea in adults with gout": what a background's sentence says of the study itself.
bool tells_study_aim(const Sentence& sentence) {
  static const Patterns kAim = {
      "we|authors <3> investigated|studied|examined|evaluated|assessed|tested|compared|sought|"
      "determined|aimed|wished|undertook|conducted|performed|investigate|examine|evaluate|assess|"
      "compare|determine",
      "aim|aims|purpose|objective|objectives|goal of <5> to|was|is",
      "this|present|our study|trial <3> investigate*|examine*|evaluate*|assess*|compare*|"
      "determine*|designed"};
  return find_any(kAim, sentence).has_value();
}

// "clinicians", "interviewers": who treats or asks.
bool names_carers(const Phrase& phrase) {
  static const Patterns kCarers = {
      "clinicians|physicians|nurses|doctors|surgeons|therapists|psychiatrists|investigators|"
      "interviewers|observers|radiologists|anesthesiologists|anaesthetists|practitioners|"
      "providers|authors|workers"};
  for (std::size_t i = phrase.chunk.first; i < phrase.chunk.last; ++i) {
    if ((phrase.sentence->kinds[i] & kind::preposition) != 0) return false;
    if (kCarers.match_at(phrase.sentence->tokens, i)) return true;
  }
  return false;
}

// "a questionnaire for women with gout": whom a form was made for.
bool belongs_to_instrument(const Phrase& phrase) {
  static const Patterns kFor = {
      "instrument|questionnaire|questionnaires|scale|inventory|tool|index|guideline|guidelines "
      "for|in|of"};
  const std::size_t first = phrase.chunk.first;
  return first > 1 && kFor.match_at(phrase.sentence->tokens, first - 2) == first;
}

// A bracket that is closed but was never opened.
bool closes_bracket(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == '(') ++open;
    if (c == ')' && --open < 0) return true;
  }
  return false;
}

// "Reducing risk factors for gout": nobody has it yet.
bool is_to_be_prevented(const Phrase& phrase) {
  static const Patterns kPrevents = {"risk|risks ?factor|factors of|for",
                                     "prevention|prophylaxis of",
                                     "prevent|prevents|preventing|against"};
  constexpr std::size_t kNear = 4;  // tokens
  const std::size_t first = phrase.chunk.first;
  const std::size_t from = first > kNear ? first - kNear : 0;
  return find_any(kPrevents, std::span(phrase.sentence->tokens).first(first), from).has_value();
}

double fitness(const RecordText& record, const Candidate& candidate, const Phrase& phrase,
               const std::optional<double>& total) {
  const WordKinds all = kinds_of(*phrase.sentence, phrase.chunk);
  double out = candidate.ground.confidence;
  const bool condition = tells_condition(phrase);
  if (condition) out += kOfCondition;
  if (phrase.sentence->role() == doc::Role::background && tells_study_aim(*phrase.sentence))
    out += kOfAim;
  const auto count = count_at(phrase);
  const bool all_counted = count && total && *count == *total;
  if (count) out += all_counted ? kOfWhole : total ? -0.4 : -0.2;
  // Those who are all of them were studied, wherever the sentence stands.
  if (all_counted) out += lack_of_role(*phrase.sentence);
  static const Patterns kGeneral = {"general population"};
  if (tells_of_most(phrase)) out -= 0.4;
  if (kGeneral.match_at(phrase.sentence->tokens, phrase.chunk.first)) out -= condition ? 0.8 : 0.4;
  out -= lack_of_words(phrase);
  static const Patterns kClause = {
      "who|whose|that|assessments|assessment|ratings|improvement|response"};
  const auto words = words_of(phrase);
  const bool result = phrase.sentence->role() == doc::Role::results ||
                      phrase.sentence->role() == doc::Role::conclusions;
  if (result && !all_counted) out -= 0.4;
  if (find_any(kClause, words)) out -= result || !condition ? 0.1 : 0.05;
  if ((head_kinds(*phrase.sentence, phrase.chunk) & (kind::outcome | kind::measure)) != 0 &&
      !condition) {
    out -= 0.3;
  }
  // "adults who underwent the test": what was done with them, not who they are.
  static const Patterns kDone = {"who <1> performed|completed|underwent|entered|finished|returned",
                                 "who were|was able|willing|available"};
  static const Patterns kOperated = {
      "who <1> underwent <5> surgery|*ectomy|*otomy|*plasty|*ostomy"};
  if (!condition && find_any(kDone, words) && !find_any(kOperated, words)) out -= 0.25;
  static const Patterns kAlike = {"matched", "with|had|were similar|comparable",
                                  "similar|comparable <1> patients|subjects|women|men|children"};
  if (find_any(kAlike, words)) out -= 0.5;
  static const Patterns kCompared = {
      "shorter|longer|better|worse|greater <2> disease|duration|"
      "response|outcome|risk|symptoms"};
  if (!all_counted && find_any(kCompared, words)) out -= 0.4;
  if (is_share(phrase)) out -= 0.4;
  if (!all_counted && !phrase.sentence->is_title() && names_carers(phrase)) out -= 0.5;
  if (belongs_to_instrument(phrase)) out -= 0.4;
  if (closes_bracket(candidate.text)) out -= 0.5;
  // "subjects without gout", "diagnosing gout".
  static const Patterns kVague = {
      "patients|subjects|participants|women|men|children|adults without",
      "diagnosing|detecting|predicting|screening|preventing|excluding"};
  if (!all_counted && kVague.match_at(phrase.sentence->tokens, phrase.chunk.first)) out -= 0.3;
  // "their appropriate patient": one who stands for an adjective or for people at large.
  if (phrase.sentence->tokens[phrase.chunk.last - 1].folded == "patient") out -= 0.4;
  if (count && !all_counted && stands_in_bracket(phrase)) out -= 0.4;
  // "should lead to better treatment of adults with gout": people at large.
  static const Patterns kHoped = {
      "should|may|might|could|will|would <6> treatment|management|therapy|care|option|alternative|"
      "approach|value|benefit|use"};
  const auto before = std::span(phrase.sentence->tokens).first(phrase.chunk.first);
  if (result && !all_counted && find_any(kHoped, before)) out -= 0.4;
  // "Of 129 patients who came, 90 …".
  static const Patterns kTaken = {"enrolled|recruited|included|randomized|randomised|studied"};
  const std::size_t last = phrase.chunk.last;
  const bool taken =
      last < phrase.sentence->tokens.size() && kTaken.match_at(phrase.sentence->tokens, last);
  if (count && !all_counted && !taken && phrase.chunk.first == 1 &&
      phrase.sentence->tokens[0].folded == "of") {
    out -= 0.3;
  }
  // "at least one child".
  const std::size_t first = phrase.chunk.first;
  if (first > 0 && phrase.sentence->tokens[first - 1].folded == "least") out -= 0.4;
  if (!all_counted && compares(candidate.text)) out -= 0.3;
  // A disease without people is who was studied in a title alone.
  const bool people = (all & (kind::person | kind::animal)) != 0;
  if (!people && !phrase.sentence->is_title()) out -= 0.4;
  if (!people && is_to_be_prevented(phrase)) out -= 0.6;
  if (is_broken_off(phrase) || begins_with_time(phrase)) out -= 0.5;
  // "Adults who drank tea were excluded".
  static const Patterns kExcluded = {"excluded", "were|was <1> ineligible",
                                     "exclusion criteria|criterion", "not eligible"};
  if (!all_counted && find_any(kExcluded, *phrase.sentence)) out -= 0.5;
  if (!all_counted && tells_treatment(record, phrase)) out -= 0.4;
  // "Patients receiving tea": who got what, not who they were.
  static const Patterns kGot = {"receiving|given|treated|taking"};
  const bool got = (all & kind::treatment) != 0 && !condition;
  if (!all_counted && !phrase.sentence->is_title() && got && find_any(kGot, words)) out -= 0.25;
  return out;
}

// No person or no disease, and nothing that says they were healthy.
bool says_less(const RecordText& record, const Candidate& candidate) {
  static const Patterns kHealthy = {"healthy|volunteers|normal|normotensive|undergoing|scheduled"};
  const Phrase phrase = *phrase_at(record, *candidate.ground.span);
  const WordKinds all = kinds_of(*phrase.sentence, phrase.chunk);
  const auto words = words_of(phrase);
  if ((all & kind::person) == 0) return (all & kind::animal) == 0;
  return (all & kind::therapy) == 0 && !names_condition(phrase) && !find_any(kHealthy, words);
}

// "children with cardiac malformations": who is told, though no word of it is known as a disease.
bool tells_with(const Phrase& phrase) {
  static const Pattern kWith("with");
  const auto words = words_of(phrase);
  const auto match = kWith.find(words);
  if (!match || match->first == 0 || match->last + 1 >= words.size()) return false;
  const std::size_t noun = phrase.chunk.first + match->first - 1;
  const std::size_t head = phrase.chunk.last - 1;
  return (phrase.sentence->kinds[noun] & kind::person) != 0 &&
         (phrase.sentence->kinds[head] & (kind::measure | kind::outcome | kind::time)) == 0 &&
         !doc::is_digit(words[match->last].folded.front());
}

// "healthy nulliparous women", "adults undergoing elective surgery" of a title or an aim: more than
// how many there are.
bool tells_of_people(const RecordText& record, const Phrase& phrase) {
  const Sentence& sentence = *phrase.sentence;
  const std::string& first = sentence.tokens[phrase.chunk.first].folded;
  static const Patterns kMany = {"men|women|children|people|*s"};
  const auto is_many = [&](std::size_t token) {
    return (sentence.kinds[token] & kind::person) != 0 && kMany.match_at(sentence.tokens, token);
  };
  bool many = false;
  for (std::size_t i = phrase.chunk.first; i < phrase.chunk.last; ++i) many = many || is_many(i);
  if (!many || first.ends_with("ing") || lack_of_words(phrase) > 0) return false;
  // What a title says too may have been kept from another sentence.
  return sentence.is_title() || sentence.role() == doc::Role::objective ||
         text::fold(record.article().title).find(folded_text(sentence, phrase.chunk)) !=
             std::string::npos;
}

// "for the treatment of hay fever" of a title: who is treated has it.
bool is_treated_condition(const Phrase& phrase) {
  static const Patterns kIn = {"in|for|treating"};
  static const Patterns kTherapy = {"treatment|management|therapy of"};
  const Sentence& sentence = *phrase.sentence;
  const std::size_t first = phrase.chunk.first;
  if (!sentence.is_title() || first == 0) return false;
  if ((kinds_of(sentence, phrase.chunk) & (kind::person | kind::animal)) != 0) return false;
  return kIn.match_at(sentence.tokens, first - 1) ||
         (first > 1 && kTherapy.match_at(sentence.tokens, first - 2) == first);
}

// "Empowering asthma patients": what a title says is done to them.
bool begins_with_verb_of_title(const Phrase& phrase) {
  if (!phrase.sentence->is_title() || phrase.chunk.first != 0 || phrase.chunk.last < 3)
    return false;
  const std::string& word = phrase.sentence->tokens[0].folded;
  return word.ends_with("ing") && phrase.sentence->kinds[0] == 0 &&
         (phrase.sentence->kinds[1] & kind::condition) != 0;
}

// A mention of people and how well it stands for them.
struct PeopleMention {
  const Candidate* candidate = nullptr;
  double fitness = 0;

  void offer(const Candidate& other, double fits) {
    if (fits <= fitness) return;
    candidate = &other;
    fitness = fits;
  }
};

struct PeopleMentions {
  PeopleMention best{.fitness = kLeastOfPeople};
  double lack_of_best = 0;
  bool best_says_less = false;
  bool best_is_aged = false;
  PeopleMention worded{.fitness = kLeastOfPeople};      // whatever it says
  PeopleMention described{.fitness = kOfPeopleWithIt};  // people and what they suffer from
  const Candidate* told = nullptr;                      // the same, by no known name
  PeopleMention titled{.fitness = kOfPeopleInTitle};  // people as a title or an aim describes them
  PeopleMention treated{.fitness = kOfPeopleWithIt};  // what a title says is treated
};

PeopleMentions people_mentions(const RecordText& record, const std::optional<double>& total) {
  PeopleMentions out;
  for (const Candidate& candidate : population_candidates(record).candidates) {
    // What could not win by all that speaks for it is not looked at.
    const double highest = candidate.ground.confidence + kOfCondition + kOfWhole;
    if (highest <= out.best.fitness && !out.best_says_less && out.lack_of_best < kLackOfSome)
      continue;
    if (!candidate.ground.span) continue;
    const auto phrase = phrase_at(record, *candidate.ground.span);
    if (!phrase) continue;
    const double fits = fitness(record, candidate, *phrase, total);
    const bool person = (kinds_of(*phrase->sentence, phrase->chunk) & kind::person) != 0;
    const bool counted = count_at(*phrase).has_value();
    const double lack = lack_of_words(*phrase);
    if (out.told == nullptr && tells_with(*phrase) && !counted && fits > kOfPeopleWithIt)
      out.told = &candidate;
    if (names_condition(*phrase) && person && !counted) out.described.offer(candidate, fits);
    // An age says more than "rural adults", a disease more than an age.
    if (tells_of_people(record, *phrase) && !counted &&
        (!out.best_is_aged || tells_condition(*phrase)))
      out.titled.offer(candidate, fits);
    if (is_treated_condition(*phrase)) out.treated.offer(candidate, fits);
    if (lack < kLackOfAll) out.worded.offer(candidate, fits);
    if (fits <= out.best.fitness) continue;
    out.best.offer(candidate, fits);
    out.lack_of_best = lack;
    static const Patterns kAged = {"aged|age|ages|years|months|old"};
    out.best_is_aged = find_any(kAged, words_of(*phrase)).has_value();
    out.best_says_less = lack >= kLackOfDisease || says_less(record, candidate);
  }
  return out;
}

// "moderate gout" or "60 women with low income" where "women with moderate gout" stands too; a
// number alone describes nobody.
const Candidate* choose_mention(const PeopleMentions& all) {
  const Candidate* best = all.best.candidate;
  if (best == nullptr) return nullptr;
  const Candidate* described = all.described.candidate;
  if (described != nullptr && all.best_says_less) return described;
  if (all.lack_of_best < kLackOfSome) return best;
  for (const Candidate* named : {all.told, all.titled.candidate, all.treated.candidate}) {
    if (named != nullptr) return named;
  }
  return all.lack_of_best < kLackOfAll ? best : all.worded.candidate;
}

}  // namespace

std::optional<Candidate> main_population(const RecordText& record) {
  const Findings sizes = find_sample_size(record);
  std::optional<double> total;
  if (!sizes.candidates.empty()) total = sizes.candidates.front().number;
  const Candidate* best = choose_mention(people_mentions(record, total));
  if (best == nullptr) return std::nullopt;
  const Phrase phrase = *phrase_at(record, *best->ground.span);
  // Those planned, or more than the study has: who they are holds, their number does not.
  const auto count = count_at(phrase);
  if (count && (is_planned(phrase) || (total && *count > *total))) {
    const std::size_t at = phrase.sentence->tokens[phrase.chunk.first].begin;
    const doc::Number& number =
        phrase.sentence->numbers[doc::first_number_from(phrase.sentence->numbers, at)];
    const Chunk uncounted{phrase.sentence->token_from(number.end), phrase.chunk.last};
    return quoted(record, span_of(*phrase.sentence, uncounted), best->ground.confidence);
  }
  // "evaluated 40 adults": the verb before the count is not theirs.
  const bool verb = (phrase.sentence->kinds[phrase.chunk.first] & kind::participle) != 0;
  const Chunk rest{phrase.chunk.first + 1, phrase.chunk.last};
  const bool counted = verb && rest.first < rest.last && count_at({phrase.sentence, rest});
  if (!counted && !begins_with_verb_of_title(phrase)) return *best;
  return quoted(record, span_of(*phrase.sentence, rest), best->ground.confidence);
}

}  // namespace ev::extract
