// The skills this server offers (data/skills): how to search systematically, appraise evidence and
// compare interventions with its tools. Thread rule: a pure function.
#pragma once

#include "mcp/skills.hpp"

#include <memory>

namespace ev::tools {

std::shared_ptr<const mcp::Skills> evidence_skills();

}  // namespace ev::tools
