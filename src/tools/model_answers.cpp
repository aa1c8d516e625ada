#include "tools/model_answers.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

Json rejection_json(const NotTaken& one) {
  Json out = {{"path", one.path},
              {"code", to_string(one.code)},
              {"message", one.message},
              {"hint", one.hint}};
  if (one.item_id) out["item_id"] = *one.item_id;
  return out;
}

}  // namespace

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

Json rejections_json(const std::vector<NotTaken>& rejected) {
  Json out = Json::array();
  for (const NotTaken& one : rejected) out.push_back(rejection_json(one));
  return out;
}

void add_rejected(Answer& answer, const std::vector<NotTaken>& rejected) {
  if (rejected.empty()) return;
  answer.structured["rejected"] = rejections_json(rejected);
  answer.text += "Not taken of the model's answer: " + std::to_string(rejected.size()) + "\n";
  for (std::size_t i = 0; i < std::min(rejected.size(), kRejectionsNamed); ++i) {
    const std::string line = rejected[i].path + " " + rejected[i].message;
    answer.text += "- " + text::ellipsize(one_line(line), 160) + "\n";
  }
}

void add_model_help(Answer& answer, const ModelHelp& help) {
  if (help.tokens_used > 0) answer.structured["tokens_used"] = help.tokens_used;
  if (help.host_task) add_host_task(answer, *help.host_task);
  add_rejected(answer, help.rejected);
}

}  // namespace ev::tools
