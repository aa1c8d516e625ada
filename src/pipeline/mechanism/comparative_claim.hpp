// Claims and questions that compare: "A is better than B for C", "A causes fewer C than B", "A
// reduces C more than B", "A heals C faster than B", "C is lower with A than with B". They are read
// as the comparison {A, B, C} with the direction that is claimed, so that they are answered as
// comparisons are. Pure functions.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/comparison.hpp"
#include "pipeline/mechanism/statement.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ev::mechanism {

struct ComparativeClaim {
  Comparison comparison;
  EffectDirection expected = EffectDirection::unclear;  // increased or decreased
  bool denied = false;  // "is not better than": every other direction bears it out
};
std::optional<ComparativeClaim> comparative_claim(std::string_view claim);

// What each record says of it, by id: supports or contradicts where the comparison lets it have a
// say, else mentions.
Result<std::map<std::string, Evidence>> comparison_evidence(
    const ComparativeClaim& claim, std::span<const model::Article> articles, const Context& ctx);

}  // namespace ev::mechanism
