// Where a record stands, in order of gravity for the work it names. A notice says that another
// paper was retracted: of itself it says no more than "none", so every word on the paper outweighs
// it; that it reports nothing either stands in retraction.hpp. Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string_view>

namespace ev::model {

enum class RetractionStatus { none, notice, corrected, expression_of_concern, retracted };

constexpr auto wire_names(RetractionStatus) {
  return std::to_array<std::string_view>(
      {"none", "notice", "corrected", "expression_of_concern", "retracted"});
}

constexpr bool graver(RetractionStatus a, RetractionStatus b) {
  return a > b;
}

}  // namespace ev::model
