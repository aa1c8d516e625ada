// What a model is asked about a research goal, and its answer as proposals: concepts with synonyms
// and headings, nothing else. The same task goes to the host's model and to an endpoint; query_gen
// checks every term of the answer and writes the query. Thread rule: pure functions.
#pragma once

#include "llm/gateway.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/query_gen/request.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

llm::Task proposal_task(const query_gen::Request& request, const mesh::Vocabulary& vocabulary);

// `json` fits the task's schema, or is a part of it. nullopt when it holds no list of concepts.
std::optional<std::vector<query_gen::Proposal>> proposals_of(std::string_view json);

}  // namespace ev::workflow
