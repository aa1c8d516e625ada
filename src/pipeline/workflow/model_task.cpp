#include "pipeline/workflow/model_task.hpp"

#include <nlohmann/json.hpp>

namespace ev::workflow {

namespace {

std::vector<NotTaken> not_taken(const std::vector<Error>& errors) {
  std::vector<NotTaken> out;
  for (const Error& error : errors) {
    out.push_back({.item_id = std::nullopt,
                   .path = error.path,
                   .code = error.code,
                   .message = error.message,
                   .hint = error.recovery});
  }
  return out;
}

}  // namespace

void check_host_call(std::string_view engine, const std::string& task_id, bool answered,
                     std::vector<Problem>& problems) {
  if (engine != "host") {
    const std::string remedy = "; call with engine host, or leave it out";
    if (!task_id.empty()) problems.push_back({"task_id", "belongs to engine host" + remedy});
    if (answered) problems.push_back({"completions", "belong to engine host" + remedy});
  } else if (task_id.empty() == answered) {
    problems.push_back(answered ? Problem{"task_id",
                                          "is required beside completions; it is in the host_task "
                                          "of the first call"}
                                : Problem{"completions", "are required beside task_id"});
  }
}

llm::Task asked_anew(llm::Task task, std::span<const NotTaken> rejected) {
  task.input += "Not taken of the last answer:\n";
  for (const NotTaken& r : rejected)
    task.input += "- " + r.path + " " + r.message + "; " + r.hint + "\n";
  return task;
}

void check_model(const ModelIn& in, std::vector<Problem>& problems) {
  check_host_call(in.engine, in.task_id, !in.completions.empty(), problems);
}

bool ModelTask::wanted() const {
  if (in_.engine == "host" || in_.engine == "endpoint") return true;
  return in_.engine == "auto" && services_.llm.can_complete();
}

Result<void> ModelTask::run(llm::Task task, const Take& take) {
  if (!wanted()) return {};
  engine_ = in_.engine == "host" ? "host" : "endpoint";
  if (engine_ == "endpoint") return ask_endpoint(std::move(task), take);
  if (!in_.task_id.empty()) return take_host_answer(task, take);
  for_host_ = std::move(task);
  return {};
}

Result<void> ModelTask::take_host_answer(const llm::Task& task, const Take& take) {
  EV_TRY(const llm::HostAnswers got,
         llm::check_host_answers(tool_, {&task, 1}, in_.task_id, Json(in_.completions)));
  for (const llm::Rejection& r : got.rejected)
    rejected_.push_back({r.item_id, r.path, r.code, r.message, r.hint});
  for (const llm::HostAnswer& answer : got.answers) {
    EV_TRY(const std::vector<Error> errors, take(answer.json, "host", answer.path));
    for (NotTaken& one : not_taken(errors)) rejected_.push_back(std::move(one));
  }
  if (!got.answers.empty()) return {};
  warnings_.push_back(
      "no completion could be used: this is what the rules made; answer the host_task again with "
      "an object that fits its schema, and call once more");
  for_host_ = task;
  return {};
}

// What was not taken is asked for once more, with what was wrong.
Result<void> ModelTask::ask_endpoint(llm::Task task, const Take& take) {
  llm::Run run{.budget = {.calls = 4, .seconds = 60}};
  for (int round = 0; round < 2; ++round) {
    const auto answers = services_.llm.complete({&task, 1}, ctx_, run);
    tokens_used_ = run.usage.tokens_in + run.usage.tokens_out;
    if (!answers.front()) {
      const Error& error = answers.front().error();
      // Who asked for the endpoint is told; who did not still gets what the rules make.
      const bool told = in_.engine == "endpoint" && round == 0;
      if (told || error.code == Errc::cancelled) return error;
      warnings_.push_back("the model could not help (" + std::string(to_string(error.code)) +
                          "): " + error.message);
      return {};
    }
    EV_TRY(const std::vector<Error> errors, take(answers.front()->json, "endpoint", task.item_id));
    if (errors.empty()) return {};
    const std::vector<NotTaken> rejected = not_taken(errors);
    if (round == 1) rejected_ = rejected;
    task = asked_anew(std::move(task), rejected);
  }
  return {};
}

ModelHelp ModelTask::help() const {
  ModelHelp out{.rejected = rejected_, .tokens_used = tokens_used_};
  if (for_host_) out.host_task = llm::make_host_task(tool_, {&*for_host_, 1});
  return out;
}

}  // namespace ev::workflow
