// The one comparator of a row, beside the intervention that was chosen. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/named_arms.hpp"

#include <optional>
#include <vector>

namespace ev::extract {

std::optional<Candidate> comparator_beside(const RecordText& record,
                                           const std::vector<NamedArm>& arms,
                                           const std::optional<Candidate>& intervention);

// Placebo where it is an arm.
std::optional<Candidate> placebo_of(const RecordText& record);
// A placebo or another control wherever it is named.
std::optional<Candidate> control_of(const RecordText& record);

}  // namespace ev::extract
