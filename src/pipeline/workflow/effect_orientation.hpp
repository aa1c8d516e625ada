// Which way round a stated effect is: an estimate is often posted without telling which arm was
// divided by, or taken from, which. What the arms themselves state decides; in doubt there is none.
// Pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"

#include <optional>
#include <string>

namespace ev::workflow {

// The effect of the intervention against the comparator; an effect that is plainly of the
// comparator against the intervention is turned round. nullopt where the numbers of the arms leave
// it open. A difference of percentages that is stated in per cent becomes a share. `said` gets what
// was done,
// "" for an effect that is as stated.
std::optional<synthesis::StatedEffect> oriented(const synthesis::StatedEffect& stated,
                                                const synthesis::ArmNumbers& intervention,
                                                const synthesis::ArmNumbers& comparator,
                                                std::string& said);

}  // namespace ev::workflow
