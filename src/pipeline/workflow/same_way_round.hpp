// Studies of one outcome with their arms the same way round: one states "A against B", another "B
// against A", and pooled as they stand their effects would cancel. Thread rule: pure functions.
#pragma once

#include "pipeline/synthesis/synthesis.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

enum class WayRound { as_given, turned, untold };

// `study` beside `reference`: `turned` where its arms are the same two treatments exchanged, or the
// arm without the treatment is first in one and second in the other; `untold` where only one arm is
// the reference's other, or the names tell the arms of the reference from each other but not those
// of the study. Arms without a name, and comparisons that share no treatment, are as given.
WayRound way_round(const synthesis::StudyResult& study, const synthesis::StudyResult& reference);

struct SameWayRound {
  std::vector<synthesis::StudyResult> studies;  // in the order given
  std::vector<synthesis::LeftOut> untold;
  std::vector<std::string> notes;  // which were turned
};

// As `reference` is, else as the first study whose arms are named. A study that is turned has its
// cells exchanged, its ratio inverted or its difference negated, and its interval likewise.
SameWayRound same_way_round(std::vector<synthesis::StudyResult> studies,
                            std::optional<synthesis::StudyResult> reference = {});

}  // namespace ev::workflow
