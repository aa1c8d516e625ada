#include "pipeline/extract/main_result.hpp"

#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/memo.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>
#include <iterator>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestGap = 40;  // bytes between an estimate and a p value it may own

// What stands between the parts of one result, not between two results.
bool stays_in_clause(std::string_view gap) {
  constexpr std::string_view kBreaks[] = {
      ",",    ";",        ". ",  " and ", " but ",         " while ",     " whereas ",
      " or ", " versus ", " vs", "I2",    "heterogeneity", "interaction", " for trend"};
  return gap.size() <= kLongestGap &&
         std::none_of(std::begin(kBreaks), std::end(kBreaks),
                      [&](std::string_view s) { return gap.find(s) != std::string_view::npos; });
}

// The only p value of a line with only one result belongs to it when no clause ends between them.
std::optional<PValue> lone_p(const Line& line, std::size_t begin, std::size_t end) {
  const std::vector<PValue> ps = p_values_in(line);
  if (ps.size() != 1 || intervals_in(line).size() > 1 || effects_in(line).size() > 1) return {};
  const PValue& p = ps.front();
  const std::string_view gap = p.begin >= end   ? line.text.substr(end, p.begin - end)
                               : p.end <= begin ? line.text.substr(p.end, begin - p.end)
                                                : std::string_view();
  return stays_in_clause(gap) ? std::optional(p) : std::nullopt;
}

std::optional<PValue> p_after(const Line& line, std::size_t end) {
  for (const PValue& p : p_values_in(line)) {
    if (p.begin >= end && p.begin - end < 8) return p;
  }
  return std::nullopt;
}

MainResult result_of(const Line& line, const Effect& effect) {
  MainResult result{.line = &line, .effect = effect, .interval = effect.interval, .p = effect.p};
  const std::size_t end = effect.interval ? effect.interval->end : effect.end;
  if (!result.p) result.p = lone_p(line, effect.begin, end);
  return result;
}

MainResult result_of(const Line& line, const Interval& interval) {
  MainResult result{.line = &line, .interval = interval, .p = p_after(line, interval.end)};
  if (!result.p) result.p = lone_p(line, interval.begin, interval.end);
  return result;
}

// What predicts the outcome, or another outcome than the main one.
bool tells_other(const Line& line) {
  static const Patterns kOther = {
      "secondary outcome|outcomes|endpoint|endpoints|end|events",
      "factors|variables|predictors <4> associated|predicted|predictive", "risk factors <2> for",
      "compared|comparison|comparisons with|to base|baseline"};
  return find_any(kOther, line).has_value() && !is_on_primary_outcome(line);
}

// "Patients with recovery did better than patients without it", "independent predictors": who fares
// better whatever was given. In a trial that is not the effect of the treatment.
bool tells_prognosis(const Reading& reading, const Line& line) {
  static const Patterns kLacking = {
      "than|versus|vs|with|to <1> patients|subjects|participants|individuals|women|men|children|"
      "infants|those without"};
  static const Patterns kPredicts = {
      "independent|independently|strongest <1> predictor|predictors|determinant|determinants|"
      "associated|related|predicted",
      "predictor|predictors|determinant|determinants of"};
  const auto lacking = find_any(kLacking, line);
  // "than women without tea": what they did not get is the treatment.
  const std::size_t lacked = lacking ? lacking->last : line.tokens.size();
  const bool untreated =
      lacked >= line.tokens.size() ||
      (kinds_of(line, {lacked, std::min(lacked + 2, line.tokens.size())}) & kind::treatment) != 0;
  return (!untreated || find_any(kPredicts, line)) && is_randomized_trial(reading);
}

// "Sleep correlated with age (r = 0.4, p = 0.01)": in a trial no effect of the treatment.
bool tells_correlation(const Line& line) {
  static const Patterns kCorrelates = {
      "correlat*|predict*|predictor|predictors|determinant|determinants|multivariate|regression",
      "inversely|positively|negatively|strongly <1> related|associated"};
  return find_any(kCorrelates, line).has_value();
}

