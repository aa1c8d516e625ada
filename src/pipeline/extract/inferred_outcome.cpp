#include "pipeline/extract/inferred_outcome.hpp"

#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/outcome_phrase.hpp"
#include "pipeline/extract/outcome_words.hpp"
#include "pipeline/extract/result_sentences.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// An outcome and where it stands.
using MaybePhrase = std::optional<Phrase>;

// "immunogenicity of a vaccine", "ferritin and the safety of tea": what is treated with tells no
// outcome, but "excretion of dopamine" and "ulcers" of a drug do.
Chunk without_treatment(const Sentence& s, const Chunk& phrase) {
  static const Patterns kOfIt = {
      "safety|tolerability|impact|efficacy|effectiveness|effect|effects of"};
  static const Patterns kAmount = {
      "excretion|level|levels|concentration|concentrations|secretion|clearance|uptake|release|use|"
      "intake|dose|doses|consumption|reduction|amount"};
  static const Patterns kGiven = {
      "dose|doses|regimen|regimens|arm|arms|substances|drugs|treatments"};
  static const Patterns kWhole = {"quality|length of life"};
  constexpr WordKinds kTold = kind::condition | kind::outcome | kind::measure;
  for (std::size_t of = phrase.first + 1; of < phrase.last; ++of) {
    if (s.tokens[of].folded != "of" || kWhole.match_at(s.tokens, of - 1)) continue;
    if (kOfIt.match_at(s.tokens, of - 1)) return {phrase.first, of};
    const auto rest = std::span(s.tokens).subspan(of, phrase.last - of);
    const WordKinds kinds = kinds_of(s, {of, phrase.last});
    const bool head = (head_kinds(s, phrase) & kind::treatment) != 0;
    const bool given = head || ((kinds & kind::treatment) != 0 && (kinds & kTold) == 0);
    if ((given || find_any(kGiven, rest)) && !kAmount.match_at(s.tokens, of - 1)) {
      // "quality of life (QL) of nurses" ends before its short form.
      const std::size_t before = s.tokens[of - 1].begin;
      const bool bracket = before > 0 && s.text[before - 1] == '(';
      return {phrase.first, bracket ? of - 1 : of};
    }
  }
  return phrase;
}

// "Efficacy was assessed by the time on a bicycle": the cue's words belong to two clauses.
bool is_judged_within(const Sentence& s, const Match& cue) {
  static const Patterns kJudged = {
      "was|were <1> assessed|judged|determined|evaluated|measured|defined"};
  const auto words = std::span(s.tokens).subspan(cue.first, cue.last - cue.first);
  return s.tokens[cue.first].folded.starts_with("effic") && find_any(kJudged, words) &&
         words.back().folded == "on";
}

MaybePhrase phrase_behind(const Patterns& cues, const Sentence& s) {
  // "with emphasis on", "data on": no effect.
  static const Patterns kOther = {
      "emphasis|based|focus|focusing|depending|dependent|data|information|top|while on|upon"};
  std::size_t from = 0;
  while (const auto match = find_any(cues, s, from)) {
    from = match->first + 1;
    if (match->last >= s.tokens.size() || kOther.match_at(s.tokens, match->last - 2)) continue;
    if (is_judged_within(s, *match)) continue;
    const Chunk phrase = without_treatment(s, outcome_phrase_at(s, match->last));
    // "Outcome measures were based on": no name.
    const WordKinds head = head_kinds(s, phrase);
    const bool done =
        phrase.last == phrase.first + 1 && (head & kind::outcome) == 0 &&
        ((head & (kind::participle | kind::verb)) != 0 || s.tokens[phrase.first].folded == "based");
    if (phrase.last > phrase.first && (head & kind::time) == 0 && !done) return Phrase{&s, phrase};
  }
  return std::nullopt;
}

