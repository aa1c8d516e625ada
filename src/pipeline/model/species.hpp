// In whom or what a study was done, as far as it decides how a finding carries over to people.
// Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string_view>

namespace ev::model {

enum class Species { human, animal, in_vitro, not_stated };

constexpr auto wire_names(Species) {
  return std::to_array<std::string_view>({"human", "animal", "in vitro", "not stated"});
}

}  // namespace ev::model
