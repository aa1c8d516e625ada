#include "mcp/inputs.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::mcp {

namespace {

JsonPtr tree_of(std::string_view json) {
  return std::make_shared<const Json>(parse_json(json).value());
}

}  // namespace

TEST_CASE("answers are found by key, the newer one first") {
  Inputs inputs(tree_of(R"({"a":{"action":"decline"},"b":1})"));
  CHECK(inputs.form_action("a") == "decline");
  CHECK(inputs.find("b") != nullptr);
  CHECK(inputs.find("c") == nullptr);
  inputs.put("a", tree_of(R"({"action":"cancel"})"));
  CHECK(inputs.form_action("a") == "cancel");
}

TEST_CASE("what does not look like an answered form is no answer") {
  for (const char* json :
       {"null", "[]", "{}", R"({"a":null})", R"({"a":12345})", R"({"a":{"action":"shrug"}})",
        R"({"a":{"action":"accept"}})", R"({"a":{"action":"accept","content":[]}})",
        R"({"a":{"action":7,"content":{}}})"}) {
    CAPTURE(json);
    const Inputs inputs(tree_of(json));
    CHECK(inputs.form_action("a").empty());
    CHECK(inputs.form_field("a", "x") == nullptr);
  }
  const Inputs none;
  CHECK(none.form_action("a").empty());
  const Inputs declined(tree_of(R"({"a":{"action":"decline","content":{"x":1}}})"));
  CHECK(declined.form_field("a", "x") == nullptr);
  const Inputs accepted(tree_of(R"({"a":{"action":"accept","content":{"x":"y"}}})"));
  REQUIRE(as_string(accepted.form_field("a", "x")) != nullptr);
  CHECK(*as_string(accepted.form_field("a", "x")) == "y");
}

TEST_CASE("a model's reply is one block or several") {
  const Inputs inputs(
      tree_of(R"({"one":{"content":{"type":"text","text":"A"}},"none":{"content":7},)"
              R"("two":{"content":[{"type":"text","text":"B"},{"type":"image"},{"text":"C"}]}})"));
  CHECK(inputs.model_text("one") == "A");
  CHECK(inputs.model_text("two") == "BC");
  CHECK(inputs.model_text("none").empty());
  CHECK(inputs.model_text("absent").empty());
}

}  // namespace ev::mcp
