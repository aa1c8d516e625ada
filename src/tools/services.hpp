// The services that tools are wired with. A tool is the face of a stage: within tools the names of
// the workflow room stand without their room.
#pragma once

#include "pipeline/workflow/services.hpp"

namespace ev::tools {

using namespace workflow;

}  // namespace ev::tools
