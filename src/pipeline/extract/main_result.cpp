#include "pipeline/extract/main_result.hpp"

#include "pipeline/extract/arm_terms.hpp"
#include "pipeline/extract/contrast.hpp"
#include "pipeline/extract/figures.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/result_sentences.hpp"

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

// The only p value of a sentence with only one result belongs to it when no clause ends between
// them.
std::optional<PValue> lone_p(const Sentence& sentence, std::size_t begin, std::size_t end) {
  const std::vector<PValue> ps = p_values_in(sentence);
  if (ps.size() != 1 || intervals_in(sentence).size() > 1 || effects_in(sentence).size() > 1)
    return {};
  const PValue& p = ps.front();
  const std::string_view gap = p.begin >= end   ? sentence.text.substr(end, p.begin - end)
                               : p.end <= begin ? sentence.text.substr(p.end, begin - p.end)
                                                : std::string_view();
  return stays_in_clause(gap) ? std::optional(p) : std::nullopt;
}

std::optional<PValue> p_after(const Sentence& sentence, std::size_t end) {
  for (const PValue& p : p_values_in(sentence)) {
    if (p.begin >= end && p.begin - end < 8) return p;
  }
  return std::nullopt;
}

MainResult result_of(const Sentence& sentence, const Effect& effect) {
  MainResult result{
      .sentence = &sentence, .effect = effect, .interval = effect.interval, .p = effect.p};
  result.clause = clause_of(sentence, effect.begin, effect.end);
  const std::size_t end = effect.interval ? effect.interval->end : effect.end;
  if (!result.p) result.p = lone_p(sentence, effect.begin, end);
  return result;
}

MainResult result_of(const Sentence& sentence, const Interval& interval) {
  MainResult result{
      .sentence = &sentence, .interval = interval, .p = p_after(sentence, interval.end)};
  if (!result.p) result.p = lone_p(sentence, interval.begin, interval.end);
  return result;
}

// "rose in both groups": no comparison.
bool tells_change_in_both(const Sentence& sentence) {
  static const Patterns kBoth = {"in|for both|all <1> groups|arms"};
  return find_any(kBoth, sentence).has_value();
}

// The best-ranked of what `results_of` finds in the sentences; the first among equals.
template <class ResultsOf>
std::optional<MainResult> best(const RecordText& record, ResultsOf results_of) {
  std::optional<MainResult> found;
  int found_rank = -2;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_report(sentence) || sets_threshold(sentence) || tells_other(sentence)) continue;
    const int within = tells_change_in_both(sentence) ? 1 : 0;
    for (MainResult& result : results_of(sentence)) {
      const bool weighed = result.interval || result.p;
      // A bare difference says too little to be the main one.
      if (!weighed && result.effect && !result.effect->ratio) continue;
      if (result.effect && tells_prognosis(record, sentence)) continue;
      const bool primary =
          is_on_primary_outcome(sentence.tokens) || speaks_of_main_outcome(record, sentence) > 0;
      const int rank = (weighed ? 2 : 0) + (primary ? 1 : 0) - within;
      if (rank <= found_rank) continue;
      found_rank = rank;
      found = std::move(result);
    }
  }
  return found;
}

template <class Parts>
std::vector<MainResult> results_from(const Sentence& sentence, const Parts& parts) {
  std::vector<MainResult> out;
  for (const auto& part : parts) out.push_back(result_of(sentence, part));
  return out;
}

// What a sentence on results says of one arm against the other.
struct Said {
  MainResult result;
  int rank = 0;
};

// "Tea worked better than water": on whatever the treatment is for.
bool says_better(const Sentence& sentence) {
  static const Patterns kBetter = {"more effective|efficacious than",
                                   "worked|performed <2> better than"};
  return find_any(kBetter, sentence).has_value();
}

bool has_p(const Sentence& sentence, const ByteRange& clause) {
  const std::vector<PValue> ps = p_values_in(sentence);
  return std::any_of(ps.begin(), ps.end(), [&](const PValue& p) {
    return p.begin >= clause.begin && p.end <= clause.end;
  });
}

bool turns_from_clause_before(const Sentence& sentence, const ByteRange& clause) {
  static const Patterns kTurns = {"but|whereas|while"};
  return clause.begin > 0 && kTurns.match_at(words_in(sentence, clause), 0);
}

// A clause on the main outcome before a sentence on it, what is stated before what is only said.
// Where no main outcome is known, the first result told is that of the trial.
Said said_with(const RecordText& record, const Sentence& sentence, const ByteRange& clause,
               std::optional<PValue> p) {
  Said said{.result = {.sentence = &sentence, .p = std::move(p), .clause = clause}};
  const Words words = words_in(sentence, clause);
  const int in_clause = speaks_of_main_outcome(record, words);
  const bool primary = is_on_primary_outcome(sentence.tokens);
  const int in_sentence = primary ? 2 : speaks_of_main_outcome(record, sentence);
  said.result.on_outcome = std::max({in_clause, in_sentence, says_better(sentence) ? 1 : 0});
  said.result.figures = figures_in(record, sentence, clause);
  // "24% with tea, but in only 12% with water (P=.03)".
  if (!said.result.figures && turns_from_clause_before(sentence, clause))
    said.result.figures = figures_in(record, sentence, {0, clause.end});
  const int stated = !knows_main_outcome(record) ? 1
                     : said.result.p             ? 2
                     : said.result.figures       ? 1
                                                 : 0;
  said.rank = 8 * in_clause + (in_clause == 0 ? 3 * in_sentence : 0) +
              (is_on_primary_outcome(words) ? 8 : 0) + (primary ? 3 : 0) + stated;
  return said;
}

