#include "pipeline/read/results/contrasts.hpp"

#include "pipeline/read/results/row_parts.hpp"
#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

using model::EffectDirection;

namespace {

std::optional<PValue> p_behind(const Statistics& statistics, std::size_t byte, std::size_t end) {
  for (const PValue& p : statistics.p_values) {
    if (p.at.begin >= byte && p.at.end <= end) return p;
  }
  return std::nullopt;
}

std::vector<std::size_t> distinct_arms(const std::vector<ArmMention>& mentions, Range within) {
  std::vector<std::size_t> out;
  for (const ArmMention& m : mentions) {
    if (m.at.begin < within.begin || m.at.end > within.end) continue;
    if (std::find(out.begin(), out.end(), m.arm) == out.end()) out.push_back(m.arm);
  }
  return out;
}

// Words before an arm that is set against another.
bool is_set_against(const Sentence& s, const ArmMention& mention) {
  static const WordSet kAgainst("than versus vs against v");
  static const WordSet kWith("with to");
  static const WordSet kPassed(
      "in with the to for on those patients of a among group receiving given treated subjects by "
      "that");
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

// The arms of a contrast as worded, the one that is spoken of first; nothing where they are in
// doubt.
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

// The first semicolon from `begin` on that stands in no bracket; the end where there is none.
std::size_t clause_end(const Sentence& s, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i + 1 < s.text.size(); ++i) {
    if (s.text[i] == '(' || s.text[i] == '[') ++depth;
    if ((s.text[i] == ')' || s.text[i] == ']') && depth > 0) --depth;
    if (depth == 0 && s.text[i] == ';' && s.text[i + 1] == ' ') return i;
  }
  return s.text.size();
}

// What a comparative says of the outcome.
enum class Told { more, less, same, none };

struct Comparative {
  Told told = Told::none;
  std::size_t token = 0;
};

Comparative comparative_in(const Sentence& s, const Statistics& statistics, Range clause) {
  static const WordSet kMore("higher greater more longer larger increased elevated");
  static const WordSet kLess("lower less fewer shorter smaller reduced decreased");
  Comparative out;
  for (std::size_t i = s.token_from(clause.begin);
       i < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
    const std::string& word = s.tokens[i].folded;
    const Told told = kMore.has(word) ? Told::more : kLess.has(word) ? Told::less : Told::none;
    if (told == Told::none || is_in_p_value(statistics, s.tokens[i].begin)) continue;
    // "more effective", "less well": of what is not said.
    if (i + 1 < s.tokens.size() && s.tokens[i + 1].folded.ends_with("ive")) return {};
    // "a greater decrease in X" is less X: the two undo each other.
    static const WordSet kChange(
        "reduction reductions decrease decreases increase increases improvement fall rise decline "
        "change changes loss gain relief");
    if (i + 1 < s.tokens.size() && kChange.has(s.tokens[i + 1].folded)) return {};
    // "greater reduction", "less increase": two that may undo each other.
    if (out.told != Told::none) return {};
    out = {told, i};
  }
  return out;
}

// "X was significantly lower with A than with B (p < .01)", "A reduced X compared with B".
std::optional<ResultRow> comparative_row(const Sentence& s, const std::vector<Arm>& arms,
                                         const std::vector<ArmMention>& mentions,
                                         const Statistics& statistics, Range clause) {
  const Comparative comparative = comparative_in(s, statistics, clause);
  if (comparative.told == Told::none || denies_difference(s, clause)) return std::nullopt;
  const auto pair = contrasted(s, arms, mentions, clause);
  if (!pair) return std::nullopt;
  // Both arms, or one set against the other, have to be told: within one arm it is a change.
  static const WordSet kContrast("than versus vs compared comparison relative");
  static const WordSet kWithin("baseline pretreatment before initial");
  if (!s.has_word(clause, kContrast) || s.has_word(clause, kWithin)) return std::nullopt;
  const doc::Token& token = s.tokens[comparative.token];
  const auto outcome = outcome_in(s, clause, {token.begin, token.end}, mentions);
  std::optional<Range> named = outcome;
  static const WordSet kVerbs("increased reduced decreased");
  const bool of_subject =
      !kVerbs.has(token.folded) || distinct_arms(mentions, {clause.begin, token.begin}).empty();
  if (!of_subject)
    named = outcome_in(s, {token.begin, clause.end}, {clause.end, clause.end}, mentions);
  if (!named) return std::nullopt;
  const auto p = p_behind(statistics, token.begin, clause.end);
  const bool claimed = claims_significance(s, clause);
  if (!p && !claimed) return std::nullopt;
  ResultRow row = row_on(s, *named, clause);
  const ArmPair shown = ordered(arms, pair->intervention, pair->comparator);
  row.intervention.arm = shown.intervention;
  row.comparator.arm = shown.comparator;
  if (p) row.p_value = std::string(s.slice(p->at));
  row.significant = p ? p->significant() : std::optional<bool>(true);
  const bool turned = shown.intervention != pair->intervention;
  const bool more = (comparative.told == Told::more) != turned;
  row.direction = row.significant == false ? EffectDirection::no_difference
                  : more                   ? EffectDirection::increased
                                           : EffectDirection::decreased;
  return row;
}

// "X did not differ between the groups", "no significant difference in X".
std::optional<ResultRow> equal_row(const Sentence& s, const std::vector<Arm>& arms,
                                   const std::vector<ArmMention>& mentions,
                                   const Statistics& statistics, Range clause) {
  if (!denies_difference(s, clause)) return std::nullopt;
  static const WordSet kBetween("between both groups treatments arms two either regimens drugs");
  static const WordSet kDiffer(
      "difference differences differ differed different similar comparable identical similarly "
      "equivalent equally");
  static const WordSet kWithin(
      "baseline within pretreatment characteristics demographic from demographics");
  if (!s.has_word(clause, kDiffer) || s.has_word(clause, kWithin)) return std::nullopt;
  const std::vector<std::size_t> named = distinct_arms(mentions, clause);
  ArmPair pair;
  if (named.size() == 2)
    pair = {named[0], named[1]};
  else if (arms.size() == 2 && named.empty() && s.has_word(clause, kBetween))
    pair = {0, 1};
  else
    return std::nullopt;
  std::size_t differ = s.token_from(clause.begin);
  while (differ < s.tokens.size() && !kDiffer.has(s.tokens[differ].folded)) ++differ;
  std::optional<Range> outcome;
  const std::string& word = s.tokens[differ].folded;
  if (word == "difference" || word == "differences") {
    // "in X", "for X" behind it.
    for (std::size_t i = differ + 1; i < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
      static const WordSet kIn("in for regarding concerning");
      if (!kIn.has(s.tokens[i].folded) || i + 1 >= s.tokens.size()) continue;
      Range words{s.tokens[i + 1].begin, s.tokens[i + 1].end};
      static const WordSet kEnd("between among were was with when at during after compared and");
      for (std::size_t k = i + 2;
           k < s.tokens.size() && k < i + 14 && s.tokens[k].begin < clause.end; ++k) {
        const std::string_view gap = s.slice({s.tokens[k - 1].end, s.tokens[k].begin});
        if (gap.find_first_of(",;:(") != std::string_view::npos) break;
        if (kEnd.has(s.tokens[k].folded) && s.tokens[k].folded != "and") break;
        words.end = s.tokens[k].end;
      }
      outcome = outcome_in(s, words, {words.end, words.end}, mentions);
      break;
    }
  } else {
    outcome = outcome_in(s, clause, {s.tokens[differ].begin, s.tokens[differ].end}, mentions);
  }
  if (!outcome) return std::nullopt;
  ResultRow row = row_on(s, *outcome, clause);
  const ArmPair shown = ordered(arms, pair.intervention, pair.comparator);
  row.intervention.arm = shown.intervention;
  row.comparator.arm = shown.comparator;
  const auto p = p_behind(statistics, s.tokens[differ].begin, clause.end);
  if (p && p->significant() == true) return std::nullopt;
  if (p) row.p_value = std::string(s.slice(p->at));
  static const WordSet kTested("significant significantly statistically");
  if (p || s.has_word(clause, kTested)) row.significant = false;
  row.direction = EffectDirection::no_difference;
  return row;
}

}  // namespace

std::vector<ResultRow> told_contrasts(const Sentence& s, const std::vector<Arm>& arms,
                                      const std::vector<ArmMention>& mentions,
                                      const Statistics& statistics) {
  std::vector<ResultRow> out;
  for (std::size_t begin = 0; begin < s.text.size();) {
    const std::size_t end = clause_end(s, begin);
    const Range clause{begin, end};
    auto row = comparative_row(s, arms, mentions, statistics, clause);
    if (!row) row = equal_row(s, arms, mentions, statistics, clause);
    if (row) out.push_back(std::move(*row));
    begin = end + 2;
  }
  return out;
}

}  // namespace ev::read
