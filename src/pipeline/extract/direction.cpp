// What the intervention did to the main outcome against its comparator: increased, decreased or
// no_difference. One value stands only where a clause on the main outcome, or the conclusion, sets
// the arms against each other and says which of them had more; lists take what every sentence of
// results says.
#include "pipeline/extract/arm_changes.hpp"
#include "pipeline/extract/arm_terms.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/clause_direction.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/figures.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/result_sentences.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/subgroup.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ev::extract {

namespace {

Candidate direction_at(const RecordText& record, const Sentence& sentence, const char* label,
                       double confidence) {
  return {.text = label, .ground = ground_at(record, sentence.span(), confidence)};
}

// "Pain was unaffected by water, whereas it was lowered by tea": the sameness is half of it.
bool goes_on_to_change(const RecordText& record, const Sentence& sentence,
                       const ByteRange& clause) {
  static const Patterns kSame = {
      "but|whereas|while ?they|it was|were|increased|decreased|improved|reduced|significantly"};
  static const Patterns kTurns = {"but|whereas|while"};
  const Words rest = words_in(sentence, {clause.end, sentence.text.size()});
  if (rest.empty() || !change_in(rest)) return false;
  return kSame.match_at(rest, 0) ||
         (kTurns.match_at(rest, 0) && speaks_of_main_outcome(record, rest) == 2);
}

// "Tea cured more nurses, but sleep was short in both": the change is told of something else.
bool turns_round(const RecordText& record, const Sentence& sentence,
                 const std::vector<ByteRange>& clauses) {
  static const Patterns kBut = {"but|although|though|whereas"};
  return std::any_of(clauses.begin(), clauses.end(), [&](const ByteRange& clause) {
    const Words words = words_in(sentence, clause);
    return kBut.match_at(words, 0) && speaks_of_main_outcome(record, words) == 2;
  });
}

// Of some of those treated.
bool is_on_some_only(const RecordText& record, const Sentence& sentence) {
  return sentence.role() == doc::Role::results && tells_subgroup(record, sentence);
}

// What the clauses of a sentence that speak of the main outcome say; the sentence, when one does
// and the others are part of what it says.
std::optional<Candidate> said_of_outcome(const RecordText& record, const ArmTerms& terms,
                                         const Sentence& sentence) {
  if (speaks_of_main_outcome(record, sentence) < 2 && !is_on_primary_outcome(sentence.tokens))
    return std::nullopt;
  if (const char* label = label_of_one(record, terms, sentence.tokens))
    return direction_at(record, sentence, label, 0.75);
  if (const auto rose = treated_alone_rose(terms, sentence))
    return direction_at(record, sentence, *rose ? kUpLabel : kDownLabel, 0.65);
  const std::vector<ByteRange> clauses = clauses_of(sentence);
  for (const ByteRange& clause : clauses) {
    static const Patterns kOther = {"the|all|no|most other"};
    const Words words = words_in(sentence, clause);
    if (kOther.match_at(words, 0)) continue;
    const bool told = speaks_of_main_outcome(record, words) == 2 || is_on_primary_outcome(words);
    if (!told && clauses.size() > 1) continue;
    const char* label = direction_in(record, terms, sentence, clause);
    if (label == kNoneLabel && goes_on_to_change(record, sentence, clause)) return std::nullopt;
    if (label != nullptr) return direction_at(record, sentence, label, 0.75);
  }
  const ByteRange whole{0, sentence.text.size()};
  if (clauses.size() == 1) return std::nullopt;
  const bool none = find_any(says_no_difference(), sentence).has_value() ||
                    find_any(says_equal(), sentence).has_value();
  const char* label = direction_in(record, terms, sentence, whole);
  if (label == nullptr || (label != kNoneLabel && turns_round(record, sentence, clauses)))
    return std::nullopt;
  if (none && change_in(words_in(sentence, whole))) return std::nullopt;
  return direction_at(record, sentence, label, 0.65);
}

bool seeks_survival(const RecordText& record) {
  static const Patterns kSurvival = {"survival"};
  const Findings& named = main_outcome(record).named;
  return !named.candidates.empty() &&
         find_any(kSurvival, doc::tokenize(named.candidates.front().text));
}

// "The ratio with water versus tea".
bool is_told_of_control(const ArmTerms& terms, Words words) {
  static const Patterns kVersus = {"versus|vs", "compared|relative with|to"};
  const auto versus = find_any(kVersus, words);
  return versus && arm_named_in(terms, words.subspan(versus->last)) == ContrastedArm::treated &&
         arm_named_in(terms, words.first(versus->first)) != ContrastedArm::treated;
}

// "hazard ratio 0.7, 95% CI 0.5 to 0.9": below or above its null value; "risk reduction 5%".
std::optional<Candidate> direction_of(const RecordText& record, const ArmTerms& terms,
                                      const MainResult& result) {
  if (!result.effect) return std::nullopt;
  const Effect& effect = *result.effect;
  const std::string_view name =
      result.sentence->text.substr(effect.begin, effect.end - effect.begin);
  // The hazard is that of the event which survival is free of, and may be that with water against
  // tea.
  const bool of_event = name.find("azard") != std::string_view::npos && seeks_survival(record);
  const bool of_treated = !is_told_of_control(terms, words_in(*result.sentence, result.clause));
  const bool reduction = name.find("reduction") != std::string_view::npos && effect.estimate > 0;
  auto holds = significance_of(result);
  // An interval around 1 outweighs a p value that may be misprinted.
  const bool spans = effect.ratio && result.interval && result.interval->level >= 95 &&
                     result.interval->low < 1 && result.interval->high > 1;
  if (spans && holds && *holds) return std::nullopt;
  if (!holds || (*holds && !effect.ratio && !reduction)) return std::nullopt;
  const bool up = effect.ratio && ((effect.estimate > 1) != of_event) == of_treated;
  const char* label = !*holds ? kNoneLabel : up ? kUpLabel : kDownLabel;
  return direction_at(record, *result.sentence, label, 0.6);
}

// "These differences were not significant", of the sentence on the main outcome before.
bool denies_difference_before(const RecordText& record, const Sentence& sentence) {
  static const Patterns kDifference = {
      "the|this|these ?observed difference|differences ?between ?the ?two|three|four "
      "?treatment|treatments|group|groups|arms|regimens ?groups was|were|did"};
  static const Patterns kNone = {"not <2> significant|significantly|different|reach|attain",
                                 "nonsignificant"};
  if (&sentence == &record.sentences().front() || !kDifference.match_at(sentence.tokens, 0))
    return false;
  const Sentence& before = *std::prev(&sentence);
  const bool told = speaks_of_main_outcome(record, before) == 2 ||
                    is_on_primary_outcome(before.tokens) || !knows_main_outcome(record);
  return told && before.role() == sentence.role() && !before.numbers.empty() &&
         !tells_harm(before) && find_any(kNone, sentence).has_value();
}

// Of two arms with one figure each whether the treated one has the larger.
std::optional<bool> treated_is_higher(const RecordText& record, const ArmTerms& terms,
                                      const Sentence& sentence, const ByteRange& clause) {
  std::vector<ArmFigure> figures = arm_figures_in(record, sentence, clause);
  std::erase_if(figures, [](const ArmFigure& figure) { return !figure.arm; });
  if (figures.size() != 2 || figures[0].arm == figures[1].arm) return std::nullopt;
  const auto named = [&](const ArmFigure& figure) {
    const Arm& arm = arms_of(record).arms()[*figure.arm];
    return arm_named_in(terms, doc::tokenize(record.document().text(arm.name)));
  };
  const ContrastedArm first = named(figures[0]);
  const ContrastedArm second = named(figures[1]);
  const bool apart = (first == ContrastedArm::treated && second == ContrastedArm::control) ||
                     (first == ContrastedArm::control && second == ContrastedArm::treated);
  const doc::Number& a = sentence.numbers[figures[0].number];
  const doc::Number& b = sentence.numbers[figures[1].number];
  if (!apart || a.percent != b.percent || a.value == b.value) return std::nullopt;
  return (a.value > b.value) == (first == ContrastedArm::treated);
}

bool tells_change(Words words) {
  return first_change(ups(), words) || first_change(downs(), words);
}

// Whether what one arm is better at is the main outcome: "with respect to" names one of several.
bool may_be_main(const RecordText& record, Words clause) {
  static const Patterns kOneOf = {"with respect|regard to", "in terms of", "regarding"};
  if (!knows_main_outcome(record)) return !better_than(clause) || !find_any(kOneOf, clause);
  return !better_at(clause) || is_against_nothing(record) ||
         speaks_of_main_outcome(record, clause) > 0;
}

// What the main result's own clause says by its words, its p value and its figures.
std::optional<Candidate> direction_of_clause(const RecordText& record, const ArmTerms& terms,
                                             const MainResult& result) {
  const Sentence& sentence = *result.sentence;
  if (result.effect || (result.on_outcome < 2 && knows_main_outcome(record))) return std::nullopt;
  // "In addition, tea caused fewer falls": what comes first is the main result.
  static const Patterns kAdds = {"in addition", "additionally|moreover|furthermore|also"};
  static const Patterns kStayed = {
      "completed|completing|completion <6> study|trial|phase|treatment|weeks", "completion rates",
      "retention|retained <3> study|trial|treatment"};
  if (tells_harm(sentence) || kAdds.match_at(sentence.tokens, 0) || find_any(kStayed, sentence))
    return std::nullopt;
  const auto holds = result.p ? significance_of(result) : std::nullopt;
  const bool differs = holds.value_or(false);
  for (const ByteRange& clause : clauses_of(sentence)) {
    if (knows_main_outcome(record) || !may_be_main(record, words_in(sentence, clause))) break;
    const char* label = direction_in(record, terms, sentence, clause);
    if (label != nullptr && !(label == kNoneLabel && differs))
      return direction_at(record, sentence, label, 0.6);
    if (tells_change(words_in(sentence, clause))) break;  // that cannot be told of one arm
  }
  if (!holds.has_value()) return std::nullopt;
  if (!differs) return direction_at(record, sentence, kNoneLabel, 0.6);
  if (const auto gained = treated_gained(terms, sentence, result.clause))
    return direction_at(record, sentence, *gained ? kUpLabel : kDownLabel, 0.6);
  // "A reduction was achieved in 65% and 22%": more of them, whatever was achieved.
  static const Patterns kReached = {
      "achieved|reached|attained|responded|responders|response|success|successful|cured|healed|"
      "eradicated|remission <12> #"};
  const Words words = words_in(sentence, result.clause);
  if (tells_change(words) && !find_any(kReached, words)) return std::nullopt;
  const auto higher = treated_is_higher(record, terms, sentence, result.clause);
  if (!higher) return std::nullopt;
  return direction_at(record, sentence, *higher ? kUpLabel : kDownLabel, 0.6);
}

// "Tea was as effective as water": of whatever was measured.
const char* efficacy_in(const RecordText& record, const ArmTerms& terms, const Sentence& sentence,
                        const ByteRange& clause) {
  static const Patterns kUnsure = {"may|might|could|should|would|will|whether|if"};
  static const Patterns kArms = {"both|two|three|all|each|regimens|drugs|treatments"};
  const Words words = words_in(sentence, clause);
  if (find_any(kUnsure, words)) return nullptr;
  const Told told = told_in(record, sentence, clause);
  if (told == Told::other) return nullptr;
  if (says_equal_efficacy(words) && (told == Told::contrast || find_any(kArms, words)))
    return tells_other_pair(record, terms, words) ? nullptr : kNoneLabel;
  auto better = better_at(words);
  // "Superior to": at the main outcome, where more of it is wanted.
  const auto plain = better ? std::nullopt : better_than(words);
  if (plain && knows_main_outcome(record) && is_wanted(record, words))
    better = Change{true, plain->first, true};
  if (!better) return nullptr;
  const std::size_t at = sentence.token_from(clause.begin) + better->word;
  if (doc::scope_at(sentence.text, sentence.tokens, at).negated)
    return told == Told::contrast ? kNoneLabel : nullptr;
  if (holds_of_treated(terms, sentence, clause, *better) != true) return nullptr;
  return better->up ? kUpLabel : kDownLabel;
}

// "Markedly better efficacy than": no sameness behind it is the verdict.
bool finds_one_better(const Sentence& sentence, const ByteRange& clause) {
  static const Patterns kBetter = {
      "better|greater|superior|higher <3> efficacy|effectiveness <4> than|to",
      "more effective|efficacious <6> than"};
  return find_any(kBetter, words_in(sentence, clause)).has_value();
}

// "Equally effective, but improved sleep more": one of the two is better at something wanted.
bool adds_advantage(const Sentence& sentence, const ByteRange& clause) {
  static const Patterns kAdds = {
      "but|although|however|though|whereas <14> greater|better|superior|larger <3> "
      "improvement|improvements|reduction|increase|response|efficacy|effect|function|quality"};
  return find_any(kAdds, words_in(sentence, {clause.begin, sentence.text.size()})).has_value();
}

// Without one of these a sentence has no verdict.
const Patterns& efficacy_words() {
  static const Patterns kWords = {
      "effective|effectively|efficacious|efficacy|efficacies|effectiveness|potent|potency|superior|"
      "better|effect|effects|action|response|active|efficient|bioequivalent|equivalent"};
  return kWords;
}

// The authors' verdict on efficacy, that of their conclusion first.
std::optional<Candidate> efficacy_verdict(const RecordText& record, const ArmTerms& terms) {
  for (const auto role : {doc::Role::conclusions, doc::Role::results}) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.role() != role || !find_any(efficacy_words(), sentence)) continue;
      if (tells_baseline(sentence) || compares_kinds_of_people(sentence) ||
          is_on_some_only(record, sentence))
        continue;
      for (const ByteRange& clause : clauses_of(sentence)) {
        const char* label = efficacy_in(record, terms, sentence, clause);
        if (label != nullptr && label != kNoneLabel && role == doc::Role::results &&
            !may_be_main(record, words_in(sentence, clause))) {
          return std::nullopt;
        }
        if (label == kNoneLabel && adds_advantage(sentence, clause)) return std::nullopt;
        if (label != nullptr) return direction_at(record, sentence, label, 0.6);
        if (finds_one_better(sentence, clause)) return std::nullopt;
      }
    }
  }
  return std::nullopt;
}

