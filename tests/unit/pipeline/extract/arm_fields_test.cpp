#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

Json metadata_of(const char* schema, const model::Article& article) {
  return to_json(extract(article, *parse_schema(*parse_ordered_json(schema))));
}

}  // namespace

TEST_CASE("sizes, proportions and means come with their arms") {
  const model::Article article = article_of(
      "METHODS: Adults were randomized to chamomile tea (n = 60) or placebo (n = 60). RESULTS: "
      "Sleep came in 45% of the tea group and 30% of the placebo group. Mean sleep was "
      "7.1 \u00B1 0.8 h with tea and 6.2 \u00B1 0.9 h with placebo.");
  const Json json = metadata_of(
      R"({"arms":"array[string]","arm_sizes":"array[number]","percentages":"array[number]",
          "means":"array[number]"})",
      article);
  CHECK(json.at("extraction").at("arms") == Json::array({"chamomile tea", "placebo"}));
  // Two arms of one size are two values.
  CHECK(json.at("extraction").at("arm_sizes") == Json::array({60, 60}));
  CHECK(json.at("extraction").at("percentages") == Json::array({45, 30}));
  CHECK(json.at("extraction").at("means") == Json::array({7.1, 6.2}));
  for (const char* field : {"arm_sizes", "percentages", "means"}) {
    CAPTURE(field);
    const Json& values = json.at("extraction_metadata").at(field).at("values");
    REQUIRE(values.size() == 2);
    CHECK(values[0].at("arm").at("quote") == "chamomile tea");
    CHECK(values[1].at("arm").at("quote") == "placebo");
    CHECK(values[1].at("arm").at("text") == "abstract");
    CHECK(values[1].at("arm").at("start") < values[1].at("arm").at("end"));
  }
  CHECK(json.at("extraction_metadata").at("means").at("values")[0].at("quote") == "7.1 \u00B1 0.8");
}

TEST_CASE("an effect estimate names the arm it is the effect of") {
  const model::Article article = article_of(
      "METHODS: Adults were randomized to chamomile tea (n = 60) or placebo (n = 58). RESULTS: "
      "Risk was lower with tea than with placebo (RR 0.70, 95% CI 0.55 to 0.90).");
  const Json json = metadata_of(R"({"effect_size":"number"})", article);
  CHECK(json.at("extraction_metadata").at("effect_size").at("arm").at("quote") == "chamomile tea");
}

TEST_CASE("means that are none") {
  CHECK(all_texts(find_means, "RESULTS: Mean age was 45 years; the mean difference was 3.") == "");
  CHECK(all_texts(find_means, "RESULTS: 45 adults slept for 12 weeks.") == "");
  CHECK(all_texts(find_arm_names, "Tea is a drink.") == "");
}

TEST_CASE("equal sizes of two arms are two, and the one compared with is the control") {
  const auto value = [](const char* field, const char* type, const char* abstract) {
    const std::string schema = std::string("{\"") + field + "\":\"" + type + "\"}";
    const model::Article article = article_of(abstract, "Rosehip versus aspirin for hiccups");
    const Extraction got = extract(article, *parse_schema(*parse_ordered_json(schema)));
    return dump_json(model::to_json(got.cells.front().second.value));
  };
  const char* const groups =
      "METHODS: Adults were divided into two groups (n = 40 and n = 40) and treated for a week.";
  CHECK(value("arm_sizes", "array[number]", groups) == "[40,40]");
  const char* const active =
      "METHODS: Adults were randomized to rosehip 5 mg (n = 31) or aspirin 40 mg (n = 29).";
  CHECK(value("control_n", "number", active) == "29");
  CHECK(value("intervention_n", "number", active) == "31");
}

}  // namespace ev::extract
