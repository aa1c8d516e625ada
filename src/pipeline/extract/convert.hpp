// From what a rule found to the cell the schema asked for: type, enum and range. A value that does
// not fit is `invalid` with null and kept as an alternative, never bent. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/schema.hpp"

namespace ev::extract {

Cell to_cell(const FieldSpec& field, Findings findings);

}  // namespace ev::extract
