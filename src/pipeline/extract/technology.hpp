// What the rules of technology papers have in common. Pure functions.
#pragma once

#include "pipeline/extract/reading.hpp"

namespace ev::extract {

// A study of people is described by its design, and "it took 30 minutes" is what they did.
bool is_clinical(const Reading& reading);

// A sentence on programs, models or machines.
bool tells_of_computing(const Line& line);
bool is_on_computing(const Reading& reading);  // any sentence of it

}  // namespace ev::extract