// Whether a sentence may say so of the main outcome: what its own result decides is not denied or
// claimed elsewhere.
bool fits(const Candidate& said, const std::optional<MainResult>& result) {
  const auto differs = result ? significance_of(*result) : std::nullopt;
  if (!differs) return true;
  if (said.text == kNoneLabel) return !*differs;
  return *differs || result->on_outcome < 2 || result->effect;
}

// "However, nurses slept sooner with tea", directly behind: the sameness is half of it.
bool is_turned_next(const RecordText& record, const Sentence& sentence) {
  static const Patterns kTurns = {
      "however|nevertheless|nonetheless <14> "
      "faster|longer|greater|better|superior|more|fewer|earlier|sooner"};
  const Sentence& last = record.sentences().back();
  if (&sentence == &last) return false;
  const Sentence& next = *std::next(&sentence);
  return kTurns.match_at(next.tokens, 0) && next.role() == sentence.role() && !tells_harm(next);
}

std::optional<Candidate> said_in_text(const RecordText& record, const ArmTerms& terms,
                                      const std::optional<MainResult>& result) {
  for (const auto role : {doc::Role::results, doc::Role::conclusions}) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.role() != role || tells_baseline(sentence) || tells_harm(sentence)) continue;
      if (compares_kinds_of_people(sentence) || is_on_some_only(record, sentence)) continue;
      auto said = said_of_outcome(record, terms, sentence);
      if (!said && denies_difference_before(record, sentence))
        said = direction_at(record, sentence, kNoneLabel, 0.65);
      if (said && said->text == kNoneLabel && is_turned_next(record, sentence)) return std::nullopt;
      if (said && fits(*said, result)) return said;
    }
  }
  return std::nullopt;
}