// "Pain, the primary endpoint, was similar in both arms, whereas sleep was longer (P=.01)": the
// clause on the main outcome, which has no p value beside one that has.
std::optional<ByteRange> told_without_p(const RecordText& record, const Sentence& sentence) {
  if (speaks_of_main_outcome(record, sentence) < 2 && !is_on_primary_outcome(sentence.tokens))
    return std::nullopt;
  std::optional<ByteRange> found;
  for (const ByteRange& clause : clauses_of(sentence)) {
    const Words words = words_in(sentence, clause);
    if (speaks_of_main_outcome(record, words) < 2 && !is_on_primary_outcome(words)) continue;
    if (has_p(sentence, clause)) return std::nullopt;
    if (!found && told_in(record, sentence, clause) == Told::contrast) found = clause;
  }
  return found;
}

// "The groups were comparable", "similar changes were seen at night": nothing of one arm against
// the other.
bool tells_of_groups(const Sentence& sentence) {
  static const Patterns kMatched = {"groups|arms|patients were <2> comparable|similar|matched",
                                    "age|sex|gender|characteristics"};
  static const Patterns kArms = {
      "than|between|versus|vs|both|two|three|groups|arms|treatments|drugs|agents|regimens|"
      "therapies|group|each|either|respectively|all|among|treated",
      "compared|comparison with|to", "no <3> difference|differences"};
  // "In the tea group no difference was seen between the two visits".
  static const Patterns kWithin = {"in|within|for the|each <3> group"};
  return find_any(kMatched, sentence) || kWithin.match_at(sentence.tokens, 0) ||
         !find_any(kArms, sentence);
}

// The first clause that sets the arms against each other, else the sentence.
ByteRange first_contrast(const RecordText& record, const Sentence& sentence) {
  for (const ByteRange& clause : clauses_of(sentence)) {
    const Told told = told_in(record, sentence, clause);
    if (told == Told::contrast || told == Told::figures) return clause;
  }
  return {0, sentence.text.size()};
}

// "No difference except at week 4 (P<.05)", "changed only at night (P<.05)": the p value of one
// time or part. "Tea and water lowered pain equally (P<.01)": of the change in each.
bool is_p_of_part(const Sentence& sentence, const PValue& p) {
  static const Patterns kPart = {"except|excepting", "only at|after|during|when"};
  static const Patterns kEqually = {"equally", "to a similar|comparable|equal extent",
                                    "similar reduction|reductions|decrease|decreases|increase|"
                                    "increases|improvement|improvements"};
  const Words before = words_in(sentence, {clause_of(sentence, p.begin, p.end).begin, p.begin});
  if (find_any(kPart, before)) return true;
  return p.significant() && find_any(kEqually, before);
}

