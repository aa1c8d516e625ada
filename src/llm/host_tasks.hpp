// The host's own model as the helper, in two calls of one tool. The first call returns a host_task
// made of the same Tasks an endpoint would get; the host's model answers it and calls the tool
// again with the same arguments, task_id and completions. Nothing is kept in between: the tool
// makes its Tasks again, which gives the same task_id, and a completion belongs to the text it was
// made for. What comes back is checked like an endpoint's answer, cell by cell: a field that does
// not fit is left out and named, the others stand.
//
//   first call   HostTask task = make_host_task("pubmed_generate_query", tasks);
//                out.host_task = to_json(task);
//   second call  EV_TRY(HostAnswers got,
//                       check_host_answers("pubmed_generate_query", tasks, task_id, completions));
//
// Accepted shapes of `completions`: a list of {item_id|id, result: object or JSON text} or of
// {item_id|id, …fields}; the list as JSON text; one such object; an object by item id; and for a
// task with a single item the bare result. Not every item has to be answered. Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "llm/gateway.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

struct HostItem {
  std::string id;
  std::string text_hash;  // 16 hex of SHA-256 of the text
  std::string text;       // hidden characters removed
};

struct HostTask {
  std::string task_id;  // "ht-" + 16 hex of tool, prompt version, instructions, schema, item texts
  std::string instructions;
  std::string json_schema;  // of one item's result, JSON text
  std::vector<HostItem> items;
};

// All tasks share prompt version, instructions and schema, and have item ids of their own. The
// order of the tasks does not change the task_id.
HostTask make_host_task(std::string_view tool, std::span<const Task> tasks);
// {task_id, instructions, json_schema, items[] {id, text_hash, text}}
OrderedJson to_json(const HostTask& task);

struct HostAnswer {
  std::string item_id;
  std::string json;       // what fits the schema of the object that was submitted
  bool complete = false;  // all of it did; otherwise top-level fields were left out
  std::string path{};     // of the submitted object: "completions[2].result"
};

// Why something was not taken. Codes: invalid_argument (unknown, doubled or missing item id, a text
// that is no longer the item's), llm_not_json, llm_schema_violation.
struct Rejection {
  std::string item_id;  // "" when it is not known
  std::string path;     // "completions[2].result.sample_size"
  Errc code = Errc::invalid_argument;
  std::string message;
  std::string hint;
  std::string member{};  // of the result, when one of them does not fit: "sample_size"
};

struct HostAnswers {
  std::vector<HostAnswer> answers;   // in the order of the tasks
  std::vector<Rejection> rejected;   // in the order of the completions
  std::vector<std::string> missing;  // item ids without an answer, in the order of the tasks
};

// invalid_argument (path task_id or completions) when the task is not the one these arguments make,
// or completions has none of the shapes above.
Result<HostAnswers> check_host_answers(std::string_view tool, std::span<const Task> tasks,
                                       std::string_view task_id, const Json& completions);

// {item_id, path, code, message, hint}
Json to_json(const Rejection& rejection);

}  // namespace ev::llm