// The same, where the cue's last word begins the phrase: "efficacy in the cure of gout".
MaybePhrase phrase_with(const Patterns& cues, const Sentence& s) {
  const auto match = find_any(cues, s);
  if (!match) return std::nullopt;
  const Chunk phrase = without_treatment(s, outcome_phrase_at(s, match->last - 1));
  // "pharmacokinetics" alone tells what was measured.
  const bool told = phrase.last > phrase.first + 1 ||
                    (phrase.last > phrase.first && s.tokens[phrase.first].folded.size() > 12);
  return told ? MaybePhrase(Phrase{&s, phrase}) : std::nullopt;
}

// "ulcer healing": what happens to what is treated, and no treatment.
bool tells_process(const Phrase& phrase) {
  static const Patterns kProcesses = {
      "eradication|healing|cure|relief|regression|conversion|remission|prevention|recurrence"};
  const Sentence& s = *phrase.sentence;
  const auto words =
      std::span(s.tokens).subspan(phrase.chunk.first, phrase.chunk.last - phrase.chunk.first);
  return find_any(kProcesses, words) &&
         (kinds_of(s, phrase.chunk) & (kind::treatment | kind::person)) == 0;
}

// "effects on chronic kidney disease": who is treated, not what is measured.
bool names_only_disease(const Phrase& phrase) {
  static const Patterns kDiseases = {
      "disease|diseases|syndrome|syndromes|disorder|disorders|diabetes|hypertension|cancer"};
  const Sentence& s = *phrase.sentence;
  constexpr WordKinds kMeasured = kind::outcome | kind::measure;
  return kDiseases.match_at(s.tokens, phrase.chunk.last - 1) && !tells_process(phrase) &&
         (kinds_of(s, phrase.chunk) & kMeasured) == 0;
}

bool names_measured(const Phrase& phrase) {
  constexpr WordKinds kMeasured = kind::outcome | kind::measure | kind::condition;
  return (kinds_of(*phrase.sentence, phrase.chunk) & kMeasured) != 0;
}

// "to learn if sleep latency differs with tea".
MaybePhrase asked_whether(const Sentence& s) {
  static const Patterns kWhether = {"whether|if ?the"};
  for (std::size_t from = 0; const auto cue = find_any(kWhether, s, from);) {
    from = cue->last;
    if (cue->last >= s.tokens.size()) break;
    const Phrase named{&s, outcome_phrase_at(s, cue->last)};
    static const Patterns kVerb = {"differ|differs|differed"};
    const bool differs = named.chunk.last < s.tokens.size() &&
                         kVerb.match_at(s.tokens, named.chunk.last).has_value();
    if (differs && names_measured(named)) return named;
  }
  return std::nullopt;
}

// "Tea for ulcer healing".
MaybePhrase process_behind(const Patterns& cues, const Sentence& s) {
  for (std::size_t from = 0; const auto cue = find_any(cues, s, from);) {
    from = cue->last;
    if (cue->last >= s.tokens.size()) break;
    const Phrase named{&s, outcome_phrase_at(s, cue->last)};
    const bool told = named.chunk.last > named.chunk.first + 1;
    static const Patterns kEnds = {"eradication|healing|cure|relief|remission|recurrence"};
    if (told && kEnds.match_at(s.tokens, named.chunk.last - 1) && tells_process(named))
      return named;
  }
  return std::nullopt;
}

// "compared the incidence", "for the cure", "compared with respect to".
const Patterns& cues_of_measures() {
  static const Patterns kMeasured = {
      "evaluate|evaluated|evaluates|assess|assessed|assesses|examine|examined|examines|"
      "investigate|investigated|study|studied|analyze|analyzed|analyse|analysed|compare|compared|"
      "compares|determine|determined|measure|measured the "
      "incidence|pharmacokinetics|pharmacodynamics|bioavailability|bioequivalence|frequency|"
      "occurrence|risk"};
  return kMeasured;
}
const Patterns& cues_of_processes() {
  static const Patterns kProcess = {
      "efficacy|effectiveness|effect|effects|effective|therapy|regimen|regimens|treatment|"
      "comparison|versus|vs <26> in|for ?the "
      "cure|eradication|relief|healing|reduction|regression|progression|remission|conversion"};
  return kProcess;
}
const Patterns& cues_of_regard() {
  static const Patterns kRegarding = {
      "compare|compared|compares|evaluate|evaluated|assess|assessed|comparison|versus|vs <30> "
      "regarding|concerning ?the",
      "compare|compared|compares|evaluate|evaluated|assess|assessed|comparison|versus|vs <30> "
      "with|in respect|regard|reference|terms to|of ?the"};
  return kRegarding;
}