// "more with tea than with water", "different between the groups".
bool compares_groups(const Line& line) {
  static const Patterns kCompares = {
      "than|versus|vs|against", "compared|comparison|comparable|relative|superior|inferior with|to",
      "difference|differences|differed|differ|different|similar between|among",
      "between <3> groups|arms|treatments|drugs|regimens", "in favour|favor|favouring|favoring"};
  static const Patterns kNot = {"no|not|did"};
  for (std::size_t from = 0; const auto match = find_any(kCompares, line, from);) {
    from = std::max(match->last, from + 1);
    const std::size_t before = match->first > 3 ? match->first - 3 : 0;
    const auto words = std::span(line.tokens).subspan(before, match->first - before);
    if (!find_any(kNot, words)) return true;
  }
  return false;
}

// "20 % with tea, 10 % with water (P < 0.001)" where these are the arms.
bool names_two_arms(const Reading& reading, const Line& line) {
  std::size_t named = 0;
  for (const Arm& arm : arms_of(reading).arms()) {
    const std::vector<doc::Token> words = doc::tokenize(reading.document().text(arm.name));
    const bool here = std::any_of(words.begin(), words.end(), [&](const doc::Token& word) {
      constexpr WordKinds kPlain = kind::generic | kind::time | kind::unit | kind::preposition |
                                   kind::conjunction | kind::adverb;
      const WordKinds kinds = word_kinds(word);
      const bool telling =
          (kinds & kind::treatment) != 0 || ((kinds & kPlain) == 0 && word.folded.size() > 3);
      return telling && std::any_of(line.tokens.begin(), line.tokens.end(),
                                    [&](const doc::Token& t) { return t.folded == word.folded; });
    });
    named += here ? 1 : 0;
  }
  return named > 1;
}

// "rose in both groups": no comparison.
bool tells_change_in_both(const Line& line) {
  static const Patterns kBoth = {"in|for|with|on both|all <10> groups|arms|treatments|regimens"};
  return find_any(kBoth, line).has_value();
}

// What tells the outcome that the authors call primary from others.
std::vector<std::string> words_of_primary_outcome(const Reading& reading) {
  std::vector<std::string> out;
  const Findings named = find_primary_outcome(reading);
  if (named.candidates.empty()) return out;
  for (const doc::Token& token : doc::tokenize(named.candidates.front().text)) {
    constexpr WordKinds kPlain = kind::measure | kind::generic | kind::time | kind::unit |
                                 kind::preposition | kind::determiner | kind::conjunction |
                                 kind::person | kind::adverb | kind::verb;
    // Words that tell no outcome from another.
    static constexpr std::string_view kVague[] = {"confirmed", "clinical", "upper", "lower"};
    const bool vague =
        std::find(std::begin(kVague), std::end(kVague), token.folded) != std::end(kVague);
    if (!vague && token.folded.size() > 3 && (word_kinds(token) & kPlain) == 0)
      out.push_back(token.folded);
  }
  return out;
}

bool speaks_of(const Line& line, const std::vector<std::string>& words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(line.tokens.begin(), line.tokens.end(),
                       [&](const doc::Token& token) { return token.folded == word; });
  });
}

// The best-ranked of what `results_of` finds in the lines; the first among equals.
template <class ResultsOf>
std::optional<MainResult> best(const Reading& reading, ResultsOf results_of) {
  const std::vector<std::string> outcome = words_of_primary_outcome(reading);
  std::optional<MainResult> found;
  int found_rank = -4;
  const bool trial = is_randomized_trial(reading);
  for (const Line& line : reading.lines()) {
    if (!may_report(line) || sets_threshold(line) || tells_other(line)) continue;
    const int within = tells_change_in_both(line) && !compares_groups(line) ? 1 : 0;
    for (MainResult& result : results_of(line)) {
      const bool weighed = result.interval || result.p;
      // A bare difference says too little to be the main one.
      if (!weighed && result.effect && !result.effect->ratio) continue;
      if (result.effect && tells_prognosis(reading, line)) continue;
      const bool primary = is_on_primary_outcome(line) || speaks_of(line, outcome);
      // What stands without an estimate has to be told apart from changes within an arm.
      if (!result.effect && trial && tells_correlation(line)) continue;
      const bool told = !result.effect && trial;
      const int compares = told && (compares_groups(line) || names_two_arms(reading, line)) ? 1 : 0;
      const int rank = (weighed ? 4 : 0) + (primary ? 2 : 0) + compares - 2 * within;
      if (rank <= found_rank) continue;
      found_rank = rank;
      found = std::move(result);
    }
  }
  return found;
}

