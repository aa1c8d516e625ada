#include "tools/model_answers.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

std::string text_at(const Json& rejection, const char* member) {
  return rejection.value(member, "");
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

void add_host_task(Answer& answer, const llm::HostTask& task) {
  answer.structured["host_task"] = Json(llm::to_json(task));
  answer.text += "host_task " + task.task_id +
                 ": answer it and call again with the same arguments, task_id and completions "
                 "[{\"item_id\": \"" +
                 task.items.front().id + "\", \"result\": {…}}" +
                 (task.items.size() > 1 ? ", …" : "") + "].\n" + task.instructions +
                 "\nSchema: " + task.json_schema + "\n";
  for (const llm::HostItem& item : task.items) answer.text += item.id + "\n" + item.text + "\n";
}

void add_rejected(Answer& answer, const std::vector<Json>& rejected) {
  if (rejected.empty()) return;
  answer.structured["rejected"] = rejected;
  answer.text += "Not taken of the model's answer: " + std::to_string(rejected.size()) + "\n";
  for (std::size_t i = 0; i < std::min(rejected.size(), kRejectionsNamed); ++i) {
    const std::string line = text_at(rejected[i], "path") + " " + text_at(rejected[i], "message");
    answer.text += "- " + text::ellipsize(one_line(line), 160) + "\n";
  }
}

llm::Task asked_anew(llm::Task task, std::span<const Json> rejected) {
  task.input += "Not taken of the last answer:\n";
  for (const Json& r : rejected) {
    task.input +=
        "- " + text_at(r, "path") + " " + text_at(r, "message") + "; " + text_at(r, "hint") + "\n";
  }
  return task;
}

}  // namespace ev::tools
