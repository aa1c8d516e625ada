// Gateway: what a language model can do for a stage. A stage runs its rules first; for what they
// leave open it makes one Task per item and calls complete(), which answers each task with a
// schema-checked JSON object or a typed error. Nothing a model says leaves this floor unchecked
// against the task's schema; whether a value stands in the text is for the caller to check.
//
//   Task task{.purpose = "query concepts", .prompt_version = "query_concepts/1",
//             .instructions = "…", .schema = R"({"type":"object",…})", .item_id = "goal",
//             .input = goal};
//   Run run{.budget = {.calls = 4, .tokens = 20'000, .seconds = 20}};
//   Result<Completion> answer = gateway.complete({&task, 1}, ctx, run).front();
//
// Schemas: an object at the root, with the keywords of json_schema.hpp; additionalProperties false
// and every property required (nullable where need be) is what endpoints enforce best.
// Thread rule: any worker thread; a Run belongs to one tool call and one thread at a time.
// Errors of a task: llm_unreachable (also when no endpoint is configured), llm_auth,
// llm_model_not_found, llm_overloaded, rate_limited, llm_context_overflow, llm_truncated,
// llm_not_json, llm_schema_violation (with its problems), llm_refused, budget_exhausted, timeout,
// offline, cancelled, upstream_changed; internal for a schema outside the subset. One task's error
// never touches the others, except that what is wrong with the endpoint ends them all at once.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "llm/misfit.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

// One item's text and what is wanted of it.
struct Task {
  std::string purpose{};  // two or three words for errors and the log
  std::string
      prompt_version{};        // "query_concepts/1": a new one when the instructions change meaning
  std::string instructions{};  // trusted
  std::string schema{};        // JSON text; the order of its members is the order of the answer's
  std::string item_id{};       // names the item in host tasks; not part of the key
  std::string input{};         // untrusted: sent as delimited data, hidden characters removed
  int max_tokens = 4096;       // of the answer; reasoning models count their thoughts too
  // An answer that does not fit after the repair turn either is given without the members at fault.
  bool by_member = false;
};

// SHA-256 of prompt version, instructions, schema, text and model ("" for a host's model): the same
// task has the same key in every process.
std::string task_key(const Task& task, std::string_view model);

// How an endpoint was made to answer in JSON, best first. An endpoint that refuses one is asked by
// the next, and that is remembered per endpoint and model.
enum class Rung {
  json_schema,  // the schema itself is enforced
  json_object,  // some JSON object (OpenAI, Ollama), a forced tool call (Anthropic)
  prompt,       // the prompt asks for it
};
const char* to_string(Rung rung);

struct Completion {
  std::string json{};  // an object that fits the task's schema
  long tokens_in = 0;
  long tokens_out = 0;  // both 0 from the cache
  bool from_cache = false;
  bool repaired = false;  // a second turn was needed
  Rung rung = Rung::json_schema;
  std::vector<Misfit> left_out{};  // of a task by_member: `json` is what fits
};

struct Usage {
  int calls = 0;  // requests to the endpoint; net's retries of one request count once
  long tokens_in = 0;
  long tokens_out = 0;  // estimated where the endpoint does not say
  int from_cache = 0;
  int repairs = 0;
  double seconds = 0;
};

// Never exceeded: a request that might is not made. 0 = no limit.
struct Budget {
  int calls = 0;
  long tokens = 0;     // in and out
  double seconds = 0;  // whatever it says, a second is left before the call's deadline
};

// One tool call's dealings with a model; pass the same one to all of them.
struct Run {
  Budget budget{};
  // Tasks that share prompt version, instructions and schema travel so many in one request.
  int batch_size = 1;
  Usage usage{};
};

struct Embeddings {
  std::vector<std::vector<float>> vectors;  // one per text; empty for an empty text
  std::string model;
};

class Gateway {
 public:
  virtual ~Gateway() = default;
  // Whether an endpoint is configured: what `engine: auto` asks before it makes tasks.
  virtual bool can_complete() const = 0;
  virtual bool can_embed() const = 0;
  // The configured model, for result metadata; "" without one.
  virtual std::string model() const = 0;

  // Results in the order of the tasks.
  virtual std::vector<Result<Completion>> complete(std::span<const Task> tasks, const Context& ctx,
                                                   Run& run) = 0;
  std::vector<Result<Completion>> complete(std::span<const Task> tasks, const Context& ctx) {
    Run run;
    return complete(tasks, ctx, run);
  }

  // All vectors have one dimension and none is zero, or it is an error.
  virtual Result<Embeddings> embed(std::span<const std::string> texts, const Context& ctx,
                                   Run& run) = 0;
  Result<Embeddings> embed(std::span<const std::string> texts, const Context& ctx) {
    Run run;
    return embed(texts, ctx, run);
  }
};

}  // namespace ev::llm
