// Tools that ask the client: by requests of the server in the legacy era, by input_required results
// since 2026-07-28. The core tells the two apart, so one way of writing serves both.
#include "fixtures.hpp"

namespace ev::conformance {

using mcp::CallContext;
using mcp::ToolDef;
using mcp::ToolResult;

namespace {

const std::string kStringName =
    R"({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})";

std::string input_of(const char* name) {
  return R"({"type":"object","properties":{")" + std::string(name) +
         R"(":{"type":"string"}},"required":[")" + name + R"("]})";
}

std::string field(const CallContext& ctx, const char* key, const char* name) {
  const std::string* const text = mcp::as_string(ctx.inputs.form_field(key, name));
  return text == nullptr ? std::string() : *text;
}

// A tool that shows a form and reports what came back.
ToolDef form_tool(const std::string& name, const std::string& message, const std::string& schema) {
  return fixture(name, "Shows a form", [=](const Json&, const CallContext& ctx) {
    const std::string action = ctx.inputs.form_action("form");
    if (action.empty()) return ask({mcp::ask_form("form", message, schema)});
    const Json* const content = mcp::member(ctx.inputs.find("form"), "content");
    return ToolResult{.text = "Elicitation completed: action=" + action +
                              ", content=" + (content == nullptr ? "{}" : dump_json(*content))};
  });
}

// Properties with a default of every type.
const std::string kDefaults =
    R"({"type":"object","properties":{"name":{"type":"string","default":"John Doe"},)"
    R"("age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},)"
    R"("status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},)"
    R"("verified":{"type":"boolean","default":true}}})";

// Every kind of enumeration a form may have.
const std::string kEnums =
    R"({"type":"object","properties":{)"
    R"("untitledSingle":{"type":"string","enum":["option1","option2","option3"]},)"
    R"("titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},)"
    R"({"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},)"
    R"("legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],)"
    R"("enumNames":["Option One","Option Two","Option Three"]},)"
    R"("untitledMulti":{"type":"array","items":{"type":"string",)"
    R"("enum":["option1","option2","option3"]}},)"
    R"("titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},)"
    R"({"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}})";

ToolResult name_then_greeting(const Json&, const CallContext& ctx) {
  const std::string name = field(ctx, "user_name", "name");
  if (name.empty()) return ask({mcp::ask_form("user_name", "What is your name?", kStringName)});
  return {.text = "Hello, " + name + "!"};
}

ToolResult confirmed(const Json&, const CallContext& ctx) {
  const Json* const ok = ctx.inputs.form_field("confirm", "ok");
  if (ok != nullptr && ctx.state == "pending") return {.text = "state-ok"};
  return ask({mcp::ask_form("confirm", "Please confirm",
                            R"({"type":"object","properties":{"ok":{"type":"boolean"}},)"
                            R"("required":["ok"]})")},
             "pending");
}

ToolResult multiple(const Json&, const CallContext& ctx) {
  const std::string name = field(ctx, "user_name", "name");
  const std::string greeting = ctx.inputs.model_text("greeting");
  if (!name.empty() && !greeting.empty() && ctx.inputs.find("client_roots") != nullptr) {
    return {.text = greeting + " " + name};
  }
  return ask(
      {mcp::ask_form("user_name", "What is your name?", kStringName),
       mcp::ask_model("greeting", "Generate a greeting", 50), mcp::ask_roots("client_roots")},
      "asked");
}

// The first answer is not sent again in the third round: it lives in the state.
ToolResult two_steps(const Json&, const CallContext& ctx) {
  const std::string first = field(ctx, "step1", "name");
  const std::string second = field(ctx, "step2", "color");
  if (!second.empty() && !ctx.state.empty()) {
    return {.text = ctx.state + " likes " + second};
  }
  if (!first.empty()) {
    return ask({mcp::ask_form("step2", "Step 2: What is your favorite color?",
                              R"({"type":"object","properties":{"color":{"type":"string"}},)"
                              R"("required":["color"]})")},
               first);
  }
  return ask({mcp::ask_form("step1", "Step 1: What is your name?", kStringName)}, "nobody yet");
}

