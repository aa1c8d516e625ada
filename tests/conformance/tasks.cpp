// Tools of the tasks extension: work that becomes a task where the client knows tasks.
#include "fixtures.hpp"

namespace ev::conformance {

using mcp::CallContext;
using mcp::ToolDef;
using mcp::ToolResult;

namespace {

constexpr const char* kConfirmSchema =
    R"({"type":"object","properties":{"confirm":{"type":"boolean"}},"required":["confirm"]})";
constexpr const char* kNameSchema =
    R"({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})";

ToolDef long_tool(ToolDef tool) {
  tool.long_running = [](const Json&) { return true; };
  return tool;
}

ToolResult slow_compute(const Json& arguments, const CallContext& ctx) {
  const double seconds = number_argument(arguments, "seconds");
  wait(ctx, seconds);
  return {.text = "Computed " + text_argument(arguments, "label")};
}

ToolResult failing_job(const Json&, const CallContext& ctx) {
  wait(ctx, 1);
  return {.text = "The job failed", .is_error = true};
}

ToolResult protocol_error_job(const Json&, const CallContext& ctx) {
  wait(ctx, 0.2);
  ToolResult out;
  out.fault = mcp::RpcError{mcp::kInternalError, "The job failed in the protocol"};
  return out;
}

ToolResult confirm_delete(const Json& arguments, const CallContext& ctx) {
  const std::string action = ctx.inputs.form_action("confirm");
  if (action.empty()) return ask({mcp::ask_form("confirm", "Delete it?", kConfirmSchema)});
  const bool yes = mcp::is_true(ctx.inputs.form_field("confirm", "confirm"));
  return {.text = (yes ? "Deleted " : "Kept ") + text_argument(arguments, "filename")};
}

ToolResult multi_input(const Json&, const CallContext& ctx) {
  if (!ctx.inputs.form_action("first").empty() && !ctx.inputs.form_action("second").empty()) {
    return {.text = "Both answered"};
  }
  return ask({mcp::ask_form("first", "First?", kConfirmSchema),
              mcp::ask_form("second", "Second?", kConfirmSchema)});
}

// Asks before the task is made, and works in it.
ToolResult asks_then_works(const Json&, const CallContext& ctx) {
  const std::string* const name = mcp::as_string(ctx.inputs.form_field("user_name", "name"));
  if (name == nullptr) return ask({mcp::ask_form("user_name", "What is your name?", kNameSchema)});
  ToolResult out;
  out.later = [who = *name](const CallContext& later) {
    wait(later, 0.2);
    return ToolResult{.text = "Hello, " + who + "!"};
  };
  return out;
}

}  // namespace

std::vector<ToolDef> task_tools() {
  const char* const seconds =
      R"({"type":"object","properties":{"seconds":{"type":"number"},"label":{"type":"string"}}})";
  const char* const file = R"({"type":"object","properties":{"filename":{"type":"string"}}})";
  const char* const name = R"({"type":"object","properties":{"name":{"type":"string"}}})";
  ToolDef failing = fixture("failing_job", "Fails as a task", failing_job);
  failing.only_as_task = true;
  return {fixture(
              "greet", "Greets at once",
              [](const Json& arguments, const CallContext&) {
                return ToolResult{.text = "Hello, " + text_argument(arguments, "name") + "!"};
              },
              name),
          long_tool(fixture("slow_compute", "Takes its time", slow_compute, seconds)),
          std::move(failing),
          long_tool(fixture("protocol_error_job", "Fails in the protocol", protocol_error_job)),
          long_tool(fixture("confirm_delete", "Asks inside the task", confirm_delete, file)),
          long_tool(fixture("multi_input", "Asks two things inside the task", multi_input)),
          fixture("test_tool_with_task", "Asks before the task", asks_then_works)};
}

}  // namespace ev::conformance
