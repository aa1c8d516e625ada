// TaskStore: where tasks are kept, so that a client can fetch one from another process of the same
// server, or after a restart. One JSON text per task id. Thread rule: any thread.
#pragma once

#include "base/guarded.hpp"
#include "base/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ev::mcp {

class TaskStore {
 public:
  virtual ~TaskStore() = default;
  virtual Result<void> put(std::string_view id, std::string_view json) = 0;
  virtual Result<std::optional<std::string>> get(std::string_view id) = 0;
};

// For servers whose tasks may end with the process.
class MemoryTaskStore final : public TaskStore {
 public:
  Result<void> put(std::string_view id, std::string_view json) override {
    (*tasks_.lock())[std::string(id)] = json;
    return {};
  }
  Result<std::optional<std::string>> get(std::string_view id) override {
    auto tasks = tasks_.lock();
    const auto it = tasks->find(std::string(id));
    return it == tasks->end() ? std::nullopt : std::optional(it->second);
  }

 private:
  Guarded<std::map<std::string, std::string>> tasks_;
};

}  // namespace ev::mcp
