#include "pipeline/read/results/effect_rows.hpp"

#include "pipeline/read/results/effect_arms.hpp"
#include "pipeline/read/results/verdict.hpp"

#include <algorithm>

namespace ev::read {

using model::EffectDirection;

namespace {

// "the hazard ratio for X was", "relative risk of X with A": the words behind the measure's name.
std::optional<Range> named_by_measure(const Sentence& s, const StatedEffect& stated,
                                      const std::vector<ArmMention>& mentions) {
  static const WordSet kLink("for of");
  static const WordSet kEnd = WordSet::listed("effect rows: end");
  const std::size_t link = s.token_from(stated.measure.end);
  if (link + 1 >= s.tokens.size() || !kLink.has(s.tokens[link].folded)) return std::nullopt;
  Range words{s.tokens[link + 1].begin, s.tokens[link + 1].begin};
  for (std::size_t i = link + 1; i < s.tokens.size() && s.tokens[i].end < stated.at.end; ++i) {
    const std::string_view gap = s.slice({s.tokens[i - 1].end, s.tokens[i].begin});
    if (kEnd.has(s.tokens[i].folded) || gap.find_first_of(",;:()=") != std::string_view::npos)
      break;
    words.end = s.tokens[i].end;
  }
  return words.empty() ? std::nullopt : outcome_in(s, words, {words.end, words.end}, mentions);
}

// "reduction in X": the estimate is of X.
Range without_change(const Sentence& s, Range outcome) {
  static const WordSet kChange = WordSet::listed("effect rows: change");
  static const WordSet kLink("in of");
  std::size_t i = s.token_from(outcome.begin);
  while (i + 1 < s.tokens.size() && s.tokens[i + 1].end <= outcome.end &&
         (kChange.has(s.tokens[i].folded) || kLink.has(s.tokens[i].folded)))
    ++i;
  outcome.begin = s.tokens[i].begin;
  return outcome;
}

// A hazard below one is more of these.
bool is_inverse(const Sentence& s, const ResultEffect& effect, Range outcome) {
  static const WordSet kFree("survival survived pfs dfs efs os idfs rfs time duration");
  return effect.measure == Measure::hazard_ratio && s.has_word(outcome, kFree);
}

}  // namespace

bool estimates_other(const Sentence& s, const StatedEffect& stated,
                     const std::vector<ArmMention>& mentions, const doc::Span& outcome) {
  const auto named = named_by_measure(s, stated, mentions);
  if (!named) return false;
  const doc::Span at = s.span(*named);
  return at.field != outcome.field || at.begin >= outcome.end || outcome.begin >= at.end;
}

std::optional<Range> effect_outcome_by_grammar(const OutcomeSentence& of,
                                               const StatedEffect& stated, std::size_t begin) {
  if (auto named = named_by_measure(of.sentence, stated, of.mentions)) return named;
  return outcome_in(of.sentence, {begin, stated.at.begin}, {stated.at.begin, stated.at.begin},
                    of.mentions);
}

std::optional<ResultRow> effect_row(const OutcomeSentence& of, const std::vector<Arm>& arms,
                                    const StatedEffect& stated, std::size_t begin) {
  const Sentence& s = of.sentence;
  const Statistics& statistics = of.statistics;
  const ResultEffect& effect = stated.effect;
  const bool bounded = effect.ci_low && effect.ci_high && *effect.ci_low <= effect.value &&
                       effect.value <= *effect.ci_high;
  // What "difference" with a percentage is of is not known.
  if (!bounded || effect.measure == Measure::other || effect.measure == Measure::risk_difference)
    return std::nullopt;
  static const WordSet kOther("unadjusted interaction subgroup per trend");
  const std::size_t from = stated.at.begin > 40 ? stated.at.begin - 40 : 0;
  static const WordSet kModels("multivariable multivariate prognostic predictor predictors");
  if (s.has_word({from, stated.at.begin}, kOther) || s.has_word({0, s.text.size()}, kModels))
    return std::nullopt;
  const Range clause{begin, stated.at.begin};
  const auto by_grammar = effect_outcome_by_grammar(of, stated, begin);
  auto outcome = tagged_outcome(of, stated.at, by_grammar);
  if (!outcome) outcome = by_grammar;
  if (!outcome) return std::nullopt;
  outcome = without_change(s, *outcome);
  const bool inverse = is_inverse(s, effect, *outcome);
  // Where no arm is named it may compare anything: men and women, the old and the young.
  if (of.mentions.empty()) return std::nullopt;
  // An estimate that the words contradict is not what it seems.
  auto told = tells_of_more(s, statistics, clause);
  if (!told) told = tells_of_more(s, statistics, {0, stated.at.begin});
  if (told && *told != ((effect.value > (effect.ratio() ? 1 : 0)) != inverse)) return std::nullopt;
  const auto pair =
      EffectArms({s, of.figures, of.mentions, statistics, arms}, stated, begin).best();
  if (!pair) return std::nullopt;
  ResultRow row = row_on(s, *outcome, clause);
  row.intervention.arm = pair->intervention;
  row.comparator.arm = pair->comparator;
  row.effect = effect;
  for (const PValue& p : statistics.p_values) {
    if (p.at.begin < stated.at.end || p.at.begin - stated.at.end > 20) continue;
    if (!s.has_any({stated.at.end, p.at.begin}, ")")) row.p_value = std::string(s.slice(p.at));
    break;
  }
  const Verdict verdict = verdict_on(effect, std::nullopt);
  row.significant = verdict.significant;
  row.direction = verdict.direction;
  if (!effect.ratio() && verdict.significant == true)
    row.direction = effect.value > 0 ? EffectDirection::increased : EffectDirection::decreased;
  else if (inverse && row.direction != EffectDirection::no_difference)
    row.direction = effect.value < 1 ? EffectDirection::increased : EffectDirection::decreased;
  return row;
}

}  // namespace ev::read
