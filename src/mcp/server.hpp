// What a program says about its server and what it offers, and serve(): one MCP server on one
// transport, from the first line to the last. Serves both eras (initialize 2024-11-05 … 2025-11-25,
// and 2026-07-28 without a handshake) and knows nothing of what the tools do.
#pragma once

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "mcp/prompts.hpp"
#include "mcp/resources.hpp"
#include "mcp/skills.hpp"
#include "mcp/subscriptions.hpp"
#include "mcp/task_store.hpp"
#include "mcp/tool.hpp"
#include "mcp/transport.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ev::mcp {

struct ServerOptions {
  std::string name;
  std::string title{};
  std::string version;
  std::string description{};   // one line; optional
  std::string website_url{};   // optional
  std::string instructions{};  // at most 1,500 characters, sent by initialize and server/discover
  std::chrono::milliseconds call_timeout = limits::kCallTimeout;
  std::chrono::milliseconds shutdown_grace = limits::kShutdownGrace;
  int workers = limits::kWorkers;
  std::size_t queued_bytes = limits::kQueuedCallBytes;
  std::size_t tools_per_page = 0;     // 0 = all tools on one page
  std::function<void()> when_idle{};  // called after kIdleAfter without a call; must not throw
  std::filesystem::path
      state_key{};  // file of the key that seals request state (request_state.hpp)
};

// What is served. A capability is declared for what is there and for nothing else: tools always,
// resources and prompts when given, skills beside resources, completions when one of them has
// arguments, tasks when a tool has long calls.
struct Offer {
  Offer() = default;
  Offer(std::vector<ToolDef> only_tools) : tools(std::move(only_tools)) {}

  std::vector<ToolDef> tools{};
  std::optional<Resources> resources{};
  std::vector<Prompt> prompts{};
  std::shared_ptr<const Skills> skills{};  // needs resources; null = none
  Announced announced{};
  bool log_messages = false;                // notifications/message (deprecated)
  std::shared_ptr<TaskStore> task_store{};  // null = tasks end with the process
};

// Blocks until the client closes the input, SIGTERM arrives or nobody reads the answers any more;
// then running calls may finish within shutdown_grace, the rest is cancelled, and everything ends
// within 2 s. Returns the exit code, 0. A tool that does not heed its cancellation even then ends
// the process here, because no client waits longer. Throws std::logic_error for two tools or two
// prompts of one name.
int serve(const ServerOptions& options, Offer offer, const Clock& clock, Transport& transport);

}  // namespace ev::mcp