// What an aim or a title says an effect is sought on: the first phrase of any cue.
MaybePhrase aimed_at(const Sentence& s) {
  static const Patterns kOn = {
      "effect|effects|impact|influence|influences|efficacy|effectiveness|action|actions <20> "
      "on|upon"};
  static const Patterns kAltered = {
      "whether|if <14> "
      "improve|improves|improved|reduce|reduces|reduced|prevent|prevents|prevented|decrease|"
      "decreases|decreased|increase|increases|increased|lower|lowers|lowered|affect|affects|"
      "affected|influence|influences|enhance|enhances|alter|alters|delay|delays"};
  static const Patterns kDoing = {
      "efficacy|effectiveness|effect|effects|effective|value|benefit|usefulness <16> in|for|at "
      "reducing|preventing|improving|relieving|controlling|lowering|decreasing|increasing|"
      "promoting|achieving|alleviating|enhancing|inducing|delaying"};
  static const Patterns kIn = {"efficacy|effectiveness|effect|effects|effective <20> in"};
  static const Patterns kEradicating = {
      "efficacy|effectiveness|effect|effects|effective|value <16> in|for|at "
      "eradicating|healing|curing"};
  static const Patterns kPrevent = {"to prevent", "for|the prevention of"};
  static const Patterns kWhether = {"whether changes|change|differences|difference"};
  static const Patterns kAssociation = {
      "association|associations|relationship|relation|link between <14> and"};
  MaybePhrase first;
  const auto keep = [&](const MaybePhrase& named) {
    if (named && (!first || named->chunk.first < first->chunk.first)) first = named;
  };
  if (auto named = phrase_behind(kOn, s); named && !names_only_disease(*named)) keep(named);
  keep(phrase_behind(kAltered, s));
  keep(phrase_behind(kDoing, s));
  keep(phrase_with(kEradicating, s));
  if (auto named = phrase_behind(kIn, s); named && tells_process(*named)) keep(named);
  keep(phrase_with(kWhether, s));
  if (auto named = phrase_behind(kAssociation, s); named && names_measured(*named)) keep(named);
  keep(phrase_behind(cues_of_regard(), s));
  keep(phrase_with(cues_of_processes(), s));
  keep(phrase_with(cues_of_measures(), s));
  static const Patterns kCompared = {"versus|vs <14> on"};
  if (auto named = s.is_title() ? phrase_behind(kCompared, s) : MaybePhrase{};
      named && names_measured(*named)) {
    keep(named);
  }
  if (!s.is_title()) keep(asked_whether(s));
  static const Patterns kForProcess = {"for|on|in"};
  if (s.is_title()) keep(phrase_behind(kPrevent, s));
  if (s.is_title()) keep(process_behind(kForProcess, s));
  return first;
}

// "Regression of left ventricular mass with tea".
MaybePhrase title_begins_with(const Sentence& s) {
  static const Patterns kOf = {
      "risk|incidence|prevalence|rate|rates|regression|progression|prevention|reduction|"
      "eradication|cure|healing|control of",
      "change|changes in"};
  static const Patterns kMeasured = {
      "pharmacokinetics|pharmacodynamics|bioavailability|bioequivalence ?and "
      "?pharmacodynamics|metabolism|bioavailability|safety|tolerability of"};
  if (const auto of = kMeasured.match_at(s.tokens, 0)) return Phrase{&s, {0, *of - 1}};
  if (!kOf.match_at(s.tokens, 0)) return std::nullopt;
  const Chunk phrase = outcome_phrase_at(s, 0);
  return phrase.last > phrase.first + 2 ? MaybePhrase(Phrase{&s, phrase}) : std::nullopt;
}

