// The two treatments that the aim of a study sets against each other: "to compare A with B",
// "comparison of the effects of A and B", "effect of A compared with that of B". The first is the
// one studied, unless it is the control. Pure function.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>

namespace ev::extract {

struct AimContrast {
  Phrase studied;
  Phrase compared;
};

// The first that the abstract has, outside results and conclusions.
const std::optional<AimContrast>& aim_contrast(const RecordText& record);

}  // namespace ev::extract
