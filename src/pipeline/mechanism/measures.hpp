// Which measure tells how a condition fares, or which process drives it, and which way is better:
// blood pressure for hypertension, bone resorption for osteoporosis. After the surrogate endpoints
// that drug regulators accept and the endpoints usual in trials; common knowledge of pharmacology,
// written for this program. Pure functions.
#pragma once

#include "pipeline/mechanism/entity.hpp"

namespace ev::mechanism {

// -1: less of the measure or process is better in the condition, +1: more; 0: not known to tell.
int better_way(const Entity& condition, const Entity& measure);

}  // namespace ev::mechanism