// "Fewer falls (hazard ratio 0.7, 95% CI 0.5 to 0.9)" where pain was sought first.
bool is_of_other_outcome(const RecordText& record, const MainResult& result) {
  return result.effect && knows_main_outcome(record) &&
         speaks_of_main_outcome(record, *result.sentence) == 0 &&
         !is_on_primary_outcome(result.sentence->tokens);
}

// "Pain was lowest with tea": of more than two arms they are not all the same.
bool one_stands_out(const RecordText& record, const Sentence& sentence) {
  static const Patterns kMost = {
      "was|were <3> greatest|largest|highest|lowest|smallest <1> "
      "in|with|for|after",
      "was|were most <1> reduced|lowered|increased|improved"};
  return sentence.role() == doc::Role::results && find_any(kMost, sentence) &&
         speaks_of_main_outcome(record, sentence) == 2;
}

// "Tea was more effective than milk": a sameness of an outcome that only the aim lets infer is not
// the main result then.
bool is_denied(const RecordText& record, const Candidate& said) {
  static const Patterns kBetter = {"more effective|efficacious <6> than",
                                   "superior|greater|better <1> efficacy <4> than|to|over"};
  if (said.text != kNoneLabel || !knows_main_outcome(record)) return false;
  const bool primary = main_outcome(record).called_primary;
  return std::any_of(
      record.sentences().begin(), record.sentences().end(), [&](const Sentence& sentence) {
        if (one_stands_out(record, sentence)) return true;
        const bool stated =
            sentence.role() == doc::Role::results || sentence.role() == doc::Role::conclusions;
        const auto better = stated && !primary ? find_any(kBetter, sentence) : std::nullopt;
        return better && !doc::scope_at(sentence.text, sentence.tokens, better->first).negated;
      });
}

