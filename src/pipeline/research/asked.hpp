// What a question asks for: by what it is judged, and the sentence that is answered with for and
// against. A clinical question is judged by clinical evidence alone; mechanisms are put together
// and judged where one is asked for, or where key words or a query name a subject and no question.
// "X in Y" and "X for Y" are read as "Does X help in Y?". Thread rule: pure functions.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string>
#include <string_view>

namespace ev::research {

enum class Rubric { clinical, mechanism };
constexpr auto wire_names(Rubric) {
  return std::to_array<std::string_view>({"clinical", "mechanism"});
}

struct Asked {
  Rubric rubric = Rubric::mechanism;
  std::string claim;  // "" where nothing can be answered with for and against
};
Asked what_is_asked(std::string_view question);

}  // namespace ev::research
