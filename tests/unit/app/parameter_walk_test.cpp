// Every declared parameter of every tool does something: a changed value changes the answer on the
// sample, or is refused by name. A parameter without an entry in walk.json, or one that is accepted
// and ignored, fails. "accepted" marks the two origin parameters that concern only a model's
// engine.
#include "app/wire.hpp"
#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace ev;

namespace {

const std::set<std::string> kModelOnly = {"pubmed_extract_features.batch_size",
                                          "pubmed_extract_features.validation_mode"};

// Members that may differ between two equal calls.
void drop_volatile(Json& value) {
  if (value.is_array()) {
    for (Json& item : value) drop_volatile(item);
    return;
  }
  if (!value.is_object()) return;
  for (auto it = value.begin(); it != value.end();) {
    const std::string& key = it.key();
    const bool ms = key == "ms" || key.ends_with("_ms");
    if (ms || key == "counted_at" || key == "retrieved_at") {
      it = value.erase(it);
    } else {
      drop_volatile(*it);
      ++it;
    }
  }
}

void walk_properties(const Json& schema, const std::string& prefix, std::vector<std::string>& out) {
  for (const auto& [name, member] : schema.at("properties").items()) {
    out.push_back(prefix + name);
    if (member.value("type", "") == "object" && member.contains("properties")) {
      walk_properties(member, prefix + name + ".", out);
    }
  }
}

class Walk {
 public:
  Walk()
      : plan_(*parse_json(*read_file(test::source_dir() / "tests/fixtures/arguments/walk.json"))) {
    handles_["$records"] = search("metformin");
    handles_["$other"] = search("carvedilol OR omeprazole");
    handles_["$features"] = extract(handles_["$records"]);
    handles_["$other_features"] = extract(handles_["$other"]);
    handles_["$scored"] = score(handles_["$features"]);
    handles_["$other_scored"] = score(handles_["$other_features"]);
  }

  const Json& plan() const { return plan_; }

  // structured content without volatile members; errors keep their message.
  Json answer(const std::string& tool, Json arguments) {
    for (auto& [name, value] : arguments.items()) {
      if (value.is_string() && handles_.count(value)) value = handles_[value];
    }
    const mcp::ToolResult result = sample_.call(tool, arguments);
    Json structured = parse_json(result.structured).value();
    drop_volatile(structured);
    return structured;
  }

  Json arguments_for(const std::string& tool, const std::string& parameter, bool changed) {
    const Json& entry = plan_[tool];
    Json arguments = entry["base"];
    Json change = entry["changes"][parameter];
    const bool detailed = change.is_object() && change.contains("value") &&
                          (change.contains("with") || change.contains("without"));
    if (detailed) {
      if (change.contains("with")) arguments.update(change["with"]);
      if (changed && change.contains("changed_with")) arguments.update(change["changed_with"]);
      if (changed) {
        for (const Json& name : change.value("without", Json::array())) {
          arguments.erase(name.get<std::string>());
        }
      }
      change = Json(change["value"]);
    }
    if (!changed) return arguments;
    const std::size_t dot = parameter.find('.');
    if (dot == std::string::npos) {
      arguments[parameter] = change;
    } else {
      arguments[parameter.substr(0, dot)][parameter.substr(dot + 1)] = change;
    }
    return arguments;
  }

  test::SampleProgram& sample() { return sample_; }

 private:
  std::string search(const std::string& query) {
    return sample_.structured("pubmed_search", {{"search_query", query}, {"max_results", 40}})
        .at("result_set");
  }
  std::string extract(const std::string& handle) {
    return sample_
        .structured("pubmed_extract_features",
                    {{"result_set", handle}, {"extraction_schema", {{"sample_size", "number"}}}})
        .at("result_set");
  }
  std::string score(const std::string& handle) {
    return sample_
        .structured(
            "pubmed_score_articles",
            {{"result_set", handle},
             {"query", "metformin"},
             {"as_of", "2026-11-21"},
             {"scoring_criteria", {{"weights", {{"relevance", 0.7}, {"sample_size", 0.3}}}}}})
        .at("result_set");
  }
  test::SampleProgram sample_;
  Json plan_;
  std::map<std::string, std::string> handles_;
};

}  // namespace

TEST_CASE("a changed value of any parameter changes the answer or is refused by name",
          "[exhaustive]") {
  Walk walk;
  for (const mcp::ToolDef& tool : walk.sample().program().tools()) {
    CAPTURE(tool.name);
    std::vector<std::string> parameters;
    walk_properties(parse_json(tool.definition()).value().at("inputSchema"), "", parameters);
    REQUIRE(walk.plan().contains(tool.name));
    for (const std::string& parameter : parameters) {
      CAPTURE(parameter);
      REQUIRE(walk.plan()[tool.name]["changes"].contains(parameter));
      if (kModelOnly.count(tool.name + "." + parameter)) continue;
      const Json before = walk.answer(tool.name, walk.arguments_for(tool.name, parameter, false));
      const Json after = walk.answer(tool.name, walk.arguments_for(tool.name, parameter, true));
      CAPTURE(dump_json(after).substr(0, 600));
      REQUIRE_FALSE(before.contains("error"));
      CHECK(before != after);
      if (after.contains("error")) {
        const std::string root = parameter.substr(0, parameter.find('.'));
        const bool named = dump_json(after["error"]).find(root) != std::string::npos;
        CHECK((named || after["error"]["code"] == "offline"));
      }
    }
  }
}

TEST_CASE("equal calls give equal answers", "[exhaustive]") {
  Walk walk;
  for (const auto& [tool, entry] : walk.plan().items()) {
    CAPTURE(tool);
    CHECK(walk.answer(tool, entry["base"]) == walk.answer(tool, entry["base"]));
  }
}