// "Tea lowers pain": a title that tells the result of the trial.
std::optional<Candidate> said_by_title(const RecordText& record, const ArmTerms& terms) {
  static const Patterns kUp = {"increases|improves|enhances|prolongs|raises"};
  static const Patterns kDown = {
      "reduces|lowers|decreases|prevents|attenuates|inhibits|suppresses|shortens|delays"};
  const Sentence& sentence = record.sentences().front();
  if (!sentence.is_title() || sentence.text.ends_with('?') || !knows_main_outcome(record) ||
      speaks_of_main_outcome(record, sentence) < 2) {
    return std::nullopt;
  }
  const auto up = find_any(kUp, sentence);
  const auto down = find_any(kDown, sentence);
  if (!up == !down) return std::nullopt;
  const std::size_t verb = up ? up->first : down->first;
  const Words words = sentence.tokens;
  const doc::Scope scope = doc::scope_at(sentence.text, sentence.tokens, verb);
  if (scope.negated || scope.hedged ||
      arm_named_in(terms, words.first(verb)) != ContrastedArm::treated ||
      speaks_of_main_outcome(record, words.subspan(verb)) < 2) {
    return std::nullopt;
  }
  if (sentence.tokens[verb].folded == "improves" && !is_wanted(record, words.subspan(verb)))
    return std::nullopt;
  return direction_at(record, sentence, up ? kUpLabel : kDownLabel, 0.5);
}