// "Tea improves sleep latency in nurses": a title that tells the result.
MaybePhrase title_tells_result(const Sentence& s) {
  static const Patterns kDoes = {
      "reduces|increases|improves|prevents|lowers|decreases|enhances|attenuates|delays|inhibits|"
      "slows|accelerates|prolongs|suppresses|shortens|stimulates|blunts|ameliorates|raises",
      "associated with <2> reduction|increase|improvement|decrease in",
      "does|do not <1> "
      "reduce|increase|improve|prevent|lower|decrease|affect|alter|influence|change|enhance"};
  const auto does = find_any(kDoes, s);
  if (!does || does->first == 0 || does->last >= s.tokens.size()) return std::nullopt;
  const Chunk phrase = without_treatment(s, outcome_phrase_at(s, does->last));
  constexpr WordKinds kTold = kind::outcome | kind::measure | kind::condition;
  constexpr WordKinds kGiven = kind::drug | kind::inactive | kind::person;
  const WordKinds kinds = kinds_of(s, phrase);
  const bool told = (phrase.last > phrase.first && (kinds & kTold) != 0) ||
                    (phrase.last > phrase.first + 1 && (kinds & kGiven) == 0);
  const Phrase named{&s, phrase};
  return told && !names_only_disease(named) ? MaybePhrase(named) : std::nullopt;
}

// "We measured plasma ferritin", "to assess the reliability of scales": the thing itself.
MaybePhrase seeks_thing(const Sentence& s) {
  static const Patterns kSeeks = {
      "evaluate|evaluated|assess|assessed|examine|examined|investigate|investigated|determine|"
      "determined|measure|measured|analyze|analyzed|analyse|analysed ?and ?compare|compared ?the",
      "compare|compared ?the", "looked at ?the"};
  static const Patterns kNoOutcome = {
      "efficacy|effectiveness|effect|effects|safety|tolerability|role|use|usefulness|value|"
      "relationship|relationships|relation|association|influence|impact|outcome|outcomes|benefit|"
      "hypothesis|response|responses|factors|results|result|regimens|regimen|action|actions|"
      "optimum|optimal|target|dose|doses|dosage"};
  for (std::size_t from = 0; const auto match = find_any(kSeeks, s, from);) {
    from = match->last;
    if (match->last >= s.tokens.size()) break;
    const Chunk phrase = outcome_phrase_at(s, match->last);
    std::size_t head = phrase.first;
    while (head < phrase.last && s.tokens[head].folded != "of" && s.tokens[head].folded != "and") {
      ++head;
    }
    bool told = head > phrase.first;
    for (std::size_t i = phrase.first; i < head; ++i)
      told = told && !kNoOutcome.match_at(s.tokens, i);
    if (told && (s.kinds[head - 1] & (kind::outcome | kind::measure)) != 0)
      return Phrase{&s, without_treatment(s, phrase)};
  }
  return std::nullopt;
}

bool states_aim(const Sentence& s) {
  // Another aim, or that of a trial this record is only a part of.
  static const Patterns kOther = {"secondary", "also", "ongoing"};
  if (find_any(kOther, s)) return false;
  if (s.text.starts_with("In addition, ")) return false;
  if (s.role() == doc::Role::objective) return true;
  if (s.labelled() || s.is_title()) return false;
  if (s.role() == doc::Role::results || s.role() == doc::Role::conclusions) return false;
  static const Patterns kAims = {
      "aim|aims|purpose|objective|objectives|goal of|was|were|is",
      "we|study|trial|report|paper "
      "<3> investigated|evaluated|assessed|examined|compared|studied|tested|determined|examines|"
      "compares|investigates|evaluates",
      "to determine|evaluate|assess|compare|investigate|examine",
      "were|was <1> compared|studied|"
      "investigated|evaluated|assessed"};
  return find_any(kAims, s).has_value();
}

