// What is read out of every abstract when nobody says otherwise: the whole pipeline of the command
// line and the research loop use the same. Pure functions.
#pragma once

#include "base/json.hpp"

namespace ev::workflow {

Json default_extraction_schema();

}  // namespace ev::workflow
