// What the records together say: of a claim or yes/no question, and of a link or a chain of links
// (mechanism/testing.hpp states the thresholds). Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <string_view>

namespace ev::model {

enum class Verdict { supported, refuted, mixed, insufficient };

constexpr auto wire_names(Verdict) {
  return std::to_array<std::string_view>({"supported", "refuted", "mixed", "insufficient"});
}

// From what is followed first to what is given up: "contested" has both sides at weight,
// "insufficient" too few findings, "proposed" was never met in one sentence.
enum class LinkStatus { supported, contested, insufficient, proposed, refuted };

constexpr auto wire_names(LinkStatus) {
  return std::to_array<std::string_view>(
      {"supported", "contested", "insufficient", "proposed", "refuted"});
}

}  // namespace ev::model
