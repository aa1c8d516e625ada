// What every tool that takes a model's help says of it: the host's task, what was not taken of an
// answer, and what the model is told when it is asked once more. Pure functions.
#pragma once

#include "base/json.hpp"
#include "llm/gateway.hpp"
#include "llm/host_tasks.hpp"
#include "tools/answer.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// Of rejections in a text; structured content has them all.
inline constexpr std::size_t kRejectionsNamed = 20;

// task_id and completions belong together, and to engine host.
void check_host_call(std::string_view engine, const std::string& task_id, bool answered,
                     std::vector<Problem>& problems);

// The task whole, in structured content and in text.
void add_host_task(Answer& answer, const llm::HostTask& task);

// `rejected` holds objects {path, code, message, hint}.
void add_rejected(Answer& answer, const std::vector<Json>& rejected);
// The same task, with what was wrong with the last answer.
llm::Task asked_anew(llm::Task task, std::span<const Json> rejected);

}  // namespace ev::tools
