// How two arms changed, where a clause tells it of each: "fell by 20% with tea and by 5% with
// water", "fell with tea but rose with water". Pure functions over one sentence.
#pragma once

#include "pipeline/extract/arm_terms.hpp"

#include <optional>

namespace ev::extract {

// Whether the treated arm rose more (or fell less) than the other by the figures of the clause;
// nothing where it does not give each arm its change.
std::optional<bool> treated_gained(const ArmTerms& terms, const Sentence& sentence,
                                   const ByteRange& clause);

// Whether it is the treated arm that rose, where the other fell.
std::optional<bool> treated_alone_rose(const ArmTerms& terms, const Sentence& sentence);

}  // namespace ev::extract
