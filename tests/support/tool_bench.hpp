// One tool over services of its own, called as a host calls it.
#pragma once

#include "base/json.hpp"
#include "mcp/tool.hpp"
#include "support/catch.hpp"
#include "support/tool_services.hpp"

#include <nlohmann/json.hpp>

namespace ev::test {

struct ToolBench : ToolServices {
  using Maker = mcp::ToolDef (*)(const tools::Services&);
  explicit ToolBench(Maker make, llm::Gateway* model = nullptr)
      : ToolServices(model), tool(make(services)) {}

  mcp::ToolResult call(const Json& arguments) const {
    mcp::CallContext call_context;
    static_cast<Context&>(call_context) = ctx;
    return tool.call(arguments, call_context);
  }
  // Of a call that must not fail.
  Json structured(const Json& arguments) const {
    const mcp::ToolResult result = call(arguments);
    CAPTURE(result.text);
    REQUIRE_FALSE(result.is_error);
    return parse_json(result.structured).value();
  }

  mcp::ToolDef tool;
};

}  // namespace ev::test