// "Outcome measures included pain and sleep", "Efficacy was judged by sleep".
MaybePhrase listed_first(const Sentence& s) {
  static const Patterns kMeasures = {
      "outcome|outcomes|endpoint|endpoints|point|points ?measure|measures ?studied|assessed|"
      "measured|variables ?after|at <2> was|were|included|include ?defined ?as"};
  // "Efficacy was determined by the change in pain".
  static const Patterns kJudged = {
      "efficacy|effectiveness <1> was|were <1> "
      "determined|assessed|evaluated|measured|judged|defined|based by|as|using|on ?the ?basis ?of "
      "?comparing"};
  static const Patterns kChanges = {"evaluate|assess|determine|detect|measure ?any changes|change"};
  static const Patterns kAssessedFor = {
      "assessed|evaluated|examined|monitored|analyzed|analysed|observed|followed <4> for ?the"};
  // "if endpoint values were missing"
  static const Patterns kIf = {"if|when|where|unless|secondary"};
  if (auto named = phrase_behind(kMeasures, s); named && !find_any(kIf, s)) return named;
  if (auto named = phrase_behind(kAssessedFor, s); named && names_measured(*named)) return named;
  if (auto named = phrase_behind(kJudged, s); named && names_measured(*named)) return named;
  return phrase_with(kChanges, s);
}

// "Response to tea was defined as 20 percent less pain": the whole says what was sought.
MaybePhrase defined_success(const Sentence& s) {
  static const Patterns kDefined = {
      "response|success|failure|remission|relapse|recovery to <2> was|were defined as"};
  constexpr std::size_t kLongest = 30;  // tokens
  const auto defined = kDefined.match_at(s.tokens, 0);
  if (!defined) return std::nullopt;
  const std::size_t end = s.tokens[*defined - 1].end;
  const std::size_t last = s.token_from(std::min(s.text.find_first_of(",;(", end), s.text.size()));
  return last > *defined + 1 && last <= kLongest ? MaybePhrase(Phrase{&s, {0, last}})
                                                 : std::nullopt;
}

// "Three sites of application were compared", "risk factors were determined", "a total of 30
// events was recorded".
bool names_no_outcome(std::span<const doc::Token> words) {
  static const Patterns kLast = {
      "sites|groups|group|arms|arm|formulations|regimens|doses|dosages|treatments|drugs|patients|"
      "strategies|"
      "factors|predictors|stress|tests|test|samples|substudy|study|trial|analysis|analyses"};
  static const Patterns kTotal = {"total of #"};
  return !words.empty() && (kLast.match_at(words, words.size() - 1) || find_any(kTotal, words));
}

// "Adverse events and sleep".
bool begins_with_harm(std::span<const doc::Token> words) {
  static const Patterns kHarm = {
      "adverse|side|safety|tolerability|toxicity|withdrawal|withdrawals|extrapyramidal"};
  return find_any(kHarm, words.first(std::min<std::size_t>(words.size(), 3))).has_value();
}

// "Pain and sleep were measured at 4 weeks".
MaybePhrase measured_first(const Sentence& s) {
  static const Patterns kWere = {
      "was|were <1> measured|assessed|recorded|determined|evaluated|monitored|compared|"
      "estimated|examined|established",
      "clinical|therapeutic|treatment response|success|failure was|were defined as"};
  if (const auto defined = defined_success(s)) return defined;
  const auto match = find_any(kWere, s);
  if (!match) return std::nullopt;
  if (s.tokens[match->last - 2].folded == "also") return std::nullopt;  // and something before
  static const Patterns kVerb = {"was|were"};
  const std::size_t verb = kVerb.match_at(s.tokens, match->first) ? match->first : match->first + 2;
  const Chunk phrase = outcome_phrase_before(s, verb);
  // "The effects of tea were assessed": on what is told elsewhere.
  static const Patterns kEffects = {"effect|effects|efficacy|effectiveness of"};
  const auto words = std::span(s.tokens).subspan(phrase.first, phrase.last - phrase.first);
  if (find_any(kEffects, words) || names_no_outcome(words) || begins_with_harm(words))
    return std::nullopt;
  return phrase.last > phrase.first ? MaybePhrase(Phrase{&s, phrase}) : std::nullopt;
}

