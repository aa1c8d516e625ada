// ToolRegistry: the tools in the order given, found by name, and the pages of tools/list, rendered
// at the first request for one. Usable from any thread.
#pragma once

#include "mcp/method.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

class ToolRegistry {
 public:
  // `per_page` 0 = one page. Throws std::logic_error for two tools of one name.
  ToolRegistry(std::vector<ToolDef> tools, std::size_t per_page);
  const ToolDef* find(std::string_view name) const;
  // Whether a call may take so long that it is a task.
  bool has_long_running() const;
  // tools/list and tools/call, alike in both eras. The registry must outlive the feature.
  Feature feature(bool announces_changes = false) const;

 private:
  const std::vector<std::string>& pages() const;
  Outcome list(const Request& request) const;
  Outcome call(const Request& request) const;

  std::vector<ToolDef> tools_;
  const std::size_t per_page_;
  mutable std::once_flag rendered_;
  mutable std::vector<std::string> pages_;  // members of the tools/list result
};

}  // namespace ev::mcp
