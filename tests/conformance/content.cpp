// Tools that return every kind of content, and the resources and prompts.
#include "fixtures.hpp"

namespace ev::conformance {

using mcp::CallContext;
using mcp::ToolDef;
using mcp::ToolResult;

namespace {

// Kept word for word: the suite checks that no keyword gets lost.
constexpr const char* kSchema2020 =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",)"
    R"("$defs":{"address":{"$anchor":"addressDef","type":"object","properties":)"
    R"({"street":{"type":"string"},"city":{"type":"string"}}}},)"
    R"("properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},)"
    R"("contactMethod":{"type":"string","enum":["phone","email"]},)"
    R"("phone":{"type":"string"},"email":{"type":"string"}},)"
    R"("allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],)"
    R"("if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},)"
    R"("then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false})";

ToolResult with_progress(const Json&, const CallContext& ctx) {
  for (const double done : {0.0, 50.0, 100.0}) {
    ctx.report("working", done, 100);
    // Longer than the gap the core keeps between two messages.
    wait(ctx, 0.22);
  }
  return {.text = "done"};
}

ToolResult with_logging(const Json&, const CallContext& ctx) {
  for (const char* line :
       {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    if (ctx.log_to_client) ctx.log_to_client("info", "fixture", "\"" + std::string(line) + "\"");
    wait(ctx, 0.05);
  }
  return {.text = "Tool with logging executed"};
}

ToolResult mixed(const Json&, const CallContext&) {
  ToolResult out{.text = "Multiple content types test:"};
  out.blocks = {mcp::image_block(kPng, "image/png"),
                mcp::resource_block({.uri = "test://mixed-content-resource",
                                     .mime_type = "application/json",
                                     .text = R"({"test":"data","value":123})"})};
  return out;
}

ToolResult block(std::string json) {
  ToolResult out;
  out.blocks = {std::move(json)};
  return out;
}

}  // namespace

std::vector<ToolDef> content_tools() {
  return {
      fixture("test_simple_text", "Returns a text",
              [](const Json&, const CallContext&) {
                return ToolResult{.text = "This is a simple text response for testing."};
              }),
      fixture("test_image_content", "Returns an image",
              [](const Json&, const CallContext&) {
                return block(mcp::image_block(kPng, "image/png"));
              }),
      fixture("test_audio_content", "Returns a sound",
              [](const Json&, const CallContext&) {
                return block(mcp::audio_block(kWav, "audio/wav"));
              }),
      fixture("test_embedded_resource", "Returns an embedded resource",
              [](const Json&, const CallContext&) {
                return block(
                    mcp::resource_block({.uri = "test://embedded-resource",
                                         .mime_type = "text/plain",
                                         .text = "This is an embedded resource content."}));
              }),
      fixture("test_multiple_content_types", "Returns text, image and resource", mixed),
      fixture("test_error_handling", "Fails",
              [](const Json&, const CallContext&) {
                return ToolResult{.text = "This tool intentionally returns an error for testing",
                                  .is_error = true};
              }),
      fixture("test_tool_with_progress", "Reports progress", with_progress),
      fixture("test_tool_with_logging", "Sends log messages", with_logging),
      fixture(
          "json_schema_2020_12_tool", "Has a schema with the keywords of 2020-12",
          [](const Json&, const CallContext&) { return ToolResult{.text = "called"}; },
          kSchema2020),
      fixture(
          "test_x_mcp_header", "Has an argument that HTTP mirrors in a header",
          [](const Json& arguments, const CallContext&) {
            return ToolResult{.text = "region " + text_argument(arguments, "region")};
          },
          R"({"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}})")};
}

