// What the evidence leaves open, as sentences and as searches that would fill it. Internal to the
// room.
#pragma once

#include "pipeline/mechanism/chains.hpp"

#include <map>

namespace ev::mechanism {

void add_gaps(HypothesisAssessment& assessment, const StatementSet& reading,
              const std::map<LinkKey, Link>& links, const Vocabulary& vocabulary,
              const Focus& focus, const HypothesisOptions& options);

}  // namespace ev::mechanism