ToolResult only_what_is_offered(const Json&, const CallContext& ctx) {
  if (!ctx.inputs.model_text("capital_question").empty() ||
      !field(ctx, "user_name", "name").empty()) {
    return {.text = "answered"};
  }
  std::vector<mcp::InputRequest> requests;
  if (ctx.client.sampling) {
    requests.push_back(mcp::ask_model("capital_question", "What is the capital of France?", 100));
  }
  if (ctx.client.forms) {
    requests.push_back(mcp::ask_form("user_name", "What is your name?", kStringName));
  }
  if (requests.empty()) return {.text = "The client offers nothing to ask."};
  return ask(std::move(requests));
}

ToolResult capital(const Json&, const CallContext& ctx) {
  const std::string reply = ctx.inputs.model_text("capital_question");
  if (!reply.empty()) return {.text = reply};
  return ask({mcp::ask_model("capital_question", "What is the capital of France?", 100)});
}

ToolResult roots(const Json&, const CallContext& ctx) {
  const Json* const reply = ctx.inputs.find("client_roots");
  if (reply != nullptr) return {.text = "Roots: " + dump_json(*reply)};
  return ask({mcp::ask_roots("client_roots")});
}

}  // namespace

std::vector<ToolDef> asking_tools() {
  return {
      fixture(
          "test_sampling", "Asks the host's model",
          [](const Json& arguments, const CallContext& ctx) {
            const std::string reply = ctx.inputs.model_text("reply");
            if (!reply.empty()) return ToolResult{.text = "LLM response: " + reply};
            return ask({mcp::ask_model("reply", text_argument(arguments, "prompt"), 100)});
          },
          input_of("prompt")),
      fixture(
          "test_elicitation", "Asks the user",
          [](const Json& arguments, const CallContext& ctx) {
            if (const std::string action = ctx.inputs.form_action("user"); !action.empty()) {
              return ToolResult{.text = "User response: " + dump_json(*ctx.inputs.find("user"))};
            }
            return ask(
                {mcp::ask_form("user", text_argument(arguments, "message"),
                               R"({"type":"object","properties":{"username":{"type":"string"},)"
                               R"("email":{"type":"string"}},"required":["username","email"]})")});
          },
          input_of("message")),
      form_tool("test_elicitation_sep1034_defaults", "Please review the defaults", kDefaults),
      form_tool("test_elicitation_sep1330_enums", "Please choose", kEnums)};
}

std::vector<ToolDef> input_required_tools() {
  const std::string prefix = "test_input_required_result_";
  return {fixture(prefix + "elicitation", "Asks for a name", name_then_greeting),
          fixture(prefix + "sampling", "Asks the host's model", capital),
          fixture(prefix + "list_roots", "Asks for the roots", roots),
          fixture(prefix + "request_state", "Asks with a state", confirmed),
          fixture(prefix + "multiple_inputs", "Asks three things at once", multiple),
          fixture(prefix + "multi_round", "Asks twice", two_steps),
          fixture(prefix + "tampered_state", "Asks with a state", confirmed),
          fixture(prefix + "capabilities", "Asks what it may ask", only_what_is_offered)};
}

std::vector<ToolDef> stateless_tools() {
  return {fixture("test_missing_capability", "Needs sampling", capital),
          fixture("test_streaming_elicitation", "Answers at once",
                  [](const Json&, const CallContext& ctx) {
                    ctx.report("working", 1, 1);
                    return ToolResult{.text = "done"};
                  }),
          fixture("test_logging_tool", "Tries to send a log message",
                  [](const Json&, const CallContext& ctx) {
                    if (ctx.log_to_client) ctx.log_to_client("info", "fixture", "\"logged\"");
                    return ToolResult{.text = "done"};
                  }),
          fixture("test_trigger_tool_change", "Announces changed tools",
                  [](const Json&, const CallContext& ctx) {
                    ctx.changes->tools_changed();
                    return ToolResult{.text = "announced"};
                  }),
          fixture("test_trigger_prompt_change", "Announces changed prompts",
                  [](const Json&, const CallContext& ctx) {
                    ctx.changes->prompts_changed();
                    return ToolResult{.text = "announced"};
                  })};
}

}  // namespace ev::conformance
