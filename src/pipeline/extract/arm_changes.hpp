// How two arms changed, where a clause tells it of each: "fell by 20% with tea and by 5% with
// water", "fell with tea but rose with water". Pure functions over one line.
#pragma once

#include "pipeline/extract/sides.hpp"

#include <optional>

namespace ev::extract {

// Whether the treated arm rose more (or fell less) than the other by the figures of the clause;
// nothing where it does not give each arm its change.
std::optional<bool> treated_gained(const Sides& sides, const Line& line, const Stretch& clause);

// Whether it is the treated arm that rose, where the other fell.
std::optional<bool> treated_alone_rose(const Sides& sides, const Line& line);

}  // namespace ev::extract
