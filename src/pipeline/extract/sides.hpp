// Which of the two arms compared a clause speaks of, by the words that only one of them is named
// with. Pure functions; the sides are kept with its Reading.
#pragma once

#include "pipeline/extract/change_words.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

// The words that name only one of the two arms.
struct Sides {
  std::vector<std::string> treated;
  std::vector<std::string> control;
};
const Sides& sides_of(const Reading& reading);

enum class Side { none, treated, control, both };
Side side_named(const Sides& sides, Words words);

// Whether what is said of one arm against the other holds of the treated arm (true), of the
// control (false), or cannot be told.
std::optional<bool> holds_of_treated(const Sides& sides, const Line& line, const Stretch& stretch,
                                     const Change& change);

}  // namespace ev::extract