// "were determined at baseline and after 4 weeks" is told of the study itself wherever it stands.
bool states_methods(const Sentence& s) {
  if (s.role() == doc::Role::methods) return true;
  if (tells_harm(s)) return false;
  static const Patterns kTimes = {"baseline <8> weeks|week|months|month|days|treatment",
                                  "before and after"};
  return s.role() == doc::Role::background && !s.labelled() && find_any(kTimes, s).has_value();
}

// "Ulcer healing rates in the groups were similar", "The rate of events was 0.4 with tea": what a
// sentence of the results tells of.
MaybePhrase told_of(const Sentence& s) {
  static const Patterns kTold = {
      "was|were|did|is|are|decreased|increased|improved|fell|rose|declined"};
  static const Patterns kIntroduces = {"after|at|before|during|on|following|in|by"};
  const auto told = find_any(kTold, s);
  if (!told || told->first == 0) return std::nullopt;
  // "Water did not improve sleep": the subject is what was given.
  static const Patterns kGiven = {
      "did not <1> improve|reduce|increase|affect|influence|prevent|alter|lower|enhance"};
  if (kGiven.match_at(s.tokens, told->first)) return std::nullopt;
  std::size_t first = 0;
  if (kIntroduces.match_at(s.tokens, 0)) {
    while (first < told->first && (first == 0 || s.text[s.tokens[first - 1].end] != ',')) ++first;
  }
  if (first >= told->first) return std::nullopt;
  Chunk phrase = without_treatment(s, outcome_phrase_at(s, first));
  phrase.last = std::min(phrase.last, told->first);
  constexpr WordKinds kMeasured = kind::outcome | kind::measure;
  static const Patterns kOther = {
      "baseline|interaction|interactions|relationship|correlation|"
      "correlations|adjusted|difference|differences|analysis"};
  if (phrase.last <= phrase.first) return std::nullopt;
  const auto words = std::span(s.tokens).subspan(phrase.first, phrase.last - phrase.first);
  const bool measured = (kinds_of(s, phrase) & kMeasured) != 0 && !find_any(kOther, words);
  return measured ? MaybePhrase(Phrase{&s, phrase}) : std::nullopt;
}

// A section of an abstract without labels that is nothing but the name of what was measured:
// "Randomised trial.; Change in sleep latency.; Tea was better."
MaybePhrase told_alone(const RecordText& record, const Sentence& s) {
  constexpr WordKinds kSaying = kind::auxiliary | kind::pronoun;
  constexpr WordKinds kNo = kind::person | kind::animal | kind::drug | kind::inactive;
  constexpr WordKinds kMeasured = kind::outcome | kind::measure;
  constexpr std::size_t kLongest = 40;  // tokens
  const doc::Span& span = s.span();
  const bool parted = span.begin > 2 && record.document().text(doc::Span{span.field, span.begin - 2,
                                                                         span.begin}) == "; ";
  constexpr std::size_t kMostNumbers = 3;
  if (s.is_title() || s.role() == doc::Role::conclusions || !parted || s.tokens.size() > kLongest ||
      s.numbers.size() > kMostNumbers) {
    return std::nullopt;
  }
  const bool says = std::any_of(s.kinds.begin(), s.kinds.end(),
                                [](WordKinds kinds) { return (kinds & kSaying) != 0; });
  if (says || s.tokens.empty() || s.tokens.front().folded == "to") return std::nullopt;
  const Chunk phrase = outcome_phrase_at(s, 0);
  if (phrase.last <= phrase.first || phrase.first > 1) return std::nullopt;
  static const Patterns kDesign = {
      "analysis|trial|study|substudy|design|comparison|policy|group|care|program|programme|"
      "improved|increased|decreased|reduced"};
  const auto words = std::span(s.tokens).subspan(phrase.first, phrase.last - phrase.first);
  const WordKinds kinds = kinds_of(s, phrase);
  if ((kinds & kMeasured) == 0 || (kinds & kNo) != 0 || find_any(kDesign, words))
    return std::nullopt;
  return Phrase{&s, phrase};
}

