#include "pipeline/extract/main_result.hpp"

#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/figures.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/result_lines.hpp"
#include "pipeline/extract/sides.hpp"
#include "pipeline/extract/whole_clause.hpp"

#include <algorithm>
#include <cmath>
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
  result.clause = clause_of(line, effect.begin, effect.end);
  const std::size_t end = effect.interval ? effect.interval->end : effect.end;
  if (!result.p) result.p = lone_p(line, effect.begin, end);
  return result;
}

MainResult result_of(const Line& line, const Interval& interval) {
  MainResult result{.line = &line, .interval = interval, .p = p_after(line, interval.end)};
  if (!result.p) result.p = lone_p(line, interval.begin, interval.end);
  return result;
}

// "rose in both groups": no comparison.
bool tells_change_in_both(const Line& line) {
  static const Patterns kBoth = {"in|for both|all <1> groups|arms"};
  return find_any(kBoth, line).has_value();
}

// The best-ranked of what `results_of` finds in the lines; the first among equals.
template <class ResultsOf>
std::optional<MainResult> best(const Reading& reading, ResultsOf results_of) {
  std::optional<MainResult> found;
  int found_rank = -2;
  for (const Line& line : reading.lines()) {
    if (!may_report(line) || sets_threshold(line) || tells_other(line)) continue;
    const int within = tells_change_in_both(line) ? 1 : 0;
    for (MainResult& result : results_of(line)) {
      const bool weighed = result.interval || result.p;
      // A bare difference says too little to be the main one.
      if (!weighed && result.effect && !result.effect->ratio) continue;
      if (result.effect && tells_prognosis(reading, line)) continue;
      const bool primary =
          is_on_primary_outcome(line.tokens) || speaks_of_main_outcome(reading, line) > 0;
      const int rank = (weighed ? 2 : 0) + (primary ? 1 : 0) - within;
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

// What a sentence on results says of one arm against the other.
struct Said {
  MainResult result;
  int rank = 0;
};

// "Tea worked better than water": on whatever the treatment is for.
bool says_better(const Line& line) {
  static const Patterns kBetter = {"more effective|efficacious than",
                                   "worked|performed <2> better than"};
  return find_any(kBetter, line).has_value();
}

bool has_p(const Line& line, const Stretch& clause) {
  const std::vector<PValue> ps = p_values_in(line);
  return std::any_of(ps.begin(), ps.end(), [&](const PValue& p) {
    return p.begin >= clause.begin && p.end <= clause.end;
  });
}

bool turns_from_clause_before(const Line& line, const Stretch& clause) {
  static const Patterns kTurns = {"but|whereas|while"};
  return clause.begin > 0 && kTurns.match_at(words_in(line, clause), 0);
}

// A clause on the main outcome before a sentence on it, what is stated before what is only said.
// Where no main outcome is known, the first result told is that of the trial.
Said said_with(const Reading& reading, const Line& line, const Stretch& clause,
               std::optional<PValue> p) {
  Said said{.result = {.line = &line, .p = std::move(p), .clause = clause}};
  const Words words = words_in(line, clause);
  const int in_clause = speaks_of_main_outcome(reading, words);
  const bool primary = is_on_primary_outcome(line.tokens);
  const int in_line = primary ? 2 : speaks_of_main_outcome(reading, line);
  said.result.on_outcome = std::max({in_clause, in_line, says_better(line) ? 1 : 0});
  said.result.figures = figures_in(reading, line, clause);
  // "24% with tea, but in only 12% with water (P=.03)".
  if (!said.result.figures && turns_from_clause_before(line, clause))
    said.result.figures = figures_in(reading, line, {0, clause.end});
  const int stated = !knows_main_outcome(reading) ? 1
                     : said.result.p              ? 2
                     : said.result.figures        ? 1
                                                  : 0;
  said.rank = 8 * in_clause + (in_clause == 0 ? 3 * in_line : 0) +
              (is_on_primary_outcome(words) ? 8 : 0) + (primary ? 3 : 0) + stated;
  return said;
}

// "Pain, the primary endpoint, was similar in both arms, whereas sleep was longer (P=.01)": the
// clause on the main outcome, which has no p value beside one that has.
std::optional<Stretch> told_without_p(const Reading& reading, const Line& line) {
  if (speaks_of_main_outcome(reading, line) < 2 && !is_on_primary_outcome(line.tokens))
    return std::nullopt;
  std::optional<Stretch> found;
  for (const Stretch& clause : clauses_of(line)) {
    const Words words = words_in(line, clause);
    if (speaks_of_main_outcome(reading, words) < 2 && !is_on_primary_outcome(words)) continue;
    if (has_p(line, clause)) return std::nullopt;
    if (!found && told_in(reading, line, clause) == Told::contrast) found = clause;
  }
  return found;
}

// "The groups were comparable", "similar changes were seen at night": nothing of one arm against
// the other.
bool tells_of_groups(const Line& line) {
  static const Patterns kMatched = {"groups|arms|patients were <2> comparable|similar|matched",
                                    "age|sex|gender|characteristics"};
  static const Patterns kArms = {
      "than|between|versus|vs|both|two|three|groups|arms|treatments|drugs|agents|regimens|"
      "therapies|group|each|either|respectively|all|among|treated",
      "compared|comparison with|to", "no <3> difference|differences"};
  // "In the tea group no difference was seen between the two visits".
  static const Patterns kWithin = {"in|within|for the|each <3> group"};
  return find_any(kMatched, line) || kWithin.match_at(line.tokens, 0) || !find_any(kArms, line);
}

// The first clause that sets the arms against each other, else the line.
Stretch first_contrast(const Reading& reading, const Line& line) {
  for (const Stretch& clause : clauses_of(line)) {
    const Told told = told_in(reading, line, clause);
    if (told == Told::contrast || told == Told::figures) return clause;
  }
  return {0, line.text.size()};
}

// "No difference except at week 4 (P<.05)", "changed only at night (P<.05)": the p value of one
// time or part. "Tea and water lowered pain equally (P<.01)": of the change in each.
bool is_p_of_part(const Line& line, const PValue& p) {
  static const Patterns kPart = {"except|excepting", "only at|after|during|when"};
  static const Patterns kEqually = {"equally", "to a similar|comparable|equal extent",
                                    "similar reduction|reductions|decrease|decreases|increase|"
                                    "increases|improvement|improvements"};
  const Words before = words_in(line, {clause_of(line, p.begin, p.end).begin, p.begin});
  if (find_any(kPart, before)) return true;
  return p.significant() && find_any(kEqually, before);
}

// "By 33% (P<.05) with tea and by 17% (NS) with water", "from 7 to 5 and from 8 to 6 (both P<.01)",
// "in the tea group pain at month 6 was lower (P<.05) than at month 3": each arm's own change.
bool is_p_of_one_arm(const Line& line, const PValue& p) {
  static const Patterns kCompares = {"than|compared|versus|vs|between"};
  static const Patterns kWithin = {"in|within|for ?the group", "in|within|for the <1> group"};
  static const Patterns kTimes = {
      "than|versus|vs|compared <8> month|week|day|visit|year|hour|before|baseline"};
  static const Patterns kEach = {"both|each"};
  const Stretch clause = clause_of(line, p.begin, p.end);
  const Words before = words_in(line, {clause.begin, p.begin});
  const bool compares = find_any(kCompares, before).has_value();
  const bool other_is_none = line.text.find("(NS)") != std::string_view::npos ||
                             line.text.find("(ns)") != std::string_view::npos ||
                             line.text.find("(n.s.)") != std::string_view::npos;
  const std::size_t at = line.token_from(p.begin);
  const bool of_each = at > 0 && kEach.match_at(line.tokens, at - 1);
  if (!compares && p.significant() && (other_is_none || of_each)) return true;
  const Words clause_words = words_in(line, clause);
  return kWithin.match_at(clause_words, 0) && find_any(kTimes, clause_words);
}

// "Fell by 5 with tea and by 2 with water (P=.03)": one p value of two unlike changes.
bool are_unlike(const std::vector<double>& changes) {
  constexpr double kAlike = 0.3;  // of the larger one
  if (changes.size() != 2) return false;
  const double larger = std::max(std::abs(changes[0]), std::abs(changes[1]));
  return std::abs(changes[0] - changes[1]) > kAlike * larger;
}

// "P = .03 between groups"
bool says_between_groups(const Line& line, const PValue& p) {
  static const Patterns kBetween = {
      "between|among <3> groups|arms|treatments|drugs|regimens|therapies|agents"};
  const std::size_t behind = line.token_from(p.end);
  return kBetween.match_at(line.tokens, behind) && line.tokens[behind].begin == p.end + 1;
}

// "From 36 to 21 with tea and from 35 to 30 with water (P=.03)" has one p value of both changes,
// "from 36 to 21 (P=.01) versus 35 to 30 (P=NS)" each its own.
bool is_p_of_arms(const Reading& reading, const Line& line, const PValue& p) {
  if (is_p_of_part(line, p)) return false;
  if (says_between_groups(line, p)) return true;
  if (is_p_of_one_arm(line, p)) return false;
  const bool alone = p_values_in(line).size() == 1;
  const Stretch before{clause_of(line, p.begin, p.end).begin, p.begin};
  if (alone && are_unlike(changes_told_in(line, before))) return true;
  const bool own = !alone && !changes_told_in(line, {0, line.text.size()}).empty();
  return !(own && !p.significant()) && is_between_arms(reading, line, p.begin, p.end);
}

std::vector<Said> said_in(const Reading& reading, const Line& line) {
  std::vector<Said> out;
  const std::vector<PValue> ps = p_values_in(line);
  if (const auto clause = ps.empty() ? std::nullopt : told_without_p(reading, line))
    return {said_with(reading, line, *clause, std::nullopt)};
  const bool told_so = std::any_of(ps.begin(), ps.end(),
                                   [&](const PValue& p) { return says_between_groups(line, p); });
  for (const PValue& p : ps) {
    if (told_so && !says_between_groups(line, p)) continue;
    if (!is_p_of_arms(reading, line, p)) continue;
    const Stretch clause = clause_of(line, p.begin, p.end);
    const std::size_t begin = says_between_groups(line, p) ? 0 : clause.begin;
    out.push_back(said_with(reading, line, {begin, clause.end}, p));
  }
  if (!out.empty()) return out;
  // Without a p value only what is said of the main outcome counts; where that is not known, what
  // is told of the arms and has none.
  const bool known = knows_main_outcome(reading);
  if (!known && (!ps.empty() || tells_of_groups(line))) return out;
  const Stretch whole{0, line.text.size()};
  const Told told = told_in(reading, line, whole);
  if (told != Told::contrast && told != Told::figures) return out;
  Said said = said_with(reading, line, whole, std::nullopt);
  static const Patterns kNone = {"no <3> difference|differences"};
  if (told == Told::figures && !said.result.figures && !find_any(kNone, line)) return out;
  if (known && said.result.on_outcome == 0) return out;
  said.result.clause = first_contrast(reading, line);
  out.push_back(std::move(said));
  return out;
}

// "Pain did not differ between groups": the main outcome's verdict, for which no p value stands.
bool says_no_difference_without_p(const Reading& reading, const Line& line) {
  static const Patterns kNone = {
      "no|not <2> significant|significantly <3> "
      "difference|differences|different|differ",
      "no difference|differences", "did not differ"};
  const auto none = find_any(kNone, line);
  return none && !tells_baseline(line) && p_values_in(line).empty() && effects_in(line).empty() &&
         speaks_of_main_outcome(reading, line) == 2 &&
         told_in(reading, line, {0, line.text.size()}) != Told::other;
}

std::optional<MainResult> best_contrast(const Reading& reading) {
  // Where the main outcome is called so, a p value of another outcome is not that of the trial.
  const bool known = main_outcome(reading).called_primary;
  std::optional<MainResult> found;
  int most = 0;
  for (const Line& line : reading.lines()) {
    if (!reports_results(line) || tells_other(line) || tells_prognosis(reading, line)) continue;
    if (compares_kinds_of_people(line)) continue;
    static const Patterns kBaseline = {"baseline"};
    const bool only_baseline = p_values_in(line).empty() || kBaseline.match_at(line.tokens, 0);
    if (tells_baseline(line) && only_baseline) continue;
    if (!found && says_no_difference_without_p(reading, line))
      return said_with(reading, line, {0, line.text.size()}, std::nullopt).result;
    for (Said& said : said_in(reading, line)) {
      if (said.rank <= most || (said.result.on_outcome == 0 && (known || tells_harm(line))))
        continue;
      most = said.rank;
      found = std::move(said.result);
    }
  }
  return found;
}

std::optional<MainResult> decide_main_result(const Reading& reading) {
  if (auto found = best(reading, [&](const Line& line) {
        return results_from(line, effects_of(reading, line));
      })) {
    return found;
  }
  if (reports_trial(reading)) return best_contrast(reading);
  if (auto found =
          best(reading, [](const Line& line) { return results_from(line, intervals_in(line)); })) {
    return found;
  }
  return best(reading, [](const Line& line) {
    std::vector<MainResult> out;
    for (const PValue& p : p_values_in(line)) out.push_back({.line = &line, .p = p});
    return out;
  });
}

}  // namespace

std::optional<MainResult> main_result(const Reading& reading) {
  return reading.facts().main_result.get([&] { return decide_main_result(reading); });
}

namespace {

// Whether a sentence with figures names who had them and tells nothing else.
bool is_of_arms(const Reading& reading, const Line& line) {
  static const Patterns kGroups = {"group|groups|arm|arms|than|respectively"};
  const bool named = side_named(sides_of(reading), line.tokens) == Side::both ||
                     find_any(kGroups, line).has_value();
  return named && told_in(reading, line, {0, line.text.size()}) != Told::other;
}

// Not "in the tea group pain fell (5 vs. 4)".
bool sets_arms_side_by_side(const Reading& reading, const Line& line) {
  static const Patterns kBeside = {"respectively|groups|than|compared"};
  return side_named(sides_of(reading), line.tokens) == Side::both ||
         find_any(kBeside, line).has_value();
}

}  // namespace

std::optional<doc::Span> figures_of_main_outcome(const Reading& reading) {
  const auto result = main_result(reading);
  const bool known = knows_main_outcome(reading);
  const auto told_whole = [](const Line& line, const Stretch& figures, const Stretch& clause) {
    const Stretch told = with_what_they_tell(line, figures, clause);
    return line.span(told.begin, told.end);
  };
  if (result && result->figures && (result->on_outcome > 0 || !known))
    return told_whole(*result->line, *result->figures, result->clause);
  if (!reports_trial(reading) || (!known && result && result->p)) return std::nullopt;
  // An outcome that is only inferred may be told in other words: then the first figures told.
  const bool surely = main_outcome(reading).called_primary || (result && result->on_outcome == 2);
  std::optional<doc::Span> first;
  for (const Line& line : reading.lines()) {
    if (line.numbers.size() < 2 || !reports_results(line) || tells_baseline(line) ||
        tells_harm(line) || tells_other(line) || compares_kinds_of_people(line)) {
      continue;
    }
    const bool told =
        speaks_of_main_outcome(reading, line) == 2 || is_on_primary_outcome(line.tokens);
    if (!told && (first || surely || !is_of_arms(reading, line))) continue;
    if (!known && !sets_arms_side_by_side(reading, line)) continue;
    const auto figures = figures_in(reading, line, {0, line.text.size()});
    if (!figures) continue;
    const Stretch whole{0, line.text.size()};
    if (told) return told_whole(line, *figures, whole);
    first = told_whole(line, *figures, whole);
  }
  return first;
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
