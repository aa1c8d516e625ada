#include "pipeline/mechanism/testing_json.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::mechanism;

TEST_CASE("a verdict as JSON: counts, interval, quotes up to the limit") {
  LinkVerdict v{.link = {.from = "a", .to = "b", .relation = "inhibits", .sign = -1},
                .status = LinkStatus::contested,
                .reason = "r"};
  for (int i = 0; i < 3; ++i)
    v.evidence.push_back(
        {.id = "9000000" + std::to_string(i), .quote = {.text = "q"}, .stance = Stance::supports});
  const Json json = to_json(v, {.supporting = 2, .contradicting = 2, .other = 0});
  CHECK(json["evidence"].size() == 2);
  CHECK(json["evidence_omitted"] == 1);
  CHECK(json["independent_groups"] == "unknown");
  CHECK(json["status"] == "contested");
  CHECK(to_markdown(v, {}).find("**contested**") != std::string::npos);
}

TEST_CASE("a hypothesis is read back, mistakes are named with their path") {
  const Json good = {{"drug", "a"}, {"target", "b"}, {"pathway", ""}, {"effect", ""}};
  const auto read = hypothesis_from_json(good, "hypothesis");
  REQUIRE(read);
  CHECK(read->hypothesis_id == hypothesis_id("a", "b", "", ""));
  const Json bad = {{"links", {{{"from", "a"}, {"to", ""}, {"relation", "purple"}}}}};
  const auto refused = hypothesis_from_json(bad, "hypothesis");
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().problems.size() == 2);
  CHECK(refused.error().problems[0].path == "hypothesis.links[0].to");
  CHECK_FALSE(hypothesis_from_json(Json("x"), "hypothesis"));
  CHECK_FALSE(hypothesis_from_json(Json::object(), "hypothesis"));
}
