// What the intervention did to the main outcome against its comparator: increased, decreased or
// no_difference. One value stands only where a clause on the main outcome, or the conclusion, sets
// the arms against each other and says which of them had more; lists take what every sentence of
// results says.
#include "pipeline/extract/arm_changes.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/clause_direction.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/figures.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/result_lines.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/sides.hpp"
#include "pipeline/extract/subgroup.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ev::extract {

namespace {

Candidate direction_at(const Reading& reading, const Line& line, const char* label,
                       double confidence) {
  return {.text = label, .ground = ground_at(reading, line.span(), confidence)};
}

// "Pain was unaffected by water, whereas it was lowered by tea": the sameness is half of it.
bool goes_on_to_change(const Reading& reading, const Line& line, const Stretch& clause) {
  static const Patterns kSame = {
      "but|whereas|while ?they|it was|were|increased|decreased|improved|reduced|significantly"};
  static const Patterns kTurns = {"but|whereas|while"};
  const Words rest = words_in(line, {clause.end, line.text.size()});
  if (rest.empty() || !change_in(rest)) return false;
  return kSame.match_at(rest, 0) ||
         (kTurns.match_at(rest, 0) && speaks_of_main_outcome(reading, rest) == 2);
}

// "Tea cured more nurses, but sleep was short in both": the change is told of something else.
bool turns_round(const Reading& reading, const Line& line, const std::vector<Stretch>& clauses) {
  static const Patterns kBut = {"but|although|though|whereas"};
  return std::any_of(clauses.begin(), clauses.end(), [&](const Stretch& clause) {
    const Words words = words_in(line, clause);
    return kBut.match_at(words, 0) && speaks_of_main_outcome(reading, words) == 2;
  });
}

// Of some of those treated.
bool is_on_some_only(const Reading& reading, const Line& line) {
  return line.role() == doc::Role::results && tells_subgroup(reading, line);
}

// What the clauses of a sentence that speak of the main outcome say; the sentence, when one does
// and the others are part of what it says.
std::optional<Candidate> said_of_outcome(const Reading& reading, const Sides& sides,
                                         const Line& line) {
  if (speaks_of_main_outcome(reading, line) < 2 && !is_on_primary_outcome(line.tokens))
    return std::nullopt;
  if (const char* label = label_of_one(reading, sides, line.tokens))
    return direction_at(reading, line, label, 0.75);
  if (const auto rose = treated_alone_rose(sides, line))
    return direction_at(reading, line, *rose ? kUpLabel : kDownLabel, 0.65);
  const std::vector<Stretch> clauses = clauses_of(line);
  for (const Stretch& clause : clauses) {
    static const Patterns kOther = {"the|all|no|most other"};
    const Words words = words_in(line, clause);
    if (kOther.match_at(words, 0)) continue;
    const bool told = speaks_of_main_outcome(reading, words) == 2 || is_on_primary_outcome(words);
    if (!told && clauses.size() > 1) continue;
    const char* label = direction_in(reading, sides, line, clause);
    if (label == kNoneLabel && goes_on_to_change(reading, line, clause)) return std::nullopt;
    if (label != nullptr) return direction_at(reading, line, label, 0.75);
  }
  const Stretch whole{0, line.text.size()};
  if (clauses.size() == 1) return std::nullopt;
  const bool none =
      find_any(says_no_difference(), line).has_value() || find_any(says_equal(), line).has_value();
  const char* label = direction_in(reading, sides, line, whole);
  if (label == nullptr || (label != kNoneLabel && turns_round(reading, line, clauses)))
    return std::nullopt;
  if (none && change_in(words_in(line, whole))) return std::nullopt;
  return direction_at(reading, line, label, 0.65);
}

bool seeks_survival(const Reading& reading) {
  static const Patterns kSurvival = {"survival"};
  const Findings& named = main_outcome(reading).named;
  return !named.candidates.empty() &&
         find_any(kSurvival, doc::tokenize(named.candidates.front().text));
}

// "The ratio with water versus tea".
bool is_told_of_control(const Sides& sides, Words words) {
  static const Patterns kVersus = {"versus|vs", "compared|relative with|to"};
  const auto versus = find_any(kVersus, words);
  return versus && side_named(sides, words.subspan(versus->last)) == Side::treated &&
         side_named(sides, words.first(versus->first)) != Side::treated;
}

// "hazard ratio 0.7, 95% CI 0.5 to 0.9": below or above its null value; "risk reduction 5%".
std::optional<Candidate> direction_of(const Reading& reading, const Sides& sides,
                                      const MainResult& result) {
  if (!result.effect) return std::nullopt;
  const Effect& effect = *result.effect;
  const std::string_view name = result.line->text.substr(effect.begin, effect.end - effect.begin);
  // The hazard is that of the event which survival is free of, and may be that with water against
  // tea.
  const bool of_event = name.find("azard") != std::string_view::npos && seeks_survival(reading);
  const bool of_treated = !is_told_of_control(sides, words_in(*result.line, result.clause));
  const bool reduction = name.find("reduction") != std::string_view::npos && effect.estimate > 0;
  auto holds = significance_of(result);
  // An interval around 1 outweighs a p value that may be misprinted.
  const bool spans = effect.ratio && result.interval && result.interval->level >= 95 &&
                     result.interval->low < 1 && result.interval->high > 1;
  if (spans && holds && *holds) return std::nullopt;
  if (!holds || (*holds && !effect.ratio && !reduction)) return std::nullopt;
  const bool up = effect.ratio && ((effect.estimate > 1) != of_event) == of_treated;
  const char* label = !*holds ? kNoneLabel : up ? kUpLabel : kDownLabel;
  return direction_at(reading, *result.line, label, 0.6);
}

// "These differences were not significant", of the sentence on the main outcome before.
bool denies_difference_before(const Reading& reading, const Line& line) {
  static const Patterns kDifference = {
      "the|this|these ?observed difference|differences ?between ?the ?two|three|four "
      "?treatment|treatments|group|groups|arms|regimens ?groups was|were|did"};
  static const Patterns kNone = {"not <2> significant|significantly|different|reach|attain",
                                 "nonsignificant"};
  if (&line == &reading.lines().front() || !kDifference.match_at(line.tokens, 0)) return false;
  const Line& before = *std::prev(&line);
  const bool told = speaks_of_main_outcome(reading, before) == 2 ||
                    is_on_primary_outcome(before.tokens) || !knows_main_outcome(reading);
  return told && before.role() == line.role() && !before.numbers.empty() && !tells_harm(before) &&
         find_any(kNone, line).has_value();
}

// Of two arms with one figure each whether the treated one has the larger.
std::optional<bool> treated_is_higher(const Reading& reading, const Sides& sides, const Line& line,
                                      const Stretch& clause) {
  std::vector<ArmFigure> figures = arm_figures_in(reading, line, clause);
  std::erase_if(figures, [](const ArmFigure& figure) { return !figure.arm; });
  if (figures.size() != 2 || figures[0].arm == figures[1].arm) return std::nullopt;
  const auto side = [&](const ArmFigure& figure) {
    const Arm& arm = arms_of(reading).arms()[*figure.arm];
    return side_named(sides, doc::tokenize(reading.document().text(arm.name)));
  };
  const Side first = side(figures[0]);
  const Side second = side(figures[1]);
  const bool apart = (first == Side::treated && second == Side::control) ||
                     (first == Side::control && second == Side::treated);
  const doc::Number& a = line.numbers[figures[0].number];
  const doc::Number& b = line.numbers[figures[1].number];
  if (!apart || a.percent != b.percent || a.value == b.value) return std::nullopt;
  return (a.value > b.value) == (first == Side::treated);
}

bool tells_change(Words words) {
  return first_change(ups(), words) || first_change(downs(), words);
}

// Whether what one arm is better at is the main outcome: "with respect to" names one of several.
bool may_be_main(const Reading& reading, Words clause) {
  static const Patterns kOneOf = {"with respect|regard to", "in terms of", "regarding"};
  if (!knows_main_outcome(reading)) return !better_than(clause) || !find_any(kOneOf, clause);
  return !better_at(clause) || is_against_nothing(reading) ||
         speaks_of_main_outcome(reading, clause) > 0;
}

// What the main result's own clause says by its words, its p value and its figures.
std::optional<Candidate> direction_of_clause(const Reading& reading, const Sides& sides,
                                             const MainResult& result) {
  const Line& line = *result.line;
  if (result.effect || (result.on_outcome < 2 && knows_main_outcome(reading))) return std::nullopt;
  // "In addition, tea caused fewer falls": what comes first is the main result.
  static const Patterns kAdds = {"in addition", "additionally|moreover|furthermore|also"};
  static const Patterns kStayed = {
      "completed|completing|completion <6> study|trial|phase|treatment|weeks", "completion rates",
      "retention|retained <3> study|trial|treatment"};
  if (tells_harm(line) || kAdds.match_at(line.tokens, 0) || find_any(kStayed, line))
    return std::nullopt;
  const auto holds = result.p ? significance_of(result) : std::nullopt;
  const bool differs = holds.value_or(false);
  for (const Stretch& clause : clauses_of(line)) {
    if (knows_main_outcome(reading) || !may_be_main(reading, words_in(line, clause))) break;
    const char* label = direction_in(reading, sides, line, clause);
    if (label != nullptr && !(label == kNoneLabel && differs))
      return direction_at(reading, line, label, 0.6);
    if (tells_change(words_in(line, clause))) break;  // that cannot be told of one arm
  }
  if (!holds.has_value()) return std::nullopt;
  if (!differs) return direction_at(reading, line, kNoneLabel, 0.6);
  if (const auto gained = treated_gained(sides, line, result.clause))
    return direction_at(reading, line, *gained ? kUpLabel : kDownLabel, 0.6);
  // "A reduction was achieved in 65% and 22%": more of them, whatever was achieved.
  static const Patterns kReached = {
      "achieved|reached|attained|responded|responders|response|success|successful|cured|healed|"
      "eradicated|remission <12> #"};
  const Words words = words_in(line, result.clause);
  if (tells_change(words) && !find_any(kReached, words)) return std::nullopt;
  const auto higher = treated_is_higher(reading, sides, line, result.clause);
  if (!higher) return std::nullopt;
  return direction_at(reading, line, *higher ? kUpLabel : kDownLabel, 0.6);
}

// "Tea was as effective as water": of whatever was measured.
const char* efficacy_in(const Reading& reading, const Sides& sides, const Line& line,
                        const Stretch& clause) {
  static const Patterns kUnsure = {"may|might|could|should|would|will|whether|if"};
  static const Patterns kArms = {"both|two|three|all|each|regimens|drugs|treatments"};
  const Words words = words_in(line, clause);
  if (find_any(kUnsure, words)) return nullptr;
  const Told told = told_in(reading, line, clause);
  if (told == Told::other) return nullptr;
  if (says_equal_efficacy(words) && (told == Told::contrast || find_any(kArms, words)))
    return tells_other_pair(reading, sides, words) ? nullptr : kNoneLabel;
  auto better = better_at(words);
  // "Superior to": at the main outcome, where more of it is wanted.
  const auto plain = better ? std::nullopt : better_than(words);
  if (plain && knows_main_outcome(reading) && is_wanted(reading, words))
    better = Change{true, plain->first, true};
  if (!better) return nullptr;
  const std::size_t at = line.token_from(clause.begin) + better->word;
  if (doc::scope_at(line.text, line.tokens, at).negated)
    return told == Told::contrast ? kNoneLabel : nullptr;
  if (holds_of_treated(sides, line, clause, *better) != true) return nullptr;
  return better->up ? kUpLabel : kDownLabel;
}

// "Markedly better efficacy than": no sameness behind it is the verdict.
bool finds_one_better(const Line& line, const Stretch& clause) {
  static const Patterns kBetter = {
      "better|greater|superior|higher <3> efficacy|effectiveness <4> than|to",
      "more effective|efficacious <6> than"};
  return find_any(kBetter, words_in(line, clause)).has_value();
}

// "Equally effective, but improved sleep more": one of the two is better at something wanted.
bool adds_advantage(const Line& line, const Stretch& clause) {
  static const Patterns kAdds = {
      "but|although|however|though|whereas <14> greater|better|superior|larger <3> "
      "improvement|improvements|reduction|increase|response|efficacy|effect|function|quality"};
  return find_any(kAdds, words_in(line, {clause.begin, line.text.size()})).has_value();
}

// Without one of these a line has no verdict.
const Patterns& efficacy_words() {
  static const Patterns kWords = {
      "effective|effectively|efficacious|efficacy|efficacies|effectiveness|potent|potency|superior|"
      "better|effect|effects|action|response|active|efficient|bioequivalent|equivalent"};
  return kWords;
}

// The authors' verdict on efficacy, that of their conclusion first.
std::optional<Candidate> efficacy_verdict(const Reading& reading, const Sides& sides) {
  for (const auto role : {doc::Role::conclusions, doc::Role::results}) {
    for (const Line& line : reading.lines()) {
      if (line.role() != role || !find_any(efficacy_words(), line)) continue;
      if (tells_baseline(line) || compares_kinds_of_people(line) || is_on_some_only(reading, line))
        continue;
      for (const Stretch& clause : clauses_of(line)) {
        const char* label = efficacy_in(reading, sides, line, clause);
        if (label != nullptr && label != kNoneLabel && role == doc::Role::results &&
            !may_be_main(reading, words_in(line, clause))) {
          return std::nullopt;
        }
        if (label == kNoneLabel && adds_advantage(line, clause)) return std::nullopt;
        if (label != nullptr) return direction_at(reading, line, label, 0.6);
        if (finds_one_better(line, clause)) return std::nullopt;
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
bool is_turned_next(const Reading& reading, const Line& line) {
  static const Patterns kTurns = {
      "however|nevertheless|nonetheless <14> "
      "faster|longer|greater|better|superior|more|fewer|earlier|sooner"};
  const Line& last = reading.lines().back();
  if (&line == &last) return false;
  const Line& next = *std::next(&line);
  return kTurns.match_at(next.tokens, 0) && next.role() == line.role() && !tells_harm(next);
}

std::optional<Candidate> said_in_text(const Reading& reading, const Sides& sides,
                                      const std::optional<MainResult>& result) {
  for (const auto role : {doc::Role::results, doc::Role::conclusions}) {
    for (const Line& line : reading.lines()) {
      if (line.role() != role || tells_baseline(line) || tells_harm(line)) continue;
      if (compares_kinds_of_people(line) || is_on_some_only(reading, line)) continue;
      auto said = said_of_outcome(reading, sides, line);
      if (!said && denies_difference_before(reading, line))
        said = direction_at(reading, line, kNoneLabel, 0.65);
      if (said && said->text == kNoneLabel && is_turned_next(reading, line)) return std::nullopt;
      if (said && fits(*said, result)) return said;
    }
  }
  return std::nullopt;
}

// "Fewer falls (hazard ratio 0.7, 95% CI 0.5 to 0.9)" where pain was sought first.
bool is_of_other_outcome(const Reading& reading, const MainResult& result) {
  return result.effect && knows_main_outcome(reading) &&
         speaks_of_main_outcome(reading, *result.line) == 0 &&
         !is_on_primary_outcome(result.line->tokens);
}

// "Pain was lowest with tea": of more than two arms they are not all the same.
bool one_stands_out(const Reading& reading, const Line& line) {
  static const Patterns kMost = {
      "was|were <3> greatest|largest|highest|lowest|smallest <1> "
      "in|with|for|after",
      "was|were most <1> reduced|lowered|increased|improved"};
  return line.role() == doc::Role::results && find_any(kMost, line) &&
         speaks_of_main_outcome(reading, line) == 2;
}

// "Tea was more effective than milk": a sameness of an outcome that only the aim lets infer is not
// the main result then.
bool is_denied(const Reading& reading, const Candidate& said) {
  static const Patterns kBetter = {"more effective|efficacious <6> than",
                                   "superior|greater|better <1> efficacy <4> than|to|over"};
  if (said.text != kNoneLabel || !knows_main_outcome(reading)) return false;
  const bool primary = main_outcome(reading).called_primary;
  return std::any_of(reading.lines().begin(), reading.lines().end(), [&](const Line& line) {
    if (one_stands_out(reading, line)) return true;
    const bool stated = line.role() == doc::Role::results || line.role() == doc::Role::conclusions;
    const auto better = stated && !primary ? find_any(kBetter, line) : std::nullopt;
    return better && !doc::scope_at(line.text, line.tokens, better->first).negated;
  });
}

// "Tea lowers pain": a title that tells the result of the trial.
std::optional<Candidate> said_by_title(const Reading& reading, const Sides& sides) {
  static const Patterns kUp = {"increases|improves|enhances|prolongs|raises"};
  static const Patterns kDown = {
      "reduces|lowers|decreases|prevents|attenuates|inhibits|suppresses|shortens|delays"};
  const Line& line = reading.lines().front();
  if (!line.is_title() || line.text.ends_with('?') || !knows_main_outcome(reading) ||
      speaks_of_main_outcome(reading, line) < 2) {
    return std::nullopt;
  }
  const auto up = find_any(kUp, line);
  const auto down = find_any(kDown, line);
  if (!up == !down) return std::nullopt;
  const std::size_t verb = up ? up->first : down->first;
  const Words words = line.tokens;
  const doc::Scope scope = doc::scope_at(line.text, line.tokens, verb);
  if (scope.negated || scope.hedged || side_named(sides, words.first(verb)) != Side::treated ||
      speaks_of_main_outcome(reading, words.subspan(verb)) < 2) {
    return std::nullopt;
  }
  if (line.tokens[verb].folded == "improves" && !is_wanted(reading, words.subspan(verb)))
    return std::nullopt;
  return direction_at(reading, line, up ? kUpLabel : kDownLabel, 0.5);
}

std::optional<Candidate> decide_direction(const Reading& reading) {
  const auto design = find_design(reading);
  if (design && design->kind == StudyDesign::study_protocol) return std::nullopt;
  const Sides& sides = sides_of(reading);
  auto result = main_result(reading);
  if (result && is_on_some_only(reading, *result->line)) result.reset();
  if (result) {
    auto said = said_of_outcome(reading, sides, *result->line);
    if (said && said->text == kNoneLabel && is_turned_next(reading, *result->line))
      return std::nullopt;
    if (said && (said->text != kNoneLabel || fits(*said, result))) return said;
    auto stated = direction_of(reading, sides, *result);
    if (stated && stated->text != kNoneLabel && is_of_other_outcome(reading, *result))
      return std::nullopt;
    if (stated) return stated;
  }
  if (auto said = said_in_text(reading, sides, result)) return said;
  if (!reports_trial(reading)) return std::nullopt;
  auto told = result ? direction_of_clause(reading, sides, *result) : std::nullopt;
  auto verdict = efficacy_verdict(reading, sides);
  // Where the two speak against each other, neither is certain.
  if (told && verdict && told->text != verdict->text) return std::nullopt;
  if (told || verdict) return told ? told : verdict;
  return said_by_title(reading, sides);
}

std::optional<Candidate> main_direction(const Reading& reading) {
  auto said = decide_direction(reading);
  return said && is_denied(reading, *said) ? std::nullopt : said;
}

// What a sentence says of anything: its first word of change, or that there is none.
const char* any_direction(const Line& line, bool& negated) {
  std::optional<Match> match = find_any(says_no_difference(), line);
  const char* label = kNoneLabel;
  if (!match) {
    const auto up = first_change(ups(), line.tokens);
    const auto down = first_change(downs(), line.tokens);
    match = up && (!down || up->first < down->first) ? up : down;
    if (!match) return nullptr;
    label = up && match->first == up->first ? kUpLabel : kDownLabel;
  }
  negated = doc::scope_at(line.text, line.tokens, match->first).negated;
  return label;
}

// "A significant difference in favour of tea": no direction, but no sameness either.
bool tells_difference(const Reading& reading) {
  static const Patterns kDifference = {
      "significant <2> difference|differences|improvement|reduction|increase|decrease|benefit"};
  return std::any_of(reading.lines().begin(), reading.lines().end(), [](const Line& line) {
    const auto told = find_any(kDifference, line);
    return told && line.role() == doc::Role::results &&
           !doc::scope_at(line.text, line.tokens, told->first).negated;
  });
}

}  // namespace

Findings find_direction(const Reading& reading) {
  constexpr std::size_t kMost = 6;
  Findings findings;
  bool compared = false;
  for (const Line& line : reading.lines()) {
    const bool stated = line.role() == doc::Role::results || line.role() == doc::Role::conclusions;
    if (!stated || findings.candidates.size() >= kMost) continue;
    bool negated = false;
    const char* label = any_direction(line, negated);
    if (label == nullptr) continue;
    const Told told = told_in(reading, line, {0, line.text.size()});
    compared = compared || told == Told::contrast || told == Told::figures;
    findings.candidates.push_back(direction_at(reading, line, negated ? kNoneLabel : label, 0.65));
  }
  findings.single = main_direction(reading);
  if (!findings.single && reports_trial(reading)) {
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
  if (none && !findings.single && tells_difference(reading))
    findings.undecided = "some outcome differs significantly";
  return findings;
}

}  // namespace ev::extract
