// `serve`: the MCP server on this process's standard input and output, until the client closes the
// input. Thread rule: main thread; returns the exit code.
#pragma once

#include "app/wire.hpp"
#include "mcp/server.hpp"

namespace ev::app {

struct ServeOptions {
  int call_timeout_s = 60;  // 1–300
};

// All that is served: tools, resources, prompts, and where tasks are kept.
mcp::Offer offer_of(Program& program);
int serve_stdio(Program& program, const ServeOptions& options);

}  // namespace ev::app
