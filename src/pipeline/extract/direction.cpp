// What the intervention did to the main outcome against its comparator: increased, decreased or
// no_difference. One value stands only where a clause on the main outcome, or the conclusion, sets
// the arms against each other and says which of them had more; lists take what every sentence of
// results says.
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/figures.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/result_lines.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/sides.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ev::extract {

namespace {

constexpr const char* kUpLabel = "increased";
constexpr const char* kDownLabel = "decreased";
constexpr const char* kNoneLabel = "no_difference";

bool is_improvement(const doc::Token& word) {
  static constexpr std::string_view kBetter[] = {"improved", "improves", "improvement",
                                                 "improvements", "enhanced"};
  return std::find(std::begin(kBetter), std::end(kBetter), word.folded) != std::end(kBetter);
}

// An improvement of pain is less of it, one of variables nobody knows what.
bool is_wanted(const Reading& reading, Words clause) {
  static const Patterns kWanted = {
      "function|capacity|quality|sensitivity|tolerance|survival|performance|cognition|cognitive|"
      "memory|compliance|adherence|efficacy|density|mass|remission|healing|sleep|control|response|"
      "output|fraction|ability|mobility|satisfaction|eradication|cure|success"};
  static const Patterns kUnwanted = {"symptoms|symptom|severity|pain"};
  const MainOutcome& outcome = main_outcome(reading);
  if (outcome.named.candidates.empty())
    return find_any(kWanted, clause) && !find_any(kUnwanted, clause);
  const auto words = doc::tokenize(outcome.named.candidates.front().text);
  return find_any(kWanted, words) && !find_any(kUnwanted, words);
}

// "Better than water, with no advantage over milk".
bool says_better_too(const Line& line, const Stretch& stretch) {
  static const Patterns kBetter = {"superior|better|greater <8> than|to|over", "more <2> than"};
  const auto better = find_any(kBetter, words_in(line, stretch));
  if (!better) return false;
  const std::size_t at = line.token_from(stretch.begin) + better->first;
  return !doc::scope_at(line.text, line.tokens, at).negated;
}

// "…, but did not change sleep": what is compared stands before.
bool goes_on(Words words) {
  static const Patterns kGoesOn = {"but|and did|had|was|were|not"};
  return kGoesOn.match_at(words, 0).has_value();
}

bool tells_number(Words words) {
  return std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
    return word.folded.front() >= '0' && word.folded.front() <= '9';
  });
}

// "The response to 10 mg was similar to that of 20 mg", where both are compared with a placebo.
bool tells_doses(const Reading& reading, const Sides& sides, Words words) {
  static const Patterns kDoses = {"mg <12> mg", "doses",
                                  "between|among <2> active treatments|drugs|agents|groups"};
  if (!is_against_nothing(reading) || !find_any(kDoses, words)) return false;
  const Side named = side_named(sides, words);
  return named != Side::control && named != Side::both;
}

// Whether two products are equivalent neither rises nor falls.
bool is_on_equivalence(const Reading& reading) {
  static const Patterns kEquivalence = {"bioequivalence|equivalence|noninferiority",
                                        "non inferiority"};
  const Findings& named = main_outcome(reading).named;
  return !named.candidates.empty() &&
         find_any(kEquivalence, doc::tokenize(named.candidates.front().text)).has_value();
}

const char* direction_in(const Reading& reading, const Sides& sides, const Line& line,
                         const Stretch& stretch) {
  const Words words = words_in(line, stretch);
  static const Patterns kPlanned = {"will|would", "was|were|is defined|considered|designed"};
  if (words.empty() || find_any(kPlanned, words)) return nullptr;
  // "No differences were seen at rest": in one state of several.
  static const Patterns kOneState = {"at rest"};
  const Told told =
      goes_on(words) ? told_in(reading, line, {0, stretch.end}) : told_in(reading, line, stretch);
  const bool none = find_any(says_no_difference(), words).has_value();
  const bool equal = find_any(says_equal(), words).has_value();
  // "Placebo caused no change": of one arm alone.
  const bool side_by_side = told == Told::figures && side_named(sides, words) != Side::control;
  const bool of_arms = told == Told::contrast || side_by_side ||
                       (is_against_nothing(reading) && side_named(sides, words) == Side::treated);
  if (told != Told::other && (equal || none) && of_arms && !tells_doses(reading, sides, words)) {
    const bool partly = says_better_too(line, stretch) || find_any(kOneState, words);
    return partly ? nullptr : kNoneLabel;
  }
  const auto change = change_in(words);
  if (!change || is_on_equivalence(reading)) return nullptr;
  const std::size_t at = line.token_from(stretch.begin) + change->word;
  const doc::Scope scope = doc::scope_at(line.text, line.tokens, at);
  if (scope.hedged) return nullptr;
  if (scope.negated) return told != Told::other && of_arms ? kNoneLabel : nullptr;
  // "The peak reduction occurred at 8 hours": no arm did anything.
  static const Patterns kNouns = {"reduction|reductions|improvement|improvements"};
  const bool says_of_arm = is_against_nothing(reading) && !kNouns.match_at(words, change->word);
  if (told == Told::other || (told == Told::open && !says_of_arm)) return nullptr;
  // "Events clustered among those with greater reductions": no arm's.
  if (told == Told::figures && !tells_number(words)) return nullptr;
  static const Patterns kDiffers = {"differ|differed|different"};
  if (!change->compares && find_any(kDiffers, words)) return nullptr;
  if (is_improvement(words[change->word]) && !is_wanted(reading, words)) return nullptr;
  const auto treated = holds_of_treated(sides, line, stretch, *change);
  if (!treated) return nullptr;
  // Authors who find another drug better than the one they study are rarer than mistaken names.
  if (!*treated && better_than(words)) return nullptr;
  return change->up == *treated ? kUpLabel : kDownLabel;
}

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

