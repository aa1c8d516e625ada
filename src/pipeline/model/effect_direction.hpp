// What an intervention did to an outcome against its comparator. Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string_view>

namespace ev::model {

enum class EffectDirection { increased, decreased, no_difference, unclear };

constexpr auto wire_names(EffectDirection) {
  return std::to_array<std::string_view>({"increased", "decreased", "no_difference", "unclear"});
}

}  // namespace ev::model
