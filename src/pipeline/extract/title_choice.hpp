// What the title of a record says of its treatments: the one it names first, and where it names an
// arm. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/title_treatment.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ev::extract {

inline constexpr double kSureOfArms = 0.85;
inline constexpr double kSureOfTitle = 0.8;

inline constexpr std::size_t kCompared = std::string_view::npos;    // stands behind "versus"
inline constexpr std::size_t kAbsent = std::string_view::npos - 1;  // the title leaves it out

// Where a title names an arm; behind all others what stands after its "versus".
std::size_t place_in_title(const RecordText& record, std::string_view name);

std::optional<Candidate> from_title(const RecordText& record, Chunk TitleTreatments::*part);

}  // namespace ev::extract
