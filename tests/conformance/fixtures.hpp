// The fixtures of the official MCP conformance suite (0.2.0-alpha.12), by topic. Names and texts
// are the suite's; everything else is served by the same protocol core as the product. Thread rule:
// tools run on workers.
#pragma once

#include "base/json.hpp"
#include "mcp/server.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::conformance {

inline constexpr std::string_view kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
inline constexpr std::string_view kWav =
    "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

// A tool by its input schema (JSON text) and what it does.
mcp::ToolDef fixture(const std::string& name, const std::string& description,
                     std::function<mcp::ToolResult(const Json&, const mcp::CallContext&)> call,
                     const std::string& input_schema = R"({"type":"object","properties":{}})");
// A result that asks the client, with the state that its next call brings back.
mcp::ToolResult ask(std::vector<mcp::InputRequest> requests, std::string state = {});
// A string argument, "" when it is not given.
std::string text_argument(const Json& arguments, const char* name);
double number_argument(const Json& arguments, const char* name);
// False when the call has been cancelled meanwhile.
bool wait(const mcp::CallContext& ctx, double seconds);

std::vector<mcp::ToolDef> content_tools();
std::vector<mcp::ToolDef> asking_tools();  // server-to-client requests of the legacy era
std::vector<mcp::ToolDef> input_required_tools();
std::vector<mcp::ToolDef> stateless_tools();
std::vector<mcp::ToolDef> task_tools();
std::vector<mcp::Prompt> prompts();
mcp::Resources resources();

}  // namespace ev::conformance
