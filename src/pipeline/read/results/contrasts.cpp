#include "pipeline/read/results/contrasts.hpp"

#include "pipeline/read/results/row_parts.hpp"
#include "pipeline/read/results/verdict.hpp"

#include <algorithm>
#include <iterator>

namespace ev::read {

using model::EffectDirection;

namespace {

std::optional<PValue> p_behind(const Statistics& statistics, std::size_t byte, std::size_t end) {
  for (const PValue& p : statistics.p_values) {
    if (p.at.begin >= byte && p.at.end <= end) return p;
  }
  return std::nullopt;
}

// Words before an arm that is set against another.
bool is_set_against(const Sentence& s, const ArmMention& mention) {
  static const WordSet kAgainst("than versus vs against v");
  static const WordSet kWith("with to");
  static const WordSet kPassed = WordSet::listed("contrasts: passed");
  std::size_t i = s.token_from(mention.at.begin);
  for (int steps = 0; i > 0 && steps < 7; ++steps) {
    --i;
    const std::string& word = s.tokens[i].folded;
    if (kAgainst.has(word)) return true;
    if (word == "compared" || word == "comparison" || word == "relative") return true;
    const bool digits = word.front() >= '0' && word.front() <= '9';
    if (!digits && !kPassed.has(word) && !kWith.has(word)) return false;
  }
  return false;
}

}  // namespace

std::vector<std::size_t> distinct_arms(const std::vector<ArmMention>& mentions, Range within) {
  std::vector<std::size_t> out;
  for (const ArmMention& m : mentions) {
    if (m.at.begin < within.begin || m.at.end > within.end) continue;
    if (std::find(out.begin(), out.end(), m.arm) == out.end()) out.push_back(m.arm);
  }
  return out;
}

std::optional<ArmPair> contrasted(const Sentence& s, const std::vector<Arm>& arms,
                                  const std::vector<ArmMention>& mentions, Range within) {
  const std::vector<std::size_t> named = distinct_arms(mentions, within);
  if (named.size() > 2 || named.empty()) return std::nullopt;
  std::optional<std::size_t> against;
  for (const ArmMention& m : mentions) {
    if (m.at.begin < within.begin || m.at.end > within.end) continue;
    if (is_set_against(s, m)) against = m.arm;
  }
  if (named.size() == 2) {
    if (!against) return std::nullopt;
    return ArmPair{named[0] == *against ? named[1] : named[0], *against};
  }
  if (arms.size() != 2) return std::nullopt;
  if (!against) return std::nullopt;
  return ArmPair{1 - *against, *against};
}

namespace {

// The first semicolon from `begin` on that stands in no bracket; the end where there is none.
std::size_t clause_end(const Sentence& s, std::size_t begin) {
  std::size_t at = s.text.find("; ", begin);
  while (at != std::string_view::npos && s.in_bracket(at)) at = s.text.find("; ", at + 1);
  return std::min(at, s.text.size());
}

// What a comparative, or a word of change, says of the outcome.
enum class Told { more, less, none };

struct Comparative {
  Told told = Told::none;
  std::size_t token = 0;
  bool noun = false;  // "a reduction in X": X follows
};

Comparative comparative_in(const Sentence& s, const Statistics& statistics, Range clause) {
  static const WordSet kMore(
      "higher greater more longer larger increased elevated enhanced prolonged raised");
  static const WordSet kLess(
      "lower less fewer shorter smaller reduced decreased lowered shortened attenuated");
  static const WordSet kRise("increase increases rise enhancement");
  static const WordSet kFall("reduction reductions decrease decreases fall decline");
  Comparative out;
  for (std::size_t i = s.token_from(clause.begin);
       i < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
    const std::string& word = s.tokens[i].folded;
    const bool noun = kRise.has(word) || kFall.has(word);
    const Told told = kMore.has(word) || kRise.has(word)   ? Told::more
                      : kLess.has(word) || kFall.has(word) ? Told::less
                                                           : Told::none;
    if (told == Told::none || is_in_p_value(statistics, s.tokens[i].begin)) continue;
    const std::string_view next =
        i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].folded) : "";
    // "more effective", "less well": of what is not said.
    if (next.ends_with("ive") || (noun && next != "in" && next != "of")) return {};
    // "greater reduction", "a greater decrease in X": two that may undo each other.
    static const WordSet kChange("improvement change changes loss gain relief");
    if (out.told != Told::none || kChange.has(next)) return {};
    out = {told, i, noun};
  }
  return out;
}

