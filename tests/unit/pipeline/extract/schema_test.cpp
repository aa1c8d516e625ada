#include "pipeline/extract/schema.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

Result<Schema> schema_from(std::string_view json) {
  return parse_schema(*parse_ordered_json(json));
}

std::string refusal(std::string_view json) {
  const auto schema = schema_from(json);
  return schema ? "accepted" : schema.error().message;
}

bool refuses(std::string_view json, std::string_view part) {
  return refusal(json).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the short form, in order") {
  const auto schema = schema_from(
      R"({"z":"number","a":"array[string]","design":"RCT|cohort | other","ok":"boolean","ns":"array[number]"})");
  REQUIRE(schema);
  REQUIRE(schema->fields.size() == 5);
  CHECK(schema->fields[0].name == "z");
  CHECK(schema->fields[0].type == Type::number);
  CHECK(schema->fields[1].array);
  CHECK(schema->fields[2].options == std::vector<std::string>{"RCT", "cohort", "other"});
  CHECK(schema->fields[3].type == Type::boolean);
  CHECK((schema->fields[4].array && schema->fields[4].type == Type::number));
}

TEST_CASE("the JSON Schema form") {
  const auto schema = schema_from(R"({"type":"object","required":["n"],"properties":{
      "n":{"type":["integer","null"],"minimum":1,"maximum":9,"description":"how many"},
      "d":{"type":"string","enum":["a","b"]},
      "l":{"type":"array","items":{"type":"number"}}}})");
  REQUIRE(schema);
  CHECK(schema->fields[0].type == Type::integer);
  CHECK(schema->fields[0].minimum == 1);
  CHECK(schema->fields[0].description == "how many");
  CHECK(schema->fields[1].options.size() == 2);
  CHECK((schema->fields[2].array && schema->fields[2].type == Type::number));
}

TEST_CASE("a field may be called type or properties") {
  CHECK(schema_from(R"({"type":"string","properties":"string"})")->fields.size() == 2);
}

TEST_CASE("JSON Schema as tools write it") {
  const auto schema = schema_from(R"({"$schema":"https://json-schema.org/draft/2020-12/schema",
      "title":"Trial","type":"object","additionalProperties":false,
      "$defs":{"Design":{"type":"string","enum":["parallel","crossover"],"title":"Design"}},
      "properties":{
        "n":{"anyOf":[{"type":"integer","exclusiveMinimum":0},{"type":"null"}],"default":null,
             "title":"N","description":"randomised"},
        "design":{"$ref":"#/$defs/Design"},
        "maybe":{"anyOf":[{"$ref":"#/$defs/Design"},{"type":"null"}]},
        "score":{"type":["integer","number"],"examples":[1]},
        "kind":{"const":"trial"},
        "names":{"type":"array","items":{"$ref":"#/$defs/Design"}},
        "when":{"type":"string","format":"date","maxLength":10}}})");
  REQUIRE(schema);
  REQUIRE(schema->fields.size() == 7);
  CHECK(schema->fields[0].type == Type::integer);
  CHECK(schema->fields[0].minimum > 0);
  CHECK(schema->fields[0].description == "randomised");
  CHECK(schema->fields[1].options.size() == 2);
  CHECK(schema->fields[2].options.size() == 2);
  CHECK(schema->fields[3].type == Type::number);
  CHECK(schema->fields[4].options == std::vector<std::string>{"trial"});
  CHECK((schema->fields[5].array && schema->fields[5].options.size() == 2));
  CHECK(schema->unchecked ==
        std::vector<std::string>{"extraction_schema.properties.when.maxLength"});
}

TEST_CASE("references that lead nowhere are refused by path") {
  CHECK(refuses(R"({"n":{"$ref":"#/$defs/Size"}})", "n.$ref names nothing in $defs"));
  CHECK(refuses(R"({"n":{"anyOf":[{"type":"string"},{"type":"number"}]}})",
                "n.anyOf must have one branch beside null"));
  CHECK(refuses(R"({"type":"object","$defs":{"A":{"$ref":"#/$defs/A"}},
                    "properties":{"n":{"$ref":"#/$defs/A"}}})",
                "n refers to itself"));
}

TEST_CASE("everything else is refused by name") {
  CHECK(refuses(R"({"n":"numbre"})", "extraction_schema.n has the unknown type \"numbre\""));
  CHECK(refuses(R"({"n":7})", "extraction_schema.n must be a type"));
  CHECK(refuses(R"({"n":{"type":"string","patern":"x"}})", "n.patern is not a supported"));
  CHECK(refuses(R"({"n":{"type":"object","properties":{}}})", "nested object"));
  CHECK(refuses(R"({"n":{"type":"colour"}})", "n.type must be string"));
  CHECK(refuses(R"({"n":{}})", "needs a type"));
  CHECK(refuses(R"({"properties":{"a":"string"},"$ref":"x"})", "$ref is not a supported"));
  CHECK(refuses(R"({"properties":{"a":"string"},"required":["b"]})", "not in properties"));
  CHECK(refuses(R"({"n":"a||b"})", "has the unknown type"));
  CHECK(refuses("{}", "has no field"));
  CHECK(refuses("[]", "must be an object"));
  CHECK(refuses(R"({"a":"x","b":"y"})", "extraction_schema.b"));  // all problems, not the first
}

TEST_CASE("instructions become descriptions") {
  auto schema = *schema_from(R"({"n":"number","d":"string","e":"string"})");
  apply_instructions(schema,
                     "Extract the following:\n- n: number of patients\n D : the design\nx: no");
  CHECK(schema.fields[0].description == "number of patients");
  CHECK(schema.fields[1].description == "the design");
  CHECK(schema.fields[2].description.empty());
}

TEST_CASE("instructions may be a list, with marks and types") {
  auto schema = *schema_from(
      R"({"v1":"string","v2":"number","v3":"string","v4":"string","v5":"string","v6":"string"})");
  apply_instructions(schema,
                     "1. v1: the drug tested\n**v2**: its dose\n2) `v3` - what was measured\n"
                     "* **v4 (string)**: where\n\u2022 v5 (string): how long: in weeks\n"
                     "- **v6:** the design\nv2x: no");
  CHECK(schema.fields[0].description == "the drug tested");
  CHECK(schema.fields[1].description == "its dose");
  CHECK(schema.fields[2].description == "what was measured");
  CHECK(schema.fields[3].description == "where");
  CHECK(schema.fields[4].description == "how long: in weeks");
  CHECK(schema.fields[5].description == "the design");
}

}  // namespace ev::extract