constexpr int kFirstResults = 3;  // sentences

// Another sentence of one kind speaks of the first thing the phrase names.
template <class IsSought>
bool spoken_of(const RecordText& record, const Phrase& phrase, IsSought is_sought) {
  const std::vector<OutcomeWords> members = outcome_words_of(record, phrase);
  return !members.empty() &&
         std::any_of(record.sentences().begin(), record.sentences().end(), [&](const Sentence& s) {
           return is_sought(s) && &s != phrase.sentence && speaks_of(s.tokens, members.front());
         });
}

bool sums_up(const Sentence& s) {
  return s.is_title() || s.role() == doc::Role::objective || s.role() == doc::Role::conclusions;
}

bool sums_up_elsewhere(const RecordText& record, const Phrase& phrase) {
  return spoken_of(record, phrase, sums_up);
}

// The title, an aim, a conclusion or what the results tell first.
bool told_elsewhere(const RecordText& record, const Phrase& phrase) {
  int results = 0;
  return spoken_of(record, phrase, [&](const Sentence& s) {
    return sums_up(s) || (s.role() == doc::Role::results && ++results <= kFirstResults);
  });
}

MaybePhrase told_first(const RecordText& record) {
  for (const Sentence& s : record.sentences()) {
    if (s.role() != doc::Role::results || tells_harm(s)) continue;
    const auto named = told_of(s);
    return named && sums_up_elsewhere(record, *named) ? named : std::nullopt;
  }
  return std::nullopt;
}

// "pain and increased sleep", "pain of 3 points", "pain (P<.01) and sleep": what one verb governs.
Chunk one_change(const Sentence& s, const Chunk& phrase) {
  static const Patterns kNext = {
      "and|or|but|while <4> "
      "increased|decreased|reduced|improved|lowered|enhanced|had|showed",
      "of|by #"};
  Chunk out = phrase;
  for (std::size_t i = phrase.first + 1; i < phrase.last; ++i) {
    const char before = s.text[s.tokens[i].begin - 1];
    if (!kNext.match_at(s.tokens, i) && before != '(') continue;
    out.last = i;
    break;
  }
  // "pressure, milk" of "pressure, milk reduced sleep".
  if (out.last < phrase.last && s.tokens[out.last].folded == "and") {
    for (std::size_t i = out.last; i > out.first + 1; --i)
      if ((s.kinds[i - 1] & kind::drug) != 0) out.last = i - 1;
  }
  return out;
}

