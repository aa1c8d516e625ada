#include "pipeline/extract/extract.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

Json extracted(const model::Article& article, const char* schema) {
  return to_json(extract(article, *parse_schema(*parse_ordered_json(schema))));
}

}  // namespace

TEST_CASE("an extraction has a value and metadata for every field") {
  const model::Article article =
      article_of("METHODS: A total of 120 adults were randomized to tea or water.", "Tea \u03B2");
  const Json json = extracted(
      article, R"({"sample_size":"number","is_rct":"boolean","zzz":"string","outcome":"string"})");
  CHECK(json["extraction"]["sample_size"] == 120);
  CHECK(json["extraction"]["is_rct"] == true);
  CHECK(json["extraction"]["zzz"].is_null());
  const Json& n = json["extraction_metadata"]["sample_size"];
  CHECK(n["status"] == "found");
  CHECK(n["quote"] == "120 adults");
  CHECK(n["start"] == 20);
  CHECK(n["end"] == 30);
  CHECK(n["text"] == "abstract");
  CHECK(n["method"] == "rule");
  CHECK(json["extraction_metadata"]["zzz"]["status"] == "not_stated");
  CHECK(json["extraction_metadata"]["zzz"]["reason"] == "no rule for this field");
}

TEST_CASE("array fields have values parallel to the array") {
  const model::Article article = article_of("RESULTS: Pain fell (P=.01). Sleep rose (P=.02).");
  const Json json = extracted(article, R"({"p_values":"array[number]"})");
  CHECK(json["extraction"]["p_values"] == Json::array({0.01, 0.02}));
  const Json& values = json["extraction_metadata"]["p_values"]["values"];
  REQUIRE(values.size() == 2);
  CHECK(values[1]["quote"] == "P=.02");
}

TEST_CASE("values of record fields name the field and have no offsets") {
  model::Article article = article_of("", "Tea");
  article.publication_types = {"Randomized Controlled Trial"};
  const Json json = extracted(article, R"({"study_design":"string"})");
  const Json& cell = json["extraction_metadata"]["study_design"];
  CHECK(cell["text"] == "publication_types");
  CHECK(cell["quote"] == "Randomized Controlled Trial");
  CHECK(cell["method"] == "record");
  CHECK_FALSE(cell.contains("start"));
}

TEST_CASE("records without text yield nothing but reasons") {
  const Extraction extraction =
      extract({}, *parse_schema(*parse_ordered_json(R"({"sample_size":"number"})")));
  CHECK_FALSE(extraction.has_text);
  CHECK(extraction.cells[0].second.status == Status::not_stated);
}

TEST_CASE("the same record gives the same bytes") {
  const model::Article article = article_of("Forty women were randomized (P<.05).", "Tea");
  const char* schema = R"({"sample_size":"number","p_value":"number","intervention":"string"})";
  CHECK(dump_json(extracted(article, schema)) == dump_json(extracted(article, schema)));
}

TEST_CASE("a text joined from several quotes each of them") {
  model::Article article = article_of("Adults drank tea.");
  article.authors = {{.name = "Leaf A"}, {.name = "Kettle B"}};
  const Schema schema = *parse_schema(*parse_ordered_json(R"({"authors":"string"})"));
  const Json out = to_json(extract(article, schema));
  CHECK(out["extraction"]["authors"] == "Leaf A; Kettle B");
  const Json& values = out["extraction_metadata"]["authors"]["values"];
  REQUIRE(values.size() == 2);
  CHECK(values[0]["quote"] == "Leaf A");
  CHECK(values[1]["quote"] == "Kettle B");
  CHECK_FALSE(out["extraction_metadata"]["authors"].contains("quote"));
}

}  // namespace ev::extract
