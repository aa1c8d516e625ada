// The stage "generate queries": a research goal as PubMed queries, made by rules; where a model is
// wanted it is asked first for concepts, which the rules check. Thread rule: any worker thread.
// Errors: what query_gen::generate() reports, a failing endpoint that was asked for by name,
// cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/services.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct QueryRequest {
  query_gen::Request goal;
  // What a model is asked about, when it is not the goal as it stands: the goal before the user
  // answered a question.
  std::optional<query_gen::Request> asked_goal;
  ModelIn model;
};

// A model's part in it.
struct QueryModel {
  std::string engine;  // host | endpoint
  std::string name;    // of an endpoint's model
  long tokens_used = 0;
  std::vector<NotTaken> rejected;
  std::optional<Error> error;  // why it did not help
};

struct QueryOutcome {
  query_gen::Generation made;
  std::string where;                       // the queries were counted
  std::optional<QueryModel> model;         // nullopt: none took part
  std::optional<llm::HostTask> host_task;  // the host is to answer
  std::vector<std::string> warnings;       // of the model's part; those of the rules are in `made`
};

Result<QueryOutcome> generate_queries(const Services& services, QueryRequest request,
                                      const Context& ctx);

}  // namespace ev::workflow
