// Anthropic's Messages API, also as local servers imitate it; the endpoint's URL has no /v1. Rungs:
// output_config.format with the schema, a forced tool call whose input is the answer (for models
// before structured outputs), none. It has no embeddings. Pure; see api.hpp.
#pragma once

#include "llm/api.hpp"

namespace ev::llm {

const Api& anthropic_api();

}  // namespace ev::llm
