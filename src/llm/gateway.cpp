#include "llm/gateway.hpp"

#include "base/hash.hpp"

namespace ev::llm {

const char* to_string(Rung rung) {
  switch (rung) {
    case Rung::json_schema:
      return "json_schema";
    case Rung::json_object:
      return "json_object";
    case Rung::prompt:
      return "prompt";
  }
  return "prompt";
}

std::string task_key(const Task& task, std::string_view model) {
  std::string all;
  // Lengths in front of the parts keep ("ab","c") and ("a","bc") apart.
  for (const std::string_view part :
       {std::string_view(task.prompt_version), std::string_view(task.instructions),
        std::string_view(task.schema), std::string_view(task.input), model}) {
    all += std::to_string(part.size());
    all += ':';
    all += part;
  }
  return sha256_hex(all);
}

}  // namespace ev::llm
