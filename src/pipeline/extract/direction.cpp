// What the intervention did to the main outcome against its comparator: increased, decreased or
// no_difference. One value stands only where a clause on the main outcome, or the conclusion, sets
// the arms against each other and says which of them had more; lists take what every sentence of
// results says.
#include "base/text.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

namespace ev::extract {

namespace {

constexpr const char* kUpLabel = "increased";
constexpr const char* kDownLabel = "decreased";
constexpr const char* kNoneLabel = "no_difference";

using Words = std::span<const doc::Token>;

const Patterns& says_no_difference() {
  static const Patterns kNone = {
      "no|not|nor|neither <3> significant|significantly|statistically <4> difference|differences|"
      "different|effect|differ|change|changes|affected|improvement|reduction|increase",
      "no difference|differences|effect|change|changes|benefit|association|improvement",
      "did not differ|change|affect|improve|reduce|increase|alter",
      "similar in|between|to",
      "reduced|decreased|lowered|increased|improved|rose|fell equally|similarly",
      "to a similar|comparable|equal extent|degree",
      "not different|superior|affected|associated"};
  return kNone;
}

// The same of two arms: "similar reductions in both groups", "equally effective".
const Patterns& says_equal() {
  static const Patterns kEqual = {
      "similar|comparable|equivalent|identical|equal|equally|similarly <6> "
      "between|both|to|two|groups|effective|extent|among|all|with",
      "was|were|is|are|appeared|appear <3> similar|comparable|equivalent",
      "as effective|efficacious <6> as",
      "neither differ|differed|varied",
      "unaffected by",
      "no <3> benefit|benefits|advantage|additional|effect",
      "without <3> benefit|advantage|effect",
      "not|nor <3> benefit|superior|differ|differed|different|vary|effective|efficacious|improve|"
      "reduce|affect|influence|prevent"};
  return kEqual;
}

const Patterns& ups() {
  static const Patterns kUp = {
      "increased|increase|increases|higher|greater|improved|improvement|improves|elevated|"
      "enhanced|longer|superior|rose|gained|more"};
  return kUp;
}

const Patterns& downs() {
  static const Patterns kDown = {
      "decreased|decrease|decreases|lower|reduced|reduction|reduces|fewer|shorter|less|"
      "diminished|declined|inferior|fell|suppressed|attenuated"};
  return kDown;
}

// "the lower lobe", "upper and lower limbs", "lower back": a place of the body. "less than 40 %",
// "500 m or less": a bound.
std::optional<Match> first_change(const Patterns& changes, Words words) {
  static const Patterns kOther = {
      "lower ?right|left lobe|lobes|limb|limbs|extremity|extremities|leg|legs|back|abdomen|"
      "abdominal|respiratory|airway|airways|urinary|tract|gastrointestinal|esophageal|oesophageal|"
      "eyelid|eyelids|lid|lip|jaw|jaws|incisors|molars|quadrant|quadrants|body|motor|uterine|third|"
      "zone|zones|lung|segment",
      "less|more|greater|higher|lower|fewer|longer|shorter than ?or ?equal ?to #",
      "less|more than half|one|two|three"};
  for (std::size_t from = 0; const auto match = find_any(changes, words, from);) {
    const auto other = kOther.match_at(words, match->first);
    const bool ends_bound = match->first > 0 && words[match->first - 1].folded == "or";
    if (!other && !ends_bound) return match;
    from = other ? *other : match->last;
  }
  return std::nullopt;
}

struct Change {
  bool up = false;
  std::size_t word = 0;   // of the words looked at
  bool compares = false;  // "lower", "greater reduction"; not "reduced"
};

// "greater reduction", "less of an increase", "the reduction was greater": two words, one sense.
std::optional<Change> compared_change(Words words) {
  static const Patterns kMoreDown = {
      "greater|larger|more|bigger|further|higher|better|significant <3> "
      "reduction|reductions|decrease|decreases|decline|declines|fall|drop|lowering|regression",
      "reduction|reductions|decrease|decreases|decline|fall|drop|lowering|regression <12> "
      "greater|larger|more|higher|better",
      "reduced|decreased|lowered|fell|declined <8> more|further"};
  static const Patterns kLessDown = {
      "smaller|less|lesser|lower <2> reduction|reductions|decrease|decreases|decline|fall|drop",
      "reduction|reductions|decrease|decreases|decline|fall|drop <12> smaller|less|lower"};
  static const Patterns kMoreUp = {
      "greater|larger|more|bigger|further|higher <3> increase|increases|improvement|improvements|"
      "rise|gain|gains",
      "increase|increases|improvement|improvements|rise|gain <12> greater|larger|more|higher"};
  static const Patterns kLessUp = {
      "smaller|less|lesser|lower <2> increase|increases|rise|gain|gains",
      "increase|increases|rise <12> smaller|less|lower"};
  struct Sense {
    const Patterns* patterns;
    bool up;
  };
  const Sense senses[] = {
      {&kLessDown, true}, {&kLessUp, false}, {&kMoreDown, false}, {&kMoreUp, true}};
  std::optional<Change> best;
  for (const Sense& sense : senses) {
    const auto match = find_any(*sense.patterns, words);
    if (!match || (best && match->first >= best->word)) continue;
    best = Change{sense.up, match->first, words[match->first].folded != "significant"};
  }
  return best;
}

// "more effective than": what it does to the outcome depends on what is wanted.
std::optional<Change> better_at(Words words) {
  static const Patterns kBetter = {"more effective|efficacious|effectively", "superior",
                                   "better than"};
  static const Patterns kWanted = {
      "eradication|eradicating|cure|curing|healing|response|responses|remission|survival|success|"
      "adherence|cessation"};
  static const Patterns kUnwanted = {
      "reducing|relieving|lowering|preventing|decreasing|prevention|reduction|alleviating"};
  const auto better = find_any(kBetter, words);
  if (!better) return std::nullopt;
  if (find_any(kUnwanted, words)) return Change{false, better->first, true};
  if (find_any(kWanted, words)) return Change{true, better->first, true};
  return std::nullopt;
}

bool says_better(Words words) {
  static const Patterns kBetter = {
      "effective|efficacious|effectively|superior|better|inferior|"
      "worse|efficacy"};
  return find_any(kBetter, words).has_value();
}

std::optional<Change> change_in(Words words) {
  if (auto change = compared_change(words)) return change;
  if (auto change = better_at(words)) return change;
  if (says_better(words)) return std::nullopt;
  const auto up = first_change(ups(), words);
  const auto down = first_change(downs(), words);
  if (!up && !down) return std::nullopt;
  // "rose with tea and fell with water": each of its own arm.
  static const Patterns kThan = {"than|versus|vs", "compared with|to"};
  if (up && down && !find_any(kThan, words)) return std::nullopt;
  const bool is_up = up && (!down || up->first < down->first);
  const std::size_t word = is_up ? up->first : down->first;
  static const Patterns kCompares = {
      "higher|greater|longer|superior|more|lower|fewer|shorter|less|inferior"};
  return Change{is_up, word, kCompares.match_at(words, word).has_value()};
}

// The words that name only one of the two arms.
struct Sides {
  std::vector<std::string> treated;
  std::vector<std::string> control;
};

std::vector<std::string> side_words(const std::optional<Candidate>& name) {
  static const Patterns kPlain = {
      "therapy|treatment|treatments|group|groups|dose|doses|daily|with|plus|regimen|regimens|based|"
      "control|course|week|acid|patients|following|after|alone"};
  std::vector<std::string> out;
  if (!name) return out;
  const std::vector<doc::Token> words = doc::tokenize(name->text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool number = doc::is_digit(words[i].folded.front());
    if (!number && words[i].folded.size() > 2 && !kPlain.match_at(words, i))
      out.push_back(words[i].folded);
  }
  return out;
}

// "CT" of "chamomile tea".
void add_short_form(std::vector<std::string>& words, const Reading& reading,
                    const std::optional<Candidate>& name) {
  if (!name) return;
  const std::string folded = text::fold(name->text);
  for (const doc::Abbreviation& form : reading.abbreviations()) {
    if (text::fold(reading.document().text(form.long_span)) == folded)
      words.push_back(text::fold(form.short_form));
  }
}

Sides sides_of(const Reading& reading) {
  const Compared& compared = compared_in(reading);
  Sides out{side_words(compared.intervention), side_words(compared.comparator)};
  add_short_form(out.treated, reading, compared.intervention);
  add_short_form(out.control, reading, compared.comparator);
  const std::vector<std::string> treated = out.treated;
  const auto drop = [](std::vector<std::string>& from, const std::vector<std::string>& shared) {
    std::erase_if(from, [&](const std::string& word) {
      return std::find(shared.begin(), shared.end(), word) != shared.end();
    });
  };
  drop(out.treated, out.control);
  drop(out.control, treated);
  return out;
}

enum class Side { none, treated, control, both };

Side side_named(const Sides& sides, Words words) {
  static const Patterns kControl = {"placebo|placebos|sham|untreated|controls",
                                    "control group|groups|subjects|patients|arm", "usual care"};
  static const Patterns kTreated = {
      "active|treatment|treated|intervention|experimental group|groups|treatment|patients|arm"};
  const auto names = [&](const std::vector<std::string>& list) {
    return std::any_of(words.begin(), words.end(), [&](const doc::Token& word) {
      return std::find(list.begin(), list.end(), word.folded) != list.end();
    });
  };
  const bool control = names(sides.control) || find_any(kControl, words).has_value();
  const bool treated = names(sides.treated) || find_any(kTreated, words).has_value();
  if (control && treated) return Side::both;
  if (control) return Side::control;
  return treated ? Side::treated : Side::none;
}

// The words behind "than", "compared with": what is compared with.
std::optional<Match> compared_with(const Line& line, const Stretch& stretch, Words words) {
  static const Patterns kThan = {"than|versus|vs|over", "compared|comparison|relative with|to"};
  const auto than = find_any(kThan, words);
  if (!than) return std::nullopt;
  const std::size_t base = line.token_from(stretch.begin);
  std::size_t last = than->last;
  while (last < words.size() && last - than->last < 9) {
    const std::size_t token = base + last;
    const std::string_view gap = line.text.substr(
        line.tokens[token - 1].end, line.tokens[token].begin - line.tokens[token - 1].end);
    if (last > than->last && gap.find_first_of(",;(") != gap.npos) break;
    ++last;
  }
  return Match{than->first, last};
}

// Whether what is said of one arm against the other holds of the treated arm (true), of the
// control (false), or cannot be told.
std::optional<bool> holds_of_treated(const Sides& sides, const Line& line, const Stretch& stretch,
                                     Words words, const Change& change) {
  // "Among the control drugs, sleep was longer with milk": of one arm only.
  static const Patterns kWithin = {"among|within"};
  if (kWithin.match_at(words, 0)) return std::nullopt;
  const bool known = !sides.control.empty();
  if (const auto than = compared_with(line, stretch, words)) {
    static const Patterns kBefore = {"baseline|pretreatment|before"};
    const Words other = words.subspan(than->first, than->last - than->first);
    const Side behind = side_named(sides, other);
    if (behind == Side::control) return true;
    if (find_any(kBefore, other)) return std::nullopt;
    if (behind == Side::treated) return known ? std::optional(false) : std::nullopt;
    const Side before = side_named(sides, words.first(than->first));
    if (before == Side::treated) return true;
    if (before == Side::control) return false;
    // "Compared with water, sleep was longer with tea".
    const Side after = side_named(sides, words.subspan(than->last));
    if (after == Side::treated) return true;
    return std::nullopt;
  }
  const Side named = side_named(sides, words);
  if (named == Side::treated) return true;
  if (named == Side::control && change.compares) return false;
  return std::nullopt;
}

// Clauses of a line that one subject each has.
std::vector<Stretch> clauses_of(const Line& line) {
  static constexpr std::string_view kTurns[] = {"; ",         " but ",      ", and ",  " whereas ",
                                                " although ", " however, ", ", while "};
  std::vector<Stretch> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const std::string_view rest = line.text.substr(i);
    const bool turns = std::any_of(std::begin(kTurns), std::end(kTurns),
                                   [&](std::string_view turn) { return rest.starts_with(turn); });
    if (!turns) continue;
    out.push_back({begin, i});
    begin = i + 1;
  }
  out.push_back({begin, line.text.size()});
  return out;
}

bool is_improvement(const doc::Token& word) {
  static constexpr std::string_view kBetter[] = {"improved", "improves", "improvement", "enhanced"};
  return std::find(std::begin(kBetter), std::end(kBetter), word.folded) != std::end(kBetter);
}

// An improvement of pain is less of it.
bool is_unwanted(const Reading& reading) {
  const MainOutcome& outcome = main_outcome(reading);
  if (outcome.named.candidates.empty()) return true;
  static const Patterns kUnwanted = {"symptoms|symptom|severity|mortality|death|deaths|toxicity"};
  const auto words = doc::tokenize(outcome.named.candidates.front().text);
  return find_any(kUnwanted, words) ||
         std::any_of(words.begin(), words.end(), [](const doc::Token& word) {
           return (word_kinds(word) & kind::condition) != 0;
         });
}

const char* direction_in(const Reading& reading, const Sides& sides, const Line& line,
                         const Stretch& stretch) {
  const Words words = words_in(line, stretch);
  static const Patterns kPlanned = {"will|would", "was|were|is defined|considered|designed"};
  if (words.empty() || find_any(kPlanned, words)) return nullptr;
  const Told told = told_in(reading, line, stretch);
  const bool none = find_any(says_no_difference(), words).has_value();
  const bool equal = find_any(says_equal(), words).has_value();
  const bool of_arms =
      told == Told::contrast || told == Told::figures || side_named(sides, words) == Side::treated;
  if (told != Told::other && (equal || none) && of_arms) return kNoneLabel;
  const auto change = change_in(words);
  if (!change) return nullptr;
  const std::size_t at = line.token_from(stretch.begin) + change->word;
  const doc::Scope scope = doc::scope_at(line.text, line.tokens, at);
  if (scope.hedged) return nullptr;
  if (scope.negated) return told == Told::other ? nullptr : kNoneLabel;
  if (told == Told::other || (told == Told::open && !is_against_nothing(reading))) return nullptr;
  static const Patterns kDiffers = {"differ|differed|different"};
  if (!change->compares && find_any(kDiffers, words)) return nullptr;
  if (is_improvement(words[change->word]) && is_unwanted(reading)) return nullptr;
  const auto treated = holds_of_treated(sides, line, stretch, words, *change);
  if (!treated) return nullptr;
  return change->up == *treated ? kUpLabel : kDownLabel;
}

Candidate direction_at(const Reading& reading, const Line& line, const char* label,
                       double confidence) {
  return {.text = label, .ground = ground_at(reading, line.span(), confidence)};
}

// "Pain was unaffected by water, whereas it was lowered by tea": the sameness is half of it.
bool goes_on_to_change(const Line& line, const Stretch& clause) {
  static const Patterns kSame = {
      "but|whereas|while ?they|it was|were|increased|decreased|improved|reduced|significantly"};
  const Words rest = words_in(line, {clause.end, line.text.size()});
  return !rest.empty() && kSame.match_at(rest, 0) && change_in(rest);
}

// What the clauses of a sentence that speak of the main outcome say; the sentence, when one does
// and the others are part of what it says.
std::optional<Candidate> said_of_outcome(const Reading& reading, const Sides& sides,
                                         const Line& line) {
  if (speaks_of_main_outcome(reading, line.tokens) < 2 && !is_on_primary_outcome(line.tokens))
    return std::nullopt;
  const std::vector<Stretch> clauses = clauses_of(line);
  for (const Stretch& clause : clauses) {
    const Words words = words_in(line, clause);
    const bool told = speaks_of_main_outcome(reading, words) == 2 || is_on_primary_outcome(words);
    if (!told && clauses.size() > 1) continue;
    const char* label = direction_in(reading, sides, line, clause);
    if (label == kNoneLabel && goes_on_to_change(line, clause)) return std::nullopt;
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
  if (!effect.ratio && !reduction) return std::nullopt;
  const auto holds = significance_of(result);
  if (!holds) return std::nullopt;
  const bool up = effect.ratio && effect.estimate > 1;
  const char* label = !*holds ? kNoneLabel : up ? kUpLabel : kDownLabel;
  return direction_at(reading, *result.line, label, 0.6);
}

// "No difference between the drugs in efficacy": the verdict of a trial whatever it measured.
std::optional<Candidate> no_difference_in_efficacy(const Reading& reading, const Line& line) {
  static const Patterns kEfficacy = {
      "no|not <3> difference|differences|different|differ <8> efficacy|effectiveness"};
  const auto match = find_any(kEfficacy, line);
  if (!match || told_in(reading, line, {0, line.text.size()}) != Told::contrast)
    return std::nullopt;
  return direction_at(reading, line, kNoneLabel, 0.6);
}

std::optional<Candidate> main_direction(const Reading& reading) {
  const auto design = find_design(reading);
  if (design && design->label == "study protocol") return std::nullopt;
  const Sides sides = sides_of(reading);
  const auto result = main_result(reading);
  const bool differs = result && significance_of(*result).value_or(false);
  // What the result itself decides is not denied by a later sentence.
  const auto fits = [&](const std::optional<Candidate>& said) {
    return said && !(differs && said->text == kNoneLabel);
  };
  if (result) {
    if (auto said = said_of_outcome(reading, sides, *result->line); fits(said)) return said;
    if (auto said = direction_of(reading, *result)) return said;
  }
  for (const auto role : {doc::Role::results, doc::Role::conclusions}) {
    for (const Line& line : reading.lines()) {
      if (line.role() != role || tells_baseline(line) || tells_harm(line)) continue;
      if (compares_kinds_of_people(line)) continue;
      if (auto said = said_of_outcome(reading, sides, line); fits(said)) return said;
      if (auto said = no_difference_in_efficacy(reading, line); fits(said)) return said;
    }
  }
  return std::nullopt;
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
