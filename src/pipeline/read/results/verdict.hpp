// What a clause says of a difference between arms: whether it was tested, and which way it goes.
// Tests and intervals come before numbers, numbers before words. Pure functions.
#pragma once

#include "pipeline/read/results/statistics.hpp"

#include <optional>

namespace ev::read {

// "not significantly different", "similar in both groups": no difference by words.
bool denies_difference(const Sentence& sentence, Range clause);
// Whether words of the bytes tell of more (true) or of less, those of p values aside; nothing where
// they tell of both or none.
std::optional<bool> tells_of_more(const Sentence& sentence, const Statistics& statistics,
                                  Range range);
// "significantly", not denied.
bool claims_significance(const Sentence& sentence, Range clause);

struct Verdict {
  model::EffectDirection direction = model::EffectDirection::unclear;
  std::optional<bool> significant;
};
// Of two values of one outcome, first against second.
Verdict verdict_on(double first, double second, const std::optional<PValue>& p, bool denied,
                   bool claimed);
// Of an effect estimate; its own interval decides before the p value.
Verdict verdict_on(const ResultEffect& effect, const std::optional<PValue>& p);

}  // namespace ev::read
