// Runs of a goal's tokens that may be one term though its words were read as several concepts:
// "graft versus host disease". Only a vocabulary that knows the whole can tell (live_concepts.hpp).
// Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"
#include "pipeline/text/document.hpp"

#include <string_view>
#include <vector>

namespace ev::query_gen {

// At most kMostSpans, the longest first; each holds more than one concept, one of them without a
// heading, and none that is negated.
std::vector<Span> longer_spans(std::string_view goal, const std::vector<doc::Token>& tokens,
                               const std::vector<Concept>& concepts);

}  // namespace ev::query_gen