std::vector<mcp::Prompt> prompts() {
  using Given = mcp::PromptArguments;
  using Text = Result<mcp::PromptText>;
  const auto user = [](std::string content) {
    return mcp::PromptMessage{"user", std::move(content)};
  };
  const auto propose = [](const std::string& value, const std::map<std::string, std::string>&,
                          const Context&) -> Result<mcp::Completion> {
    return mcp::Completion{.values = {value + "Value1", value + "Value2"}};
  };
  return {
      {.name = "test_simple_prompt",
       .description = "A prompt without arguments",
       .get = [user](const Given&, const CallContext&) -> Text {
         return mcp::PromptText{
             .messages = {user(mcp::text_block("This is a simple prompt for testing."))}};
       }},
      {.name = "test_prompt_with_arguments",
       .description = "A prompt with two arguments",
       .arguments =
           {{.name = "arg1", .description = "First", .required = true, .completer = propose},
            {.name = "arg2", .description = "Second", .required = true}},
       .get = [user](const Given& given, const CallContext&) -> Text {
         return mcp::PromptText{
             .messages = {user(mcp::text_block("Prompt with arguments: arg1='" + given.at("arg1") +
                                               "', arg2='" + given.at("arg2") + "'"))}};
       }},
      {.name = "test_prompt_with_embedded_resource",
       .description = "A prompt that embeds a resource",
       .arguments = {{.name = "resourceUri", .description = "Its URI", .required = true}},
       .get = [user](const Given& given, const CallContext&) -> Text {
         return mcp::PromptText{
             .messages = {
                 user(mcp::resource_block({.uri = given.at("resourceUri"),
                                           .mime_type = "text/plain",
                                           .text = "Embedded resource content for testing."})),
                 user(mcp::text_block("Please process the embedded resource above."))}};
       }},
      {.name = "test_prompt_with_image",
       .description = "A prompt with an image",
       .get = [user](const Given&, const CallContext&) -> Text {
         return mcp::PromptText{
             .messages = {user(mcp::image_block(kPng, "image/png")),
                          user(mcp::text_block("Please analyze the image above."))}};
       }},
      {.name = "test_input_required_result_prompt",
       .description = "A prompt that asks first",
       .get = [user](const Given&, const CallContext& ctx) -> Text {
         mcp::PromptText out;
         const auto* const context =
             mcp::as_string(ctx.inputs.form_field("user_context", "context"));
         if (context == nullptr) {
           out.asks = {
               mcp::ask_form("user_context", "What context should the prompt use?",
                             R"({"type":"object","properties":{"context":{"type":"string"}},)"
                             R"("required":["context"]})")};
         } else {
           out.messages = {user(mcp::text_block("Context: " + *context))};
         }
         return out;
       }}};
}

mcp::Resources resources() {
  const auto info = [](const char* uri, const char* name, const char* type) {
    return mcp::ResourceInfo{.uri = uri, .name = name, .description = name, .mime_type = type};
  };
  const std::vector<mcp::ResourceInfo> all = {
      info("test://static-text", "static-text", "text/plain"),
      info("test://static-binary", "static-binary", "image/png"),
      info("test://watched-resource", "watched-resource", "text/plain")};
  return {
      .list = [all](const std::string& cursor, const Context&) -> Result<mcp::ResourcePage> {
        if (cursor.empty()) return mcp::ResourcePage{.resources = all};
        return Error{.code = Errc::invalid_argument, .message = "unknown cursor"};
      },
      .templates = {{.uri_template = "test://template/{id}/data",
                     .name = "template",
                     .description = "Data by id",
                     .mime_type = "application/json"}},
      .read = [](const std::string& uri, const CallContext&) -> Result<mcp::ResourceRead> {
        mcp::ResourceContents out{.uri = uri, .mime_type = "text/plain"};
        constexpr std::string_view kHead = "test://template/";
        constexpr std::string_view kTail = "/data";
        if (uri == "test://static-text") {
          out.text = "This is the content of the static text resource.";
        } else if (uri == "test://static-binary") {
          out.mime_type = "image/png";
          out.blob = kPng;
        } else if (uri == "test://watched-resource") {
          out.text = "Watched.";
        } else if (uri.size() > kHead.size() + kTail.size() && uri.rfind(kHead, 0) == 0 &&
                   uri.compare(uri.size() - kTail.size(), kTail.size(), kTail) == 0) {
          const std::string id = uri.substr(kHead.size(), uri.size() - kHead.size() - kTail.size());
          out.mime_type = "application/json";
          out.text =
              dump_json(Json{{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}});
        } else {
          return Error{.code = Errc::not_found, .message = "no such resource"};
        }
        return mcp::ResourceRead{.contents = {std::move(out)}};
      }};
}

}  // namespace ev::conformance