template <class Parts>
std::vector<MainResult> results_from(const Line& line, const Parts& parts) {
  std::vector<MainResult> out;
  for (const auto& part : parts) out.push_back(result_of(line, part));
  return out;
}

}  // namespace

bool may_report(const Line& line) {
  // "The ratio of the odds ratios was 0.7": whether an effect differs between groups.
  static const Patterns kOfEffects = {"ratio|ratios of <2> relative|odds|hazard|hazards|risk"};
  if (find_any(kOfEffects, line)) return false;
  if (line.is_title()) return true;
  return !(line.sentence.labelled &&
           (line.role() == doc::Role::background || line.role() == doc::Role::objective));
}

bool sets_threshold(const Line& line) {
  static const Patterns kThreshold = {"considered <2> significant",
                                      "significance <4> set|defined|level",
                                      "defined as ?a p",
                                      "significan* <6> defined as",
                                      "significance level",
                                      "level of significance"};
  return find_any(kThreshold, line).has_value();
}

bool is_on_primary_outcome(const Line& line) {
  static const Patterns kPrimary = {"primary|main <1> outcome|endpoint|end|efficacy|analysis"};
  return find_any(kPrimary, line).has_value();
}

namespace {

// "fell by 3 (95% CI 1 to 5) in the tea group and by 2 (95% CI 0 to 4) with water": each arm has
// its own.
bool belong_to_arms(const Line& line, const std::vector<Interval>& intervals) {
  static const Patterns kInArm = {"in|on|for|with ?the <4> group|arm|groups|patients"};
  static const Patterns kBetween = {"difference|differences"};
  if (find_any(kBetween, line)) return false;
  if (intervals.size() > 1) return true;
  for (const Interval& interval : intervals) {
    const std::size_t behind = line.token_from(interval.end);
    if (behind < line.tokens.size() && kInArm.match_at(line.tokens, behind)) return true;
  }
  return false;
}

// "There was no significant difference between the groups", without figures.
bool finds_no_difference(const Line& line) {
  static const Patterns kNone = {"no <3> difference|differences <1> between|in",
                                 "did not <2> differ", "not <2> different"};
  static const Patterns kBefore = {"baseline|entry|demographic|characteristics"};
  return line.role() == doc::Role::results && may_report(line) && find_any(kNone, line) &&
         !find_any(kBefore, line) && p_values_in(line).empty();
}

std::optional<MainResult> decide_main_result(const Reading& reading) {
  if (auto found = best(reading, [&](const Line& line) {
        return results_from(line, effects_of(reading, line));
      })) {
    return found;
  }
  if (auto found = best(reading, [&](const Line& line) {
        std::vector<Interval> intervals = intervals_in(line);
        if (is_randomized_trial(reading) && belong_to_arms(line, intervals)) intervals.clear();
        return results_from(line, intervals);
      })) {
    return found;
  }
  auto found = best(reading, [](const Line& line) {
    std::vector<MainResult> out;
    for (const PValue& p : p_values_in(line)) out.push_back({.line = &line, .p = p});
    return out;
  });
  const bool aside =
      found && !compares_groups(*found->line) && !names_two_arms(reading, *found->line) &&
      is_randomized_trial(reading) &&
      std::any_of(reading.lines().begin(), reading.lines().end(), finds_no_difference);
  return aside ? std::nullopt : found;
}

}  // namespace

std::optional<MainResult> main_result(const Reading& reading) {
  return once(reading.memo().main_result, [&] { return decide_main_result(reading); });
}

std::optional<bool> significance_of(const MainResult& result) {
  if (result.p) {
    const PValue& p = *result.p;
    const bool decides = p.relation == 'n' || p.relation == '=' ||
                         (p.relation == '<' && p.value <= 0.05) ||
                         (p.relation == '>' && p.value >= 0.05);
    if (decides) return p.significant();
  }
  // An interval speaks of 5 % only at the level of 95 %, and only where the measure has one null.
  if (!result.effect || !result.interval || result.interval->level != 95) return std::nullopt;
  if (!result.effect->has_null()) return std::nullopt;
  const Interval& ci = *result.interval;
  const double null = result.effect->ratio ? 1.0 : 0.0;
  if (ci.low > ci.high || ci.low == null || ci.high == null) return std::nullopt;
  return ci.low > null || ci.high < null;
}

}  // namespace ev::extract
