#include "pipeline/workflow/extraction_tasks.hpp"

#include "llm/json_schema.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

struct Case {
  extract::Schema schema = *extract::parse_schema(*parse_ordered_json(
      R"({"zeta":"string","sample_size":"number","kind":"tea|water","drinks":"array[string]"})"));
  std::vector<model::Article> articles;
  Json payload;
  Case() {
    model::Article article;
    article.pmid = "90000001";
    article.title = "Tea";
    article.abstract = "METHODS: A total of 120 adults drank black tea or milk.";
    articles.push_back(article);
    payload = extract::to_json(extract::extract(articles.front(), schema));
  }
  workflow::OpenRecord open() const { return {0, workflow::open_fields(schema, payload)}; }
};

}  // namespace

TEST_CASE("only what the rules left open is asked, quote before value") {
  const Case c;
  const workflow::OpenRecord open = c.open();
  REQUIRE(open.fields.size() == 3);
  const auto tasks = workflow::extraction_tasks(c.schema, "Prefer drinks.", {&open, 1}, c.articles);
  REQUIRE(tasks.size() == 1);
  CHECK(tasks[0].item_id == "90000001");
  CHECK(tasks[0].input.find("Fields: zeta, kind, drinks\n") == 0);
  CHECK(tasks[0].input.find("black tea") != std::string::npos);
  CHECK(tasks[0].instructions.find("Prefer drinks.") != std::string::npos);
  CHECK(tasks[0].schema.find("sample_size") == std::string::npos);
  CHECK(tasks[0].schema.find("\"quote\"") < tasks[0].schema.find("\"value\""));
  const Json schema = *parse_json(tasks[0].schema);
  CHECK(llm::check_schema(schema));
  CHECK(llm::is_strict(schema));
}

TEST_CASE("answers fill cells, and what is not grounded is named by path") {
  Case c;
  const workflow::OpenRecord open = c.open();
  const auto problems = workflow::take_answer(c.articles[0], open,
                                              R"({"zeta":{"quote":null,"value":null},
          "kind":{"quote":"drank black tea","value":"tea"},
          "drinks":[{"quote":"black tea","value":"black tea"},{"quote":"or wine","value":"wine"}]})",
                                              "host", "completions[0].result", c.payload);
  CHECK(c.payload["extraction"]["kind"] == "tea");
  CHECK(c.payload["extraction_metadata"]["kind"]["method"] == "host");
  CHECK(c.payload["extraction"]["zeta"].is_null());
  CHECK(c.payload["extraction"]["drinks"] == Json::array({"black tea"}));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path == "completions[0].result.drinks[1].quote");
  CHECK(problems[0].code == Errc::llm_ungrounded);
  // What a model answered, null included, is not asked again.
  CHECK(c.open().fields.empty());
}

TEST_CASE("a model's cells stay for fields of the same type") {
  Case c;
  const Json before = {{"extraction", {{"zeta", "tea"}, {"kind", "tea"}}},
                       {"extraction_metadata",
                        {{"zeta", {{"status", "found"}, {"method", "host"}}},
                         {"kind", {{"status", "found"}, {"method", "rule"}}}}}};
  const Json schema = {{"zeta", "string"}, {"kind", "tea|water"}};
  workflow::keep_model_cells(before, schema, {{"properties", schema}}, c.payload);
  CHECK(c.payload["extraction"]["zeta"] == "tea");
  CHECK(c.payload["extraction"]["kind"].is_null());
  workflow::keep_model_cells(before, {{"zeta", "number"}}, schema, c.payload);
  workflow::keep_model_cells(Json(), Json(), Json(), c.payload);
  CHECK(c.payload["extraction"]["zeta"] == "tea");
}
