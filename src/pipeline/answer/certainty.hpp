// How sure an answer is, by number, designs and agreement of the records that state a result, and
// why. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/answer.hpp"

namespace ev::answer {

Certainty certainty_of(const Answer& answer);

}  // namespace ev::answer
