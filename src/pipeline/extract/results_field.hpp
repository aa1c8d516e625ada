// The field `results`: the rows of the study reading as objects of a fixed shape, only stated
// members, each with the sentence that says so. Rows on the outcome that the authors call primary
// come first, else in text order. Pure function.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/schema.hpp"

namespace ev::extract {

// The one name a field of type array[object] may have.
inline constexpr std::string_view kResultsField = "results";

Cell results_cell(const RecordText& record);

}  // namespace ev::extract
