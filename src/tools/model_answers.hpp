// What every tool that takes a model's help says of it: the host's task and what was not taken of
// an answer. Pure functions.
#pragma once

#include "base/json.hpp"
#include "llm/host_tasks.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "tools/answer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// The task whole, in structured content and in text.
void add_host_task(Answer& answer, const llm::HostTask& task);

// [{path, code, message, hint, item_id?}]
Json rejections_json(const std::vector<NotTaken>& rejected);
void add_rejected(Answer& answer, const std::vector<NotTaken>& rejected);
// All of it.
void add_model_help(Answer& answer, const ModelHelp& help);

}  // namespace ev::tools
