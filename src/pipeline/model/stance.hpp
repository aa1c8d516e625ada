// What a sentence or a record says of a link or a claim. Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string_view>

namespace ev::model {

enum class Stance {
  supports,
  contradicts,
  mixed,       // of a record: its conclusion says both
  unread,      // of a record: on the question, but its result could not be told
  mentions,    // names what is asked about, says nothing of it
  background,  // told as known before, no finding of the record
};

constexpr auto wire_names(Stance) {
  return std::to_array<std::string_view>(
      {"supports", "contradicts", "mixed", "unread", "mentions", "background"});
}

}  // namespace ev::model