// "Tea significantly reduced the severity of gout compared with water".
MaybePhrase changed_in(const Sentence& s) {
  static const Patterns kChanged = {
      "reduced|increased|improved|lowered|decreased|prolonged|controlled|prevented|shortened "
      "?both ?the",
      "superior|effective|better|shown <10> to|in|at <1> "
      "reduce|reducing|lower|lowering|improve|improving|relieving|controlling|decreasing ?both "
      "?the",
      "significant|greater|larger|comparable|similar|substantial|endpoint|had <1> "
      "improvement|improvements|reduction|reductions|increase|increases|decrease|decreases in|of"};
  constexpr WordKinds kMeasured = kind::outcome | kind::measure;
  static const Patterns kOther = {"dose|doses|baseline|risk|patients|weight|hr",
                                  "heart|pulse rate"};
  static const Patterns kWas = {"was|were|is|are|be|been|the|a|an"};
  for (std::size_t from = 0; const auto match = find_any(kChanged, s, from);) {
    from = match->last;
    if (match->first == 0 || match->last >= s.tokens.size()) continue;
    if (kWas.match_at(s.tokens, match->first - 1)) continue;
    const Chunk phrase = one_change(s, without_treatment(s, outcome_phrase_at(s, match->last)));
    if (phrase.last <= phrase.first) continue;
    const auto words = std::span(s.tokens).subspan(phrase.first, phrase.last - phrase.first);
    static const Patterns kVague = {"scores|score|ratings|rating|values|levels|parameters"};
    if (words.size() == 1 && kVague.match_at(words, 0)) continue;
    if ((kinds_of(s, phrase) & kMeasured) != 0 && !find_any(kOther, words))
      return Phrase{&s, phrase};
  }
  return std::nullopt;
}

// What the first of the results say was changed.
MaybePhrase changed_first(const RecordText& record) {
  static const Patterns kAdds = {"in addition", "furthermore|moreover|additionally|however|only"};
  static const Patterns kOneOf = {"with respect|regard to", "in terms of", "regarding"};
  static const Patterns kChange = {
      "decreased|increased|reduced|improved|lowered|fell|rose|decrease|decreases|increase|"
      "increases|"
      "reduction|reductions|improvement|improvements"};
  constexpr int kEarly = 5;  // sentences
  if (!reports_trial(record)) return std::nullopt;
  int results = 0;
  for (const Sentence& s : record.sentences()) {
    if (s.role() != doc::Role::results || tells_harm(s)) continue;
    if (++results > kEarly) break;
    if (kAdds.match_at(s.tokens, 0) || find_any(kOneOf, s)) continue;
    if (const auto named = changed_in(s)) return named;
    // What else is told to have changed comes later.
    if (find_any(kChange, s) && !tells_baseline(s)) break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<InferredOutcome> inferred_outcome(const RecordText& record) {
  for (const Sentence& s : record.sentences()) {
    if (!states_aim(s)) continue;
    if (auto named = aimed_at(s)) return InferredOutcome{*named, OutcomeSource::aim};
  }
  for (const Sentence& s : record.sentences()) {
    if (!s.is_title()) continue;
    if (auto named = title_begins_with(s)) return InferredOutcome{*named, OutcomeSource::aim};
    if (auto named = aimed_at(s)) return InferredOutcome{*named, OutcomeSource::aim};
    if (auto named = title_tells_result(s)) return InferredOutcome{*named, OutcomeSource::aim};
  }
  for (const Sentence& s : record.sentences()) {
    if (auto named = told_alone(record, s)) return InferredOutcome{*named, OutcomeSource::methods};
  }
  for (const Sentence& s : record.sentences()) {
    if (!states_aim(s) || s.role() == doc::Role::methods) continue;
    if (auto named = seeks_thing(s)) return InferredOutcome{*named, OutcomeSource::aim};
  }
  MaybePhrase measured;  // that nothing else speaks of
  for (const Sentence& s : record.sentences()) {
    if (!states_methods(s)) continue;
    if (auto named = listed_first(s)) return InferredOutcome{*named, OutcomeSource::methods};
    const auto named = measured_first(s);
    if (!named) continue;
    if (told_elsewhere(record, *named)) return InferredOutcome{*named, OutcomeSource::methods};
    if (!measured) measured = named;
  }
  if (auto named = told_first(record)) return InferredOutcome{*named, OutcomeSource::results};
  if (measured) return InferredOutcome{*measured, OutcomeSource::methods};
  if (auto named = changed_first(record)) return InferredOutcome{*named, OutcomeSource::results};
  return std::nullopt;
}

}  // namespace ev::extract