// "X was significantly lower with A than with B (p < .01)", "A reduced X compared with B".
std::vector<ResultRow> comparative_rows(const Sentence& s, const std::vector<Arm>& arms,
                                        const std::vector<ArmMention>& mentions,
                                        const Statistics& statistics, Range clause) {
  const Comparative comparative = comparative_in(s, statistics, clause);
  if (comparative.told == Told::none || denies_difference(s, clause)) return {};
  const auto pair = contrasted(s, arms, mentions, clause);
  if (!pair) return {};
  // Both arms, or one set against the other, have to be told: within one arm it is a change.
  static const WordSet kContrast("than versus vs compared comparison relative");
  static const WordSet kWithin("baseline pretreatment before initial");
  if (!s.has_word(clause, kContrast) || s.has_word(clause, kWithin)) return {};
  const auto p = p_behind(statistics, s.tokens[comparative.token].begin, clause.end);
  if (!p && !claims_significance(s, clause)) return {};
  const doc::Token& token = s.tokens[comparative.token];
  static const WordSet kVerbs(
      "increased reduced decreased enhanced prolonged raised lowered shortened attenuated");
  const bool of_object =
      comparative.noun ||
      (kVerbs.has(token.folded) && !distinct_arms(mentions, {clause.begin, token.begin}).empty());
  const auto named =
      of_object ? outcome_in(s, {token.end, clause.end}, {clause.end, clause.end}, mentions)
                : outcome_in(s, clause, {token.begin, token.end}, mentions);
  std::vector<ResultRow> rows;
  if (!named) return rows;
  const std::vector<Range> outcomes = listed_outcomes(s, *named, mentions);
  for (const Range& outcome : outcomes) {
    ResultRow row = row_on(s, outcome, clause);
    const ArmPair shown = ordered(arms, pair->intervention, pair->comparator);
    row.intervention.arm = shown.intervention;
    row.comparator.arm = shown.comparator;
    if (p && outcomes.size() == 1) row.p_value = std::string(s.slice(p->at));
    row.significant = p ? p->significant() : std::optional<bool>(true);
    const bool turned = shown.intervention != pair->intervention;
    const bool more = (comparative.told == Told::more) != turned;
    row.direction = row.significant == false ? EffectDirection::no_difference
                    : more                   ? EffectDirection::increased
                                             : EffectDirection::decreased;
    rows.push_back(std::move(row));
  }
  return rows;
}

// "in X, for X" behind "difference"; empty where neither follows.
Range told_in(const Sentence& s, std::size_t differ, Range clause) {
  static const WordSet kIn("in for regarding concerning to");
  static const WordSet kEnd = WordSet::listed("contrasts: end");
  for (std::size_t i = differ + 1; i + 1 < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
    if (!kIn.has(s.tokens[i].folded) || people_words().has(s.tokens[i + 1].folded)) continue;
    Range words{s.tokens[i + 1].begin, s.tokens[i + 1].end};
    for (std::size_t k = i + 2; k < s.tokens.size() && k < i + 40 && s.tokens[k].begin < clause.end;
         ++k) {
      const std::string_view gap = s.slice({s.tokens[k - 1].end, s.tokens[k].begin});
      if (gap.find_first_of(";:(") != std::string_view::npos) break;
      if (kEnd.has(s.tokens[k].folded)) break;
      words.end = s.tokens[k].end;
    }
    return words;
  }
  return {};
}

// The arms that are said not to differ; with no word of arms, those of a study that has two.
std::optional<ArmPair> alike(const Sentence& s, const std::vector<Arm>& arms,
                             const std::vector<ArmMention>& mentions, Range clause) {
  // Without a name the words have to say that it is the arms that do not differ.
  static const WordSet kOfArms("between both either two groups arms treatments");
  const std::vector<std::size_t> named = distinct_arms(mentions, clause);
  if (named.size() == 2) return ordered(arms, named[0], named[1]);
  if (arms.size() == 2 && named.empty() && s.has_word(clause, kOfArms)) return ordered(arms, 0, 1);
  return std::nullopt;
}

// "X did not differ between the groups", "no significant difference in X and Y".
std::vector<ResultRow> equal_rows(const Sentence& s, const std::vector<Arm>& arms,
                                  const std::vector<ArmMention>& mentions,
                                  const Statistics& statistics, Range clause) {
  static const WordSet kDiffer(
      "difference differences differ differed different similar comparable identical similarly "
      "equivalent equally");
  static const WordSet kWithin(
      "baseline within pretreatment characteristics demographic from demographics before");
  if (!denies_difference(s, clause) || !s.has_word(clause, kDiffer) || s.has_word(clause, kWithin))
    return {};
  const auto pair = alike(s, arms, mentions, clause);
  if (!pair) return {};
  std::size_t differ = s.token_from(clause.begin);
  while (differ < s.tokens.size() && !kDiffer.has(s.tokens[differ].folded)) ++differ;
  const auto p = p_behind(statistics, s.tokens[differ].begin, clause.end);
  if (p && p->significant() == true) return {};
  const bool noun = s.tokens[differ].folded.starts_with("difference");
  Range words = noun ? told_in(s, differ, clause) : Range{};
  std::vector<Range> outcomes;
  if (!words.empty()) {
    outcomes = listed_outcomes(s, words, mentions);
  } else if (const auto subject =
                 outcome_in(s, clause, {s.tokens[differ].begin, s.tokens[differ].end}, mentions)) {
    outcomes = listed_outcomes(s, *subject, mentions);
  }
  std::vector<ResultRow> rows;
  static const WordSet kTested("significant significantly statistically");
  for (const Range& outcome : outcomes) {
    ResultRow row = row_on(s, outcome, clause);
    row.intervention.arm = pair->intervention;
    row.comparator.arm = pair->comparator;
    if (p && outcomes.size() == 1) row.p_value = std::string(s.slice(p->at));
    if (p || s.has_word(clause, kTested)) row.significant = false;
    row.direction = EffectDirection::no_difference;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::vector<ResultRow> told_contrasts(const Sentence& s, const std::vector<Arm>& arms,
                                      const std::vector<ArmMention>& mentions,
                                      const Statistics& statistics) {
  std::vector<ResultRow> out;
  for (std::size_t begin = 0; begin < s.text.size();) {
    const std::size_t end = clause_end(s, begin);
    const Range clause{begin, end};
    std::vector<ResultRow> rows = comparative_rows(s, arms, mentions, statistics, clause);
    if (rows.empty()) rows = equal_rows(s, arms, mentions, statistics, clause);
    std::move(rows.begin(), rows.end(), std::back_inserter(out));
    begin = end + 2;
  }
  return out;
}

}  // namespace ev::read
