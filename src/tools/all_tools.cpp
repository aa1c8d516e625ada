#include "tools/all_tools.hpp"

#include "base/json.hpp"

#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace ev::tools {

// Generated from schemas/ at build time.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_schemas();

namespace {

// One top-level output member: its type, and the type of an array's items; nested shapes stay open.
OrderedJson open_member(const OrderedJson& member) {
  OrderedJson out = OrderedJson::object();
  const auto type = member.find("type");
  if (type == member.end()) return out;  // may be null: strict clients reject type arrays
  out["type"] = *type;
  if (const auto items = member.find("items"); *type == "array" && items != member.end()) {
    const auto item_type = items->find("type");
    if (item_type != items->end()) out["items"] = OrderedJson{{"type", *item_type}};
  }
  return out;
}

// Without `required`: some clients hold error results, too, against the schema and would throw them
// away.
OrderedJson open_output(const OrderedJson& schema) {
  OrderedJson out = {{"type", "object"}, {"properties", OrderedJson::object()}};
  for (const auto& [name, member] : schema.at("properties").items()) {
    out["properties"][name] = open_member(member);
  }
  return out;
}

}  // namespace

std::string served_definition(std::string_view schema_file) {
  // The files are checked when the program is built; a failure here is a broken build.
  const OrderedJson whole = parse_ordered_json(schema_file, "embedded schema").value();
  OrderedJson out;
  for (const char* member :
       {"name", "title", "description", "inputSchema", "outputSchema", "annotations"}) {
    const auto it = whole.find(member);
    if (it == whole.end()) continue;
    out[member] = std::string_view(member) == "outputSchema" ? open_output(*it) : *it;
  }
  return dump_json(out);
}

namespace {

constexpr std::string_view kSampleNotice =
    "Built-in sample: every record is invented, none is a real publication.";

// Says so in every answer of the sample that shows records.
void mark_as_sample(mcp::ToolDef& tool) {
  if (tool.definition.find("\"content_notice\"") == std::string::npos) return;
  tool.call = [call = std::move(tool.call)](const Json& arguments, const mcp::CallContext& ctx) {
    mcp::ToolResult result = call(arguments, ctx);
    auto structured = parse_json(result.structured, "answer");
    const bool shows_records = structured && structured->contains("result_set");
    if (result.is_error || !shows_records) return result;
    const std::string notice = structured->value("content_notice", "");
    (*structured)["content_notice"] =
        std::string(kSampleNotice) + (notice.empty() ? "" : " " + notice);
    result.structured = dump_json(*structured);
    result.text = std::string(kSampleNotice) + "\n" + result.text;
    return result;
  };
}

}  // namespace

std::vector<mcp::ToolDef> all_tools(const Services& services) {
  std::vector<mcp::ToolDef> tools;
  tools.push_back(pubmed_generate_query(services));
  tools.push_back(pubmed_search(services));
  tools.push_back(pubmed_extract_features(services));
  tools.push_back(pubmed_score_articles(services));
  tools.push_back(pubmed_filter_rank(services));
  tools.push_back(generate_hypotheses(services));
  tools.push_back(export_results(services));
  for (mcp::ToolDef& tool : tools) {
    for (const auto& [file, content] : embedded_schemas()) {
      if (file == tool.name + ".json") tool.definition = served_definition(content);
    }
    if (services.config.sample) mark_as_sample(tool);
  }
  return tools;
}

}  // namespace ev::tools
