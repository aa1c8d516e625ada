// What belongs to a mean: "± 3", "(SD 3)", "(3)", "(range 2 to 9)" tell how values spread and are
// no value themselves. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <optional>

namespace ev::extract {

// Whether numbers[i] is such a spread: a sign or a word for it stands before.
bool is_spread(const Sentence& sentence, std::size_t i);
// The number whose spread numbers[i] is, when nothing else stands between the two.
std::optional<std::size_t> mean_of_spread(const Sentence& sentence, std::size_t i);

// The unit behind a number, perhaps behind a bracket: "12 mg", "12 (3) mg", "12 +/- 3 (SD) mg".
struct Measured {
  std::size_t number = 0;  // whose value the unit measures
  std::size_t unit = 0;    // token
};
// For numbers[i], directly followed by a unit or a bracket's end and a unit; nullopt when the unit
// measures nothing but a spread.
std::optional<Measured> measured_at(const Sentence& sentence, std::size_t i);

}  // namespace ev::extract
