// A task as the tasks extension of 2026-07-28 shows it, and as it is kept. Source: the extension's
// schema (io.modelcontextprotocol/tasks). Thread rule: plain values and pure functions.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ev::mcp {

inline constexpr std::int64_t kTaskTtlMs = 3'600'000;  // from its creation
inline constexpr int kTaskPollMs = 1'000;

struct TaskRecord {
  std::string id;
  std::string status = "working";  // working|input_required|completed|failed|cancelled
  std::string message{};           // statusMessage
  std::int64_t created = 0;        // unix seconds
  std::int64_t updated = 0;
  std::string outcome{};  // a further member: "result":…, "error":… or "inputRequests":…
  bool ended() const { return status != "working" && status != "input_required"; }
};

// The members tasks/get answers with; with `outcome` left out, those of a task just made.
enum class TaskView { created, detailed };
std::string task_members(const TaskRecord& task, TaskView view);

std::string to_stored(const TaskRecord& task);
Result<TaskRecord> from_stored(std::string_view id, std::string_view json);

}  // namespace ev::mcp
