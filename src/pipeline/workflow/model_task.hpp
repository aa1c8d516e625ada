// One task of a tool for a model: put to the host in two calls, or to the configured endpoint, with
// one more round for what was not taken. What an answer is good for the tool decides; nothing of it
// counts before that. Errors: a failing endpoint that was asked for by name; cancellation always.
// Thread rule: one call, one object.
#pragma once

#include "base/codec.hpp"
#include "base/context.hpp"
#include "base/json.hpp"
#include "llm/gateway.hpp"
#include "llm/host_tasks.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// The arguments of a tool that a model can help.
struct ModelIn {
  std::string engine = "auto";
  std::string task_id;
  std::vector<Json> completions;
};
template <class V>
void describe_model(V& v, ModelIn& m) {
  v("engine", m.engine, {.one_of = {"auto", "rules", "host", "endpoint"}});
  v("task_id", m.task_id, {.max_length = 200});
  v("completions", m.completions, {.max_length = 200});
}
void check_model(const ModelIn& in, std::vector<Problem>& problems);
// task_id and completions belong together, and to engine host.
void check_host_call(std::string_view engine, const std::string& task_id, bool answered,
                     std::vector<Problem>& problems);

// What was not taken of a model's answer.
struct NotTaken {
  std::optional<std::string> item_id;
  std::string path;
  Errc code = Errc::invalid_argument;
  std::string message;
  std::string hint;
};
// Of rejections in a text; structured content has them all.
inline constexpr std::size_t kRejectionsNamed = 20;
// The same task, with what was wrong with the last answer.
llm::Task asked_anew(llm::Task task, std::span<const NotTaken> rejected);

// What a call tells of the help it had or wants.
struct ModelHelp {
  std::optional<llm::HostTask> host_task;  // the host is to answer
  std::vector<NotTaken> rejected;
  long tokens_used = 0;
};

class ModelTask {
 public:
  // Uses an answer (an object that fits the task's schema, or a part of it) and returns the errors
  // of what it could not take, each with its path.
  using Take = std::function<Result<std::vector<Error>>(const std::string& json, const char* method,
                                                        const std::string& path)>;

  // All references must outlive it.
  ModelTask(const Services& services, std::string tool, const ModelIn& in, const Context& ctx)
      : services_(services), tool_(std::move(tool)), in_(in), ctx_(ctx) {}

  // Whether a task is worth making.
  bool wanted() const;
  Result<void> run(llm::Task task, const Take& take);

  std::string engine() const { return engine_; }  // that took part: rules, host or endpoint
  const std::vector<std::string>& warnings() const { return warnings_; }
  // The host has to answer first.
  bool for_host() const { return for_host_.has_value(); }
  ModelHelp help() const;

 private:
  Result<void> take_host_answer(const llm::Task& task, const Take& take);
  Result<void> ask_endpoint(llm::Task task, const Take& take);

  const Services& services_;
  const std::string tool_;
  const ModelIn& in_;
  const Context& ctx_;
  std::string engine_ = "rules";
  std::optional<llm::Task> for_host_;
  std::vector<NotTaken> rejected_;
  std::vector<std::string> warnings_;
  long tokens_used_ = 0;
};

}  // namespace ev::workflow
