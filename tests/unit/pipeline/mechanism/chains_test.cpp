#include "pipeline/mechanism/chains.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

TEST_CASE("the question names drug and goal unless they are given") {
  Vocabulary v;
  const Focus asked = find_focus({.query = "carvedilol in heart failure"}, v);
  REQUIRE(asked.drugs.size() == 1);
  CHECK(v.at(*asked.drugs.begin()).name == "carvedilol");
  CHECK(v.at(asked.goal).name == "heart failure");
  CHECK_FALSE(asked.harm);
  const Focus given = find_focus({.query = "anything", .drug = "zortolol", .disease = "asthma"}, v);
  CHECK(v.at(*given.drugs.begin()).name == "zortolol");
  CHECK(v.at(given.goal).name == "asthma");
}

TEST_CASE("a process is the goal when no effect is named") {
  Vocabulary v;
  CHECK(v.at(find_focus({.query = "metformin inflammation"}, v).goal).name == "inflammation");
}

TEST_CASE("a class of drugs asks for its target; harm is recognised") {
  Vocabulary v;
  const Focus focus = find_focus({.query = "adverse effects of beta-blockers in asthma"}, v);
  CHECK(focus.drugs.empty());
  REQUIRE(focus.targets.size() == 1);
  CHECK(v.at(*focus.targets.begin()).name == "beta-adrenergic receptor");
  CHECK(focus.harm);
}

TEST_CASE("a class named in the question stands for its members under their own names") {
  Vocabulary v;
  v.add(Kind::drug, "brivastatin");
  v.add(Kind::drug, "zortolol");
  CHECK(find_focus({.query = "statins and inflammation"}, v).drugs.size() == 2);
}
