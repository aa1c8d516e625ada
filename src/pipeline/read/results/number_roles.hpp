// What each number of a sentence is in the results of a study, by a learnt chain
// (data/weights/number_roles.txt): what the grammar of figures takes it for is one of its features.
// Thread rule: constant.
#pragma once

#include "pipeline/nlp/feature.hpp"
#include "pipeline/read/results/statistics.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ev::read {

enum class NumberRole {
  other,    // no value of an arm: dose, time, age, p value, baseline, a number of other things
  events,   // people to whom it happened
  size,     // people of whom events or a share are told
  percent,  // share of people
  mean,     // or one value that was measured
  median,
  dispersion,  // standard deviation or error
};
inline constexpr std::size_t kNumberRoles = 7;

// Of each number of the sentence; `words` are its features of record_features.hpp.
std::vector<nlp::Features> number_features(const Sentence& sentence,
                                           const std::vector<nlp::Features>& words,
                                           const Statistics& statistics);

// Given how likely each role is, in their order.
NumberRole number_role(std::span<const double> odds);

std::vector<NumberRole> number_roles(const Sentence& sentence,
                                     const std::vector<nlp::Features>& words,
                                     const Statistics& statistics);

}  // namespace ev::read
