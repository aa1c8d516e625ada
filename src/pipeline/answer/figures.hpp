// What the figures of a sentence say before its adjectives do: a ratio with its interval, or the
// percentages of two arms. Internal to the room; pure functions.
#pragma once

#include "pipeline/answer/record_words.hpp"

#include <cstddef>
#include <optional>
#include <set>

namespace ev::answer {

// A relative risk, odds or hazard ratio with its interval in one of these clauses: 1 above one, -1
// below, 0 when the interval holds one; nullopt without interval.
std::optional<int> ratio_in(const SentenceWords& sentence, const std::set<std::size_t>& clauses);

// Two percentages beside two arms: 1 when the intervention's is the higher, -1 the lower.
std::optional<int> percentages_in(const SentenceWords& sentence,
                                  const std::set<std::size_t>& intervention,
                                  const std::set<std::size_t>& comparator);

// Whether two percentages are of those whom the outcome left: "without pain", "pain was gone in 80
// %".
bool are_rates_of_freedom(const SentenceWords& sentence, const std::set<std::size_t>& outcome);

// The smallest p value stated ("p < 0.05": 0.05); "NS" is 1.
std::optional<double> p_value_in(const SentenceWords& sentence);

}  // namespace ev::answer