std::optional<Candidate> decide_direction(const RecordText& record) {
  const auto design = find_design(record);
  if (design && design->kind == StudyDesign::study_protocol) return std::nullopt;
  const ArmTerms& terms = arm_terms_of(record);
  auto result = main_result(record);
  if (result && is_on_some_only(record, *result->sentence)) result.reset();
  if (result) {
    auto said = said_of_outcome(record, terms, *result->sentence);
    if (said && said->text == kNoneLabel && is_turned_next(record, *result->sentence))
      return std::nullopt;
    if (said && (said->text != kNoneLabel || fits(*said, result))) return said;
    auto stated = direction_of(record, terms, *result);
    if (stated && stated->text != kNoneLabel && is_of_other_outcome(record, *result))
      return std::nullopt;
    if (stated) return stated;
  }
  if (auto said = said_in_text(record, terms, result)) return said;
  if (!reports_trial(record)) return std::nullopt;
  auto told = result ? direction_of_clause(record, terms, *result) : std::nullopt;
  auto verdict = efficacy_verdict(record, terms);
  // Where the two speak against each other, neither is certain.
  if (told && verdict && told->text != verdict->text) return std::nullopt;
  if (told || verdict) return told ? told : verdict;
  return said_by_title(record, terms);
}

std::optional<Candidate> main_direction(const RecordText& record) {
  auto said = decide_direction(record);
  return said && is_denied(record, *said) ? std::nullopt : said;
}

