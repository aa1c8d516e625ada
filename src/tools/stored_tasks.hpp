// StoredTasks: where the protocol's tasks are kept, among the store's documents, so that they
// outlive the process. Thread rule: any thread. The documents must outlive it.
#pragma once

#include "mcp/task_store.hpp"
#include "store/result_sets.hpp"

namespace ev::tools {

class StoredTasks final : public mcp::TaskStore {
 public:
  explicit StoredTasks(store::Documents& documents) : documents_(documents) {}
  Result<void> put(std::string_view id, std::string_view json) override {
    return documents_.put(kKind, id, json);
  }
  Result<std::optional<std::string>> get(std::string_view id) override {
    return documents_.get(kKind, id);
  }

 private:
  static constexpr std::string_view kKind = "task";
  store::Documents& documents_;
};

}  // namespace ev::tools
