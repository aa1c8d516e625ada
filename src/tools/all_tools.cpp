#include "tools/all_tools.hpp"

#include "base/json.hpp"
#include "tools/answer.hpp"
#include "tools/views.hpp"

#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace ev::tools {

// Generated from schemas/ at build time.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_schemas();

namespace {

// Members of most answers; the server's instructions name them once for all tools.
bool is_common(std::string_view member) {
  for (const std::string_view common :
       {"deferred", "deferred_count", "shown_as_rows", "next_cursor", "content_notice", "warnings",
        "errors", "engine", "host_task", "left_out", "next_call", "result_set", "rejected",
        "tokens_used"}) {
    if (member == common) return true;
  }
  return false;
}

// The names of the main output members; their shapes stay open. Without `required`: some clients
// hold error results, too, against the schema and would throw them away. Without types: strict
// clients reject the type arrays that members which may be null would need.
OrderedJson open_output(const OrderedJson& schema) {
  OrderedJson out = {{"type", "object"}, {"properties", OrderedJson::object()}};
  for (const auto& [name, member] : schema.at("properties").items()) {
    if (!is_common(name)) out["properties"][name] = OrderedJson::object();
  }
  return out;
}

// The defaults of members that all lists share; the server's instructions name them once.
void drop_common_defaults(OrderedJson& properties) {
  for (const char* common : {"detail", "max_response_tokens"}) {
    if (const auto it = properties.find(common); it != properties.end()) it->erase("default");
  }
}

// Without what every call checks anyway and a reader learns from the error: ranges, lengths, names
// that are not known; and without what goes without saying: the type of an enumeration, a default
// of false or of the enumeration's first value (the server's instructions say so).
void slim(OrderedJson& schema) {
  if (schema.is_array()) {
    for (OrderedJson& item : schema) slim(item);
    return;
  }
  if (!schema.is_object()) return;
  for (const char* keyword :
       {"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"}) {
    if (const auto it = schema.find(keyword); it != schema.end() && it->is_number()) {
      schema.erase(it);
    }
  }
  if (const auto it = schema.find("enum"); it != schema.end() && it->is_array()) {
    schema.erase("type");
    if (schema.contains("default") && schema["default"] == it->front()) schema.erase("default");
  }
  if (const auto it = schema.find("default"); it != schema.end() && *it == false) schema.erase(it);
  if (const auto it = schema.find("additionalProperties"); it != schema.end() && it->is_boolean()) {
    schema.erase(it);
  }
  for (auto& [name, member] : schema.items()) slim(member);
}

// Names that stand in a table of the program (the services of the catalog) are not repeated in the
// schema file.
void fill_enumerations(OrderedJson& schema, const Json& accepted) {
  for (auto& [name, member] : schema.items()) {
    const auto known = accepted.find(name);
    if (known == accepted.end()) continue;
    if (name == "enum" && member.empty()) member = *known;
    if (member.is_object() && known->is_object()) fill_enumerations(member, *known);
  }
}

}  // namespace

std::string served_definition(std::string_view schema_file, const Json& accepted) {
  // The files are checked when the program is built; a failure here is a broken build.
  const OrderedJson whole = parse_ordered_json(schema_file, "embedded schema").value();
  OrderedJson out;
  for (const char* member :
       {"name", "title", "description", "inputSchema", "outputSchema", "annotations"}) {
    const auto it = whole.find(member);
    if (it == whole.end()) continue;
    out[member] = std::string_view(member) == "outputSchema" ? open_output(*it) : *it;
  }
  if (out.contains("inputSchema")) {
    fill_enumerations(out["inputSchema"], accepted);
    slim(out["inputSchema"]);
    drop_common_defaults(out["inputSchema"]["properties"]);
  }
  if (out.contains("annotations")) {
    out["annotations"].erase("destructiveHint");  // means something only for tools that write
    out["annotations"].erase("title");            // stands beside it
  }
  if (const std::string meta = view_meta(out.value("name", "")); !meta.empty()) {
    out["_meta"] = parse_ordered_json(meta, "view").value();
  }
  return dump_json(out);
}

namespace {

// Says so in every answer of the sample that shows records.
void mark_as_sample(mcp::ToolDef& tool) {
  tool.call = [call = std::move(tool.call)](const Json& arguments, const mcp::CallContext& ctx) {
    mcp::ToolResult result = call(arguments, ctx);
    auto structured = parse_json(result.structured, "answer");
    const bool shows_records = structured && structured->contains("result_set");
    if (result.is_error || !shows_records) return result;
    add_sample_notice(*structured);
    result.structured = dump_json(*structured);
    result.text = std::string(kSampleNotice) + "\n" + result.text;
    return result;
  };
}

// A call that asks a model endpoint about many records takes minutes.
std::function<bool(const Json&)> long_with_a_model(const Services& services) {
  return [&services](const Json& arguments) {
    const auto engine = arguments.find("engine");
    const bool given = engine != arguments.end() && engine->is_string();
    const std::string name = given ? engine->get<std::string>() : "auto";
    return name == "endpoint" || ((name == "auto" || name.empty()) && services.llm.can_complete());
  };
}

}  // namespace

std::vector<mcp::ToolDef> all_tools(const Services& services,
                                    const std::shared_ptr<WorkingSets>& working) {
  std::vector<mcp::ToolDef> tools;
  tools.push_back(pubmed_generate_query(services));
  tools.push_back(pubmed_search(services));
  tools.push_back(search_evidence(services));
  tools.push_back(get_articles(services));
  tools.push_back(deduplicate_evidence(services));
  tools.push_back(pubmed_extract_features(services));
  tools.push_back(pubmed_score_articles(services, working));
  tools.push_back(pubmed_filter_rank(services, working));
  tools.push_back(generate_hypotheses(services));
  tools.push_back(test_hypothesis(services));
  tools.push_back(synthesize_evidence(services));
  tools.push_back(run_research(services, working));
  tools.push_back(verify_citations(services));
  tools.push_back(export_results(services));
  for (mcp::ToolDef& tool : tools) {
    bool shows_text = false;
    for (const auto& [file, content] : embedded_schemas()) {
      if (file != tool.name + ".json") continue;
      tool.definition = [content = std::string_view(content), accepted = tool.accepted] {
        return served_definition(content, parse_json(accepted(), "accepted").value());
      };
      shows_text = content.find("\"content_notice\"") != std::string_view::npos;
    }
    if (tool.name == "pubmed_extract_features") tool.long_running = long_with_a_model(services);
    if (tool.name == "run_research") tool.long_running = [](const Json&) { return true; };
    if (services.config.sample && shows_text) mark_as_sample(tool);
  }
  return tools;
}

}  // namespace ev::tools