// What a sentence says of anything: its first word of change, or that there is none.
const char* any_direction(const Sentence& sentence, bool& negated) {
  std::optional<Match> match = find_any(says_no_difference(), sentence);
  const char* label = kNoneLabel;
  if (!match) {
    const auto up = first_change(ups(), sentence.tokens);
    const auto down = first_change(downs(), sentence.tokens);
    match = up && (!down || up->first < down->first) ? up : down;
    if (!match) return nullptr;
    label = up && match->first == up->first ? kUpLabel : kDownLabel;
  }
  negated = doc::scope_at(sentence.text, sentence.tokens, match->first).negated;
  return label;
}

// "A significant difference in favour of tea": no direction, but no sameness either.
bool tells_difference(const RecordText& record) {
  static const Patterns kDifference = {
      "significant <2> difference|differences|improvement|reduction|increase|decrease|benefit"};
  return std::any_of(record.sentences().begin(), record.sentences().end(),
                     [](const Sentence& sentence) {
                       const auto told = find_any(kDifference, sentence);
                       return told && sentence.role() == doc::Role::results &&
                              !doc::scope_at(sentence.text, sentence.tokens, told->first).negated;
                     });
}

}  // namespace

Findings find_direction(const RecordText& record) {
  constexpr std::size_t kMost = 6;
  Findings findings;
  bool compared = false;
  for (const Sentence& sentence : record.sentences()) {
    const bool stated =
        sentence.role() == doc::Role::results || sentence.role() == doc::Role::conclusions;
    if (!stated || findings.candidates.size() >= kMost) continue;
    bool negated = false;
    const char* label = any_direction(sentence, negated);
    if (label == nullptr) continue;
    const Told told = told_in(record, sentence, {0, sentence.text.size()});
    compared = compared || told == Told::contrast || told == Told::figures;
    findings.candidates.push_back(
        direction_at(record, sentence, negated ? kNoneLabel : label, 0.65));
  }
  findings.single = main_direction(record);
  if (!findings.single && reports_trial(record)) {
    findings.undecided = "no sentence says for certain what the treatment did to the main outcome";
    return findings;
  }
  const bool differ =
      std::any_of(findings.candidates.begin(), findings.candidates.end(),
                  [&](const Candidate& c) { return c.text != findings.candidates.front().text; });
  const bool none = !findings.candidates.empty() && findings.candidates.front().text == kNoneLabel;
  if (!compared && !findings.single)
    findings.undecided = "no sentence that tells a change sets groups against each other";
  if (differ && !findings.single) findings.undecided = "outcomes go in different directions";
  if (none && !findings.single && tells_difference(record))
    findings.undecided = "some outcome differs significantly";
  return findings;
}

}  // namespace ev::extract
