#include "llm/json_schema.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"

#include <nlohmann/json.hpp>

namespace ev::llm {

namespace {

Json schema_of(const char* text) {
  return parse_json(text).value();
}

std::string first_problem(const char* schema, const char* value) {
  const auto found = violations(schema_of(schema), schema_of(value));
  return found.empty() ? "" : found.front().path + " " + found.front().message;
}

const char* const kConcepts = R"({"type":"object","additionalProperties":false,
  "properties":{"concepts":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object",
    "properties":{"name":{"type":"string","minLength":2,"maxLength":8},
                  "kind":{"enum":["drug","disease",null]},
                  "weight":{"type":["number","null"],"minimum":0,"maximum":1}},
    "required":["name"],"additionalProperties":false}},
   "n":{"type":"integer"}},"required":["concepts"]})";

}  // namespace

TEST_CASE("a value that fits has no violations") {
  CHECK(first_problem(kConcepts,
                      R"({"concepts":[{"name":"asthma","kind":"disease","weight":1}]})") == "");
  CHECK(first_problem(kConcepts,
                      R"({"concepts":[{"name":"köln","kind":null,"weight":null}],"n":3.0})") == "");
}

TEST_CASE("every keyword is enforced, with the path and what was found") {
  const auto problem = [](const char* value) { return first_problem(kConcepts, value); };
  CHECK(problem("[]") == " must be object, got an array");
  CHECK(problem("{}") == "concepts is required");
  CHECK(problem(R"({"concepts":[]})") == "concepts must be at least 1 items, got 0");
  CHECK(problem(R"({"concepts":[{"name":"ab"},{"name":"ab"},{"name":"ab"},{"name":"ab"}]})") ==
        "concepts must be at most 3 items, got 4");
  CHECK(problem(R"({"concepts":[{"name":"ab"},{}]})") == "concepts[1].name is required");
  CHECK(problem(R"({"concepts":[{"name":7}]})") == "concepts[0].name must be string, got 7");
  CHECK(has(problem(R"({"concepts":[{"name":"x"}]})"), "at least 2 characters"));
  CHECK(has(problem(R"({"concepts":[{"name":"123456789"}]})"), "at most 8 characters"));
  CHECK(has(problem(R"({"concepts":[{"name":"ab","kind":"Drug"}]})"), "must be one of"));
  CHECK(has(problem(R"({"concepts":[{"name":"ab","weight":1.5}]})"), "at most 1, got 1.5"));
  CHECK(has(problem(R"({"concepts":[{"name":"ab","weight":-1}]})"), "at least 0"));
  CHECK(has(problem(R"({"concepts":[{"name":"ab","weight":"1"}]})"), "number or null"));
  CHECK(problem(R"({"concepts":[{"name":"ab"}],"n":3.5})") == "n must be integer, got 3.5");
  CHECK(problem(R"({"concepts":[{"name":"ab","kinds":"drug"}]})") ==
        "concepts[0].kinds is not a known field; did you mean kind?");
}

TEST_CASE("violations are all listed up to a limit, below the path given") {
  const Json schema = schema_of(R"({"type":"object","properties":{"a":{"type":"array",
    "items":{"type":"string"}}},"required":["a"]})");
  const Json value = schema_of(R"({"a":[1,2,3,4,5]})");
  CHECK(violations(schema, value).size() == 5);
  CHECK(violations(schema, value, "x[1]", 2).size() == 2);
  CHECK(violations(schema, value, "x[1]", 2).front().path == "x[1].a[0]");
}

TEST_CASE("open objects and free maps") {
  CHECK(first_problem(R"({"type":"object"})", R"({"any":[1,{}]})") == "");
  CHECK(first_problem(R"({"type":"object","additionalProperties":{"type":"number"}})",
                      R"({"a":1,"b":"x"})") == "b must be number, got the string \"x\"");
}

TEST_CASE("a schema outside the subset is refused by name") {
  CHECK(check_schema(schema_of(kConcepts)));
  const auto refused = [](const char* text) {
    const auto checked = check_schema(schema_of(text));
    return checked ? std::string() : checked.error().problems.front().path;
  };
  CHECK(refused(R"({"type":"object","properties":{"a":{"type":"string","pattern":"^x$"}}})") ==
        "a.pattern");
  CHECK(refused(R"({"type":"object","anyOf":[]})") == "anyOf");
  CHECK(refused(R"({"type":"array","items":{"type":"string"}})") == "schema");
  CHECK(refused(R"({"type":"object","properties":{"a":{"type":"text"}}})") == "a.type");
  CHECK(refused(R"({"type":"object","properties":{"a":{"enum":[]}}})") == "a.enum");
  CHECK(refused(R"({"type":"object","properties":{"a":7}})") == "a");
  CHECK(refused(R"({"type":"object","properties":{"a":{"type":"number","minimum":"1"}}})") ==
        "a.minimum");
  CHECK(refused(R"({"type":"object","properties":{},"required":["b"]})") == "required");
  CHECK(refused(R"({"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#"}}}})") ==
        "a[].$ref");
  CHECK_FALSE(check_schema(Json("text")));
}

TEST_CASE("what fits is kept, what does not is named member by member") {
  const Json schema = schema_of(R"({"type":"object","properties":{"a":{"type":"string"},
    "b":{"type":"object","properties":{"v":{"type":["number","null"]}}},"c":{"type":"boolean"}},
    "required":["a","b","c"],"additionalProperties":false})");
  const FittingPart part =
      fitting_part(schema, schema_of(R"({"a":"x","b":{"v":"seven"},"d":1})"), "r");
  CHECK(part.kept == R"({"a":"x"})");
  REQUIRE(part.left_out.size() == 3);
  CHECK(part.left_out[0].member == "c");
  CHECK(part.left_out[0].problem.path == "r.c");
  CHECK(part.left_out[1].member == "b");
  CHECK(part.left_out[1].problem.path == "r.b.v");
  CHECK(part.left_out[2].problem.path == "r.d");
}

TEST_CASE("strict means closed and complete on every level") {
  CHECK(is_strict(schema_of(R"({"type":"object","properties":{"a":{"type":"array","items":
    {"type":"object","properties":{"b":{"type":"string"}},"required":["b"],
     "additionalProperties":false}}},"required":["a"],"additionalProperties":false})")));
  CHECK_FALSE(is_strict(schema_of(kConcepts)));
  CHECK_FALSE(is_strict(schema_of(R"({"type":"object"})")));
  CHECK_FALSE(is_strict(schema_of(R"({"type":"object","properties":{},"required":[]})")));
}

TEST_CASE("bounds can be taken out, everything else keeps its order") {
  const auto schema = parse_ordered_json(
      R"({"type":"object","properties":{"z":{"type":"number","minimum":1},"maximum":{"type":"array","maxItems":2,"items":{"type":"string","maxLength":3}}},"required":["z"]})");
  CHECK(
      dump_json(without_bounds(*schema)) ==
      R"({"type":"object","properties":{"z":{"type":"number"},"maximum":{"type":"array","items":{"type":"string"}}},"required":["z"]})");
}

}  // namespace ev::llm
