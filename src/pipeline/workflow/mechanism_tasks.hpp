// What a model is asked about mechanisms, and its answers as proposals: hypotheses for a question
// from records, and what sentences say of given links. Every link it gives cites one of the ids
// supplied and quotes one sentence; the mechanism room checks each against its record before it
// counts. Thread rule: pure functions.
#pragma once

#include "llm/gateway.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/testing.hpp"
#include "pipeline/model/article.hpp"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// Characters of records in one task; at least one record is always put.
inline constexpr std::size_t kTaskCharacters = 24'000;

struct RecordTask {
  llm::Task task;
  std::set<std::string> supplied;  // ids of its records
};

RecordTask hypothesis_task(const mechanism::HypothesisOptions& options,
                           std::span<const model::Article> articles,
                           std::size_t characters = kTaskCharacters);

struct ProposedSearch {
  std::string query;
  std::vector<std::string> names;  // of the levels of its hypothesis
  std::string path;
};
struct ProposedHypotheses {
  std::vector<mechanism::ProposedLink> links;
  std::vector<ProposedSearch> searches;
};
// `json` fits the task's schema, or is a part of it. What cites another id is not taken.
ProposedHypotheses proposed_hypotheses(std::string_view json, const std::set<std::string>& supplied,
                                       const char* method, const std::string& path,
                                       std::vector<Error>& not_taken);

// Searches that name two levels of their hypothesis; the others as errors.
std::vector<std::string> specific_searches(const std::vector<ProposedSearch>& searches,
                                           std::vector<Error>& not_taken);

// `test`: of the rules; a model is asked of the records that name both ends of a link without a
// vote on it. No record: nothing to ask.
RecordTask stance_task(const mechanism::LinkTest& test, std::span<const model::Article> articles,
                       std::size_t characters = kTaskCharacters);

// `links`: how many there are.
std::vector<mechanism::ProposedStance> proposed_stances(std::string_view json, std::size_t links,
                                                        const std::set<std::string>& supplied,
                                                        const char* method, const std::string& path,
                                                        std::vector<Error>& not_taken);

}  // namespace ev::workflow