// "By 33% (P<.05) with tea and by 17% (NS) with water", "from 7 to 5 and from 8 to 6 (both P<.01)",
// "in the tea group pain at month 6 was lower (P<.05) than at month 3": each arm's own change.
bool is_p_of_one_arm(const Sentence& sentence, const PValue& p) {
  static const Patterns kCompares = {"than|compared|versus|vs|between"};
  static const Patterns kWithin = {"in|within|for ?the group", "in|within|for the <1> group"};
  static const Patterns kTimes = {
      "than|versus|vs|compared <8> month|week|day|visit|year|hour|before|baseline"};
  static const Patterns kEach = {"both|each"};
  const ByteRange clause = clause_of(sentence, p.begin, p.end);
  const Words before = words_in(sentence, {clause.begin, p.begin});
  const bool compares = find_any(kCompares, before).has_value();
  const bool other_is_none = sentence.text.find("(NS)") != std::string_view::npos ||
                             sentence.text.find("(ns)") != std::string_view::npos ||
                             sentence.text.find("(n.s.)") != std::string_view::npos;
  const std::size_t at = sentence.token_from(p.begin);
  const bool of_each = at > 0 && kEach.match_at(sentence.tokens, at - 1);
  if (!compares && p.significant() && (other_is_none || of_each)) return true;
  const Words clause_words = words_in(sentence, clause);
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
bool says_between_groups(const Sentence& sentence, const PValue& p) {
  static const Patterns kBetween = {
      "between|among <3> groups|arms|treatments|drugs|regimens|therapies|agents"};
  const std::size_t behind = sentence.token_from(p.end);
  return kBetween.match_at(sentence.tokens, behind) && sentence.tokens[behind].begin == p.end + 1;
}

// "From 36 to 21 with tea and from 35 to 30 with water (P=.03)" has one p value of both changes,
// "from 36 to 21 (P=.01) versus 35 to 30 (P=NS)" each its own.
bool is_p_of_arms(const RecordText& record, const Sentence& sentence, const PValue& p) {
  if (is_p_of_part(sentence, p)) return false;
  if (says_between_groups(sentence, p)) return true;
  if (is_p_of_one_arm(sentence, p)) return false;
  const bool alone = p_values_in(sentence).size() == 1;
  const ByteRange before{clause_of(sentence, p.begin, p.end).begin, p.begin};
  if (alone && are_unlike(changes_told_in(sentence, before))) return true;
  const bool own = !alone && !changes_told_in(sentence, {0, sentence.text.size()}).empty();
  return !(own && !p.significant()) && is_between_arms(record, sentence, p.begin, p.end);
}

std::vector<Said> said_in(const RecordText& record, const Sentence& sentence) {
  std::vector<Said> out;
  const std::vector<PValue> ps = p_values_in(sentence);
  if (const auto clause = ps.empty() ? std::nullopt : told_without_p(record, sentence))
    return {said_with(record, sentence, *clause, std::nullopt)};
  const bool told_so = std::any_of(
      ps.begin(), ps.end(), [&](const PValue& p) { return says_between_groups(sentence, p); });
  for (const PValue& p : ps) {
    if (told_so && !says_between_groups(sentence, p)) continue;
    if (!is_p_of_arms(record, sentence, p)) continue;
    const ByteRange clause = clause_of(sentence, p.begin, p.end);
    const std::size_t begin = says_between_groups(sentence, p) ? 0 : clause.begin;
    out.push_back(said_with(record, sentence, {begin, clause.end}, p));
  }
  if (!out.empty()) return out;
  // Without a p value only what is said of the main outcome counts; where that is not known, what
  // is told of the arms and has none.
  const bool known = knows_main_outcome(record);
  if (!known && (!ps.empty() || tells_of_groups(sentence))) return out;
  const ByteRange whole{0, sentence.text.size()};
  const Told told = told_in(record, sentence, whole);
  if (told != Told::contrast && told != Told::figures) return out;
  Said said = said_with(record, sentence, whole, std::nullopt);
  static const Patterns kNone = {"no <3> difference|differences"};
  if (told == Told::figures && !said.result.figures && !find_any(kNone, sentence)) return out;
  if (known && said.result.on_outcome == 0) return out;
  said.result.clause = first_contrast(record, sentence);
  out.push_back(std::move(said));
  return out;
}

// "Pain did not differ between groups": the main outcome's verdict, for which no p value stands.
bool says_no_difference_without_p(const RecordText& record, const Sentence& sentence) {
  static const Patterns kNone = {
      "no|not <2> significant|significantly <3> "
      "difference|differences|different|differ",
      "no difference|differences", "did not differ"};
  const auto none = find_any(kNone, sentence);
  return none && !tells_baseline(sentence) && p_values_in(sentence).empty() &&
         effects_in(sentence).empty() && speaks_of_main_outcome(record, sentence) == 2 &&
         told_in(record, sentence, {0, sentence.text.size()}) != Told::other;
}

std::optional<MainResult> best_contrast(const RecordText& record) {
  // Where the main outcome is called so, a p value of another outcome is not that of the trial.
  const bool known = main_outcome(record).called_primary;
  std::optional<MainResult> found;
  int most = 0;
  for (const Sentence& sentence : record.sentences()) {
    if (!reports_results(sentence) || tells_other(sentence) || tells_prognosis(record, sentence))
      continue;
    if (compares_kinds_of_people(sentence)) continue;
    static const Patterns kBaseline = {"baseline"};
    const bool only_baseline =
        p_values_in(sentence).empty() || kBaseline.match_at(sentence.tokens, 0);
    if (tells_baseline(sentence) && only_baseline) continue;
    if (!found && says_no_difference_without_p(record, sentence))
      return said_with(record, sentence, {0, sentence.text.size()}, std::nullopt).result;
    for (Said& said : said_in(record, sentence)) {
      if (said.rank <= most || (said.result.on_outcome == 0 && (known || tells_harm(sentence))))
        continue;
      most = said.rank;
      found = std::move(said.result);
    }
  }
  return found;
}

std::optional<MainResult> decide_main_result(const RecordText& record) {
  if (auto found = best(record, [&](const Sentence& sentence) {
        return results_from(sentence, effects_of(record, sentence));
      })) {
    return found;
  }
  if (reports_trial(record)) return best_contrast(record);
  if (auto found = best(record, [](const Sentence& sentence) {
        return results_from(sentence, intervals_in(sentence));
      })) {
    return found;
  }
  return best(record, [](const Sentence& sentence) {
    std::vector<MainResult> out;
    for (const PValue& p : p_values_in(sentence)) out.push_back({.sentence = &sentence, .p = p});
    return out;
  });
}

}  // namespace

std::optional<MainResult> main_result(const RecordText& record) {
  return record.facts().main_result.get([&] { return decide_main_result(record); });
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