// What the clauses of a sentence that speak of the main outcome say; the sentence, when one does
// and the others are part of what it says.
std::optional<Candidate> said_of_outcome(const Reading& reading, const Sides& sides,
                                         const Line& line) {
  if (speaks_of_main_outcome(reading, line) < 2 && !is_on_primary_outcome(line.tokens))
    return std::nullopt;
  const std::vector<Stretch> clauses = clauses_of(line);
  for (const Stretch& clause : clauses) {
    const Words words = words_in(line, clause);
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
  if (label == nullptr || (none && change_in(words_in(line, whole)))) return std::nullopt;
  return direction_at(reading, line, label, 0.65);
}

// "hazard ratio 0.7, 95% CI 0.5 to 0.9": below or above its null value; "risk reduction 5%".
std::optional<Candidate> direction_of(const Reading& reading, const MainResult& result) {
  if (!result.effect) return std::nullopt;
  const Effect& effect = *result.effect;
  const std::string_view name = result.line->text.substr(effect.begin, effect.end - effect.begin);
  const bool reduction = name.find("reduction") != std::string_view::npos && effect.estimate > 0;
  const auto holds = significance_of(result);
  if (!holds || (*holds && !effect.ratio && !reduction)) return std::nullopt;
  const bool up = effect.ratio && effect.estimate > 1;
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
  if (tells_harm(line) || kAdds.match_at(line.tokens, 0)) return std::nullopt;
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
    return kNoneLabel;
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

// Without one of these a line has no verdict.
const Patterns& efficacy_words() {
  static const Patterns kWords = {
      "effective|effectively|efficacious|efficacy|efficacies|effectiveness|potent|potency|superior|"
      "better|effect|effects|action|response|active"};
  return kWords;
}

// The authors' verdict on efficacy, that of their conclusion first.
std::optional<Candidate> efficacy_verdict(const Reading& reading, const Sides& sides) {
  for (const auto role : {doc::Role::conclusions, doc::Role::results}) {
    for (const Line& line : reading.lines()) {
      if (line.role() != role || !find_any(efficacy_words(), line)) continue;
      if (tells_baseline(line) || compares_kinds_of_people(line)) continue;
      for (const Stretch& clause : clauses_of(line)) {
        const char* label = efficacy_in(reading, sides, line, clause);
        if (label != nullptr && label != kNoneLabel && role == doc::Role::results &&
            !may_be_main(reading, words_in(line, clause))) {
          return std::nullopt;
        }
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

std::optional<Candidate> said_in_text(const Reading& reading, const Sides& sides,
                                      const std::optional<MainResult>& result) {
  for (const auto role : {doc::Role::results, doc::Role::conclusions}) {
    for (const Line& line : reading.lines()) {
      if (line.role() != role || tells_baseline(line) || tells_harm(line)) continue;
      if (compares_kinds_of_people(line)) continue;
      auto said = said_of_outcome(reading, sides, line);
      if (!said && denies_difference_before(reading, line))
        said = direction_at(reading, line, kNoneLabel, 0.65);
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

// "Tea was more effective than milk": a sameness of an outcome that only the aim lets infer is not
// the main result then.
bool is_denied(const Reading& reading, const Candidate& said) {
  static const Patterns kBetter = {"more effective|efficacious <6> than"};
  if (said.text != kNoneLabel || !knows_main_outcome(reading) ||
      main_outcome(reading).called_primary) {
    return false;
  }
  return std::any_of(reading.lines().begin(), reading.lines().end(), [](const Line& line) {
    const bool stated = line.role() == doc::Role::results || line.role() == doc::Role::conclusions;
    const auto better = stated ? find_any(kBetter, line) : std::nullopt;
    return better && !doc::scope_at(line.text, line.tokens, better->first).negated;
  });
}

std::optional<Candidate> decide_direction(const Reading& reading) {
  const auto design = find_design(reading);
  if (design && design->label == "study protocol") return std::nullopt;
  const Sides& sides = sides_of(reading);
  const auto result = main_result(reading);
  if (result) {
    auto said = said_of_outcome(reading, sides, *result->line);
    if (said && (said->text != kNoneLabel || fits(*said, result))) return said;
    auto stated = direction_of(reading, *result);
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
  return told ? told : verdict;
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
  for (const Line& line : reading.lines()) {
    const bool stated = line.role() == doc::Role::results || line.role() == doc::Role::conclusions;
    if (!stated || findings.candidates.size() >= kMost) continue;
    bool negated = false;
    const char* label = any_direction(line, negated);
    if (label == nullptr) continue;
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
  if (differ && !findings.single) findings.undecided = "outcomes go in different directions";
  if (none && !findings.single && tells_difference(reading))
    findings.undecided = "some outcome differs significantly";
  return findings;
}

}  // namespace ev::extract
