#include "app/commands.hpp"
#include "base/codec.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "tools/resources.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

namespace ev::app {

namespace {

Result<std::string> argument_text(const std::string& given) {
  if (given == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  if (given.front() == '@') return read_file(given.substr(1));
  return given;
}

Result<Json> parse_arguments(const std::string& given) {
  EV_TRY(const std::string text, argument_text(given.empty() ? "{}" : given));
  EV_TRY(Json arguments, parse_json(text, "arguments"));
  if (arguments.is_object()) return arguments;
  return Error{.code = Errc::invalid_argument, .message = "arguments must be a JSON object"};
}

// "string", "list of string", "a|b|c", "string or array": what a value may be, in few words.
std::string type_text(const Json& schema) {
  if (schema.contains("const")) return dump_json(schema.at("const"));
  if (schema.contains("enum")) {
    std::string out;
    for (const Json& value : schema.at("enum")) {
      out += (out.empty() ? "" : "|") +
             (value.is_string() ? value.get<std::string>() : dump_json(value));
    }
    return out;
  }
  for (const char* choice : {"oneOf", "anyOf"}) {
    if (!schema.contains(choice)) continue;
    std::string out;
    for (const Json& one : schema.at(choice)) out += (out.empty() ? "" : " or ") + type_text(one);
    return out;
  }
  const Json type = schema.value("type", Json("any"));
  if (!type.is_string()) return "any";
  if (type != "array" || !schema.contains("items")) return type.get<std::string>();
  return "list of " + type_text(schema.at("items"));
}

// The members of an object, and below each those of its own.
void print_members(int indent, const Json& schema) {
  if (schema.contains("items")) return print_members(indent, schema.at("items"));
  if (!schema.contains("properties")) return;
  const Json required = schema.value("required", Json::array());
  for (const auto& [name, member] : schema.at("properties").items()) {
    const bool must = std::find(required.begin(), required.end(), name) != required.end();
    std::printf("%*s%-22s %s%s %s\n", indent, "", name.c_str(), type_text(member).c_str(),
                must ? ", required" : "", member.value("description", "").c_str());
    print_members(indent + 2, member);
  }
}

}  // namespace

int command_call(Program& program, const CallCommand& command) {
  const auto& tools = program.tools();
  const auto tool = std::find_if(tools.begin(), tools.end(),
                                 [&](const mcp::ToolDef& t) { return t.name == command.tool; });
  if (tool == tools.end()) {
    std::vector<std::string> names;
    for (const mcp::ToolDef& t : tools) names.push_back(t.name);
    const std::string near = codec::nearest(command.tool, names);
    report_failure(Error{.code = Errc::not_found,
                         .message = "there is no tool " + command.tool +
                                    (near.empty() ? "" : "; did you mean " + near + "?"),
                         .recovery = "tools: " + text::join(names, ", ")});
    return 2;
  }
  const auto arguments = parse_arguments(command.arguments);
  if (!arguments) {
    report_failure(arguments.error());
    return 2;
  }
  mcp::CallContext ctx;
  static_cast<Context&>(ctx) = program.command_line_context();
  const mcp::ToolResult result = tool->call(*arguments, ctx);
  const auto structured =
      parse_json(result.structured.empty() ? "{}" : result.structured, "result");
  std::string shown;
  append_displayable_json(shown, dump_json_pretty(structured.value_or(Json::object())));
  std::fputs((shown + "\n").c_str(), stdout);
  if (result.is_error) std::fprintf(stderr, "%s\n", text::displayable(result.text).c_str());
  return result.is_error ? 1 : 0;
}

int command_read(Program& program, const std::string& uri) {
  mcp::CallContext ctx;
  static_cast<Context&>(ctx) = program.command_line_context();
  const auto read = tools::evidence_resources(program.services()).read(uri, ctx);
  if (!read) return report_failure(read.error());
  for (const mcp::ResourceContents& part : read->contents) {
    std::fwrite(part.text.data(), 1, part.text.size(), stdout);
  }
  return 0;
}

int command_tools(Program& program, const ToolsCommand& command) {
  Json list = Json::array();
  for (const mcp::ToolDef& tool : program.tools()) {
    const auto definition = parse_json(tool.definition(), "definition");
    if (!definition) return report_failure(definition.error());
    list.push_back(*definition);
  }
  if (command.json) {
    std::fputs((dump_json_pretty({{"tools", list}}) + "\n").c_str(), stdout);
    return 0;
  }
  for (const Json& tool : list) {
    std::printf("%s\n  %s\n", tool.at("name").get<std::string>().c_str(),
                tool.at("description").get<std::string>().c_str());
    print_members(4, tool.at("inputSchema"));
    std::printf("\n");
  }
  return 0;
}

}  // namespace ev::app
