#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

using model::EffectDirection;

namespace {

bool is_word(const Sentence& s, std::size_t i, const char* words) {
  return i < s.tokens.size() && WordSet(words).has(s.tokens[i].folded);
}

}  // namespace

bool denies_difference(const Sentence& s, Range clause) {
  static const WordSet kSame(
      "similar comparable equal identical equivalent nonsignificant same equally similarly "
      "nonsignificantly unchanged");
  static const WordSet kNot("no not nor neither without none failed didn");
  static const WordSet kTested = WordSet::listed("verdict: tested");
  for (std::size_t i = s.token_from(clause.begin);
       i < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
    if (kSame.has(s.tokens[i].folded)) return true;
    if (!kNot.has(s.tokens[i].folded)) continue;
    for (std::size_t j = i + 1; j < s.tokens.size() && j <= i + 5 && s.tokens[j].begin < clause.end;
         ++j) {
      if (kTested.has(s.tokens[j].folded)) return true;
    }
  }
  return false;
}

std::optional<bool> tells_of_more(const Sentence& s, const Statistics& statistics, Range range) {
  static const WordSet kUp = WordSet::listed("verdict: up");
  static const WordSet kDown = WordSet::listed("verdict: down");
  bool up = false;
  bool down = false;
  for (std::size_t i = s.token_from(range.begin);
       i < s.tokens.size() && s.tokens[i].begin < range.end; ++i) {
    const std::string& word = s.tokens[i].folded;
    if (is_in_p_value(statistics, s.tokens[i].begin)) continue;
    const bool counted =
        word == "less" && i + 1 < s.tokens.size() && s.tokens[i + 1].folded.starts_with("frequent");
    up = up || (kUp.has(word) && !(i > 0 && s.tokens[i - 1].folded == "less"));
    down = down || kDown.has(word) || counted;
  }
  if (up == down) return std::nullopt;
  return up;
}

bool claims_significance(const Sentence& s, Range clause) {
  for (std::size_t i = s.token_from(clause.begin);
       i < s.tokens.size() && s.tokens[i].begin < clause.end; ++i) {
    if (s.tokens[i].folded != "significantly" && s.tokens[i].folded != "significant") continue;
    if (i > 0 && is_word(s, i - 1, "not no clinically nor any non")) continue;
    if (i > 1 && is_word(s, i - 2, "not no nor")) continue;
    return true;
  }
  return false;
}

Verdict verdict_on(double first, double second, const std::optional<PValue>& p, bool denied,
                   bool claimed) {
  Verdict out;
  if (p) out.significant = p->significant();
  if (!out.significant && denied) out.significant = false;
  if (!out.significant && claimed && !denied) out.significant = true;
  if (out.significant == false || first == second) {
    out.direction = EffectDirection::no_difference;
  } else {
    out.direction = first > second ? EffectDirection::increased : EffectDirection::decreased;
  }
  return out;
}

Verdict verdict_on(const ResultEffect& effect, const std::optional<PValue>& p) {
  Verdict out;
  const double null = effect.ratio() ? 1 : 0;
  if (effect.ci_low && effect.ci_high) {
    const auto [low, high] = std::minmax(*effect.ci_low, *effect.ci_high);
    out.significant = low > null || high < null;
  } else if (p) {
    out.significant = p->significant();
  }
  if (out.significant == false)
    out.direction = EffectDirection::no_difference;
  else if (effect.ratio() && effect.value != null)
    out.direction = effect.value > null ? EffectDirection::increased : EffectDirection::decreased;
  return out;
}

}  // namespace ev::read
