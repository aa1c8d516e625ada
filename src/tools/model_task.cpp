#include "tools/model_task.hpp"

#include "base/text.hpp"
#include "llm/host_tasks.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

constexpr std::size_t kRejectionsInText = 20;

Json json_of(const Error& error) {
  return {{"path", error.path},
          {"code", to_string(error.code)},
          {"message", error.message},
          {"hint", error.recovery}};
}

}  // namespace

void check_model(const ModelIn& in, std::vector<Problem>& problems) {
  const bool answered = !in.completions.empty();
  if (in.engine != "host") {
    const std::string remedy = "; call with engine host, or leave it out";
    if (!in.task_id.empty()) problems.push_back({"task_id", "belongs to engine host" + remedy});
    if (answered) problems.push_back({"completions", "belong to engine host" + remedy});
  } else if (in.task_id.empty() == answered) {
    problems.push_back(answered ? Problem{"task_id",
                                          "is required beside completions; it is in the host_task "
                                          "of the first call"}
                                : Problem{"completions", "are required beside task_id"});
  }
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
  for (const llm::Rejection& r : got.rejected) rejected_.push_back(llm::to_json(r));
  for (const llm::HostAnswer& answer : got.answers) {
    EV_TRY(std::vector<Error> errors, take(answer.json, "host", answer.path));
    reject(std::move(errors));
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
    EV_TRY(std::vector<Error> errors, take(answers.front()->json, "endpoint", task.item_id));
    if (errors.empty()) return {};
    task.input += "Not taken of the last answer:\n";
    for (const Error& e : errors)
      task.input += "- " + e.path + " " + e.message + "; " + e.recovery + "\n";
    task.input += "Give these anew, or leave them out.\n";
    if (round == 1) reject(std::move(errors));
  }
  return {};
}

void ModelTask::reject(std::vector<Error> errors) {
  for (const Error& e : errors) rejected_.push_back(json_of(e));
}

void ModelTask::describe(Answer& answer) const {
  if (tokens_used_ > 0) answer.structured["tokens_used"] = tokens_used_;
  if (for_host_) {
    const llm::HostTask host = llm::make_host_task(tool_, {&*for_host_, 1});
    answer.structured["host_task"] = Json(llm::to_json(host));
    answer.text += "host_task " + host.task_id +
                   ": answer it and call again with the same arguments, task_id and completions "
                   "[{\"item_id\": \"" +
                   host.items.front().id + "\", \"result\": {…}}].\n" + host.instructions + "\n" +
                   host.items.front().text + "\nSchema: " + host.json_schema + "\n";
  }
  if (rejected_.empty()) return;
  answer.structured["rejected"] = rejected_;
  answer.text += "Not taken of the model's answer: " + std::to_string(rejected_.size()) + "\n";
  for (std::size_t i = 0; i < std::min(rejected_.size(), kRejectionsInText); ++i) {
    answer.text += "- " +
                   text::ellipsize(one_line(rejected_[i].value("path", "") + " " +
                                            rejected_[i].value("message", "")),
                                   160) +
                   "\n";
  }
}

}  // namespace ev::tools
