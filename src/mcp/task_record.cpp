#include "mcp/task_record.hpp"

#include "base/clock.hpp"
#include "mcp/content.hpp"
#include "mcp/jsonrpc.hpp"

#include <nlohmann/json.hpp>

#include <chrono>

namespace ev::mcp {

std::string task_members(const TaskRecord& task, TaskView view) {
  std::string out = "{";
  append_text_member(out, "taskId", task.id);
  append_text_member(out, "status", task.status);
  append_text_member(out, "statusMessage", task.message);
  append_text_member(out, "createdAt", iso_time(std::chrono::seconds(task.created)));
  append_text_member(out, "lastUpdatedAt", iso_time(std::chrono::seconds(task.updated)));
  out += R"(,"ttlMs":)" + std::to_string(kTaskTtlMs);
  out += R"(,"pollIntervalMs":)" + std::to_string(kTaskPollMs);
  if (view == TaskView::detailed && !task.outcome.empty()) out += "," + task.outcome;
  return out.substr(1);
}

std::string to_stored(const TaskRecord& task) {
  std::string out = "{";
  append_text_member(out, "status", task.status);
  append_text_member(out, "message", task.message);
  append_text_member(out, "outcome", task.outcome);
  out += R"(,"created":)" + std::to_string(task.created);
  return out + R"(,"updated":)" + std::to_string(task.updated) + "}";
}

Result<TaskRecord> from_stored(std::string_view id, std::string_view json) {
  EV_TRY(const Json stored, parse_json(json, "stored task"));
  const auto text = [&](std::string_view name) {
    const std::string* const value = as_string(member(&stored, name));
    return value == nullptr ? std::string() : *value;
  };
  TaskRecord out{.id = std::string(id),
                 .status = text("status"),
                 .message = text("message"),
                 .created = as_integer(member(&stored, "created")).value_or(0),
                 .updated = as_integer(member(&stored, "updated")).value_or(0),
                 .outcome = text("outcome")};
  if (out.status.empty()) return Error{.message = "a stored task without a status"};
  return out;
}

}  // namespace ev::mcp
