#include "pipeline/mechanism/testing.hpp"
#include "support/catch.hpp"

using namespace ev::mechanism;

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("each link has a search for it and one against it") {
  const LinkSearches s = searches_for({.from = "vensolane",
                                       .to = "zetokine",
                                       .relation = "inhibits",
                                       .sign = -1,
                                       .to_names = {"ZTK", "zetokine"}});
  CHECK(contains(s.supporting, "\"vensolane\"[tiab] AND (\"zetokine\"[tiab] OR \"ZTK\"[tiab])"));
  CHECK(contains(s.supporting, "inhibit*[tiab]"));
  CHECK_FALSE(contains(s.supporting, "no effect"));
  CHECK(contains(s.refuting, "\"no effect\"[tiab]"));
  CHECK(contains(s.refuting, "activat*[tiab]"));
}

TEST_CASE("for a disease good and bad are searched, quotes in a name are dropped") {
  const LinkSearches s = searches_for(
      {.from = "ven\"solane", .to = "zeta syndrome", .relation = "decreases", .sign = -1});
  CHECK(contains(s.supporting, "\"vensolane\"[tiab]"));
  CHECK(contains(s.supporting, "improv*[tiab]"));
  CHECK(contains(s.refuting, "worsen*[tiab]"));
}

TEST_CASE("a hypothesis of four words becomes links with the signs its words state") {
  MechanismHypothesis h;
  h.drug = "Metformin";
  h.target = "AMPK (AMP-activated protein kinase)";
  h.pathway = "mTOR inhibition → autophagy activation";
  h.effect = "reduced amyloid in Alzheimer's disease";
  const std::vector<LinkToTest> links = links_to_test(h);
  REQUIRE(links.size() == 3);
  CHECK(links[0].from == "Metformin");
  CHECK(links[0].to == "AMPK");
  CHECK(links[0].sign == 0);  // nothing says which way
  CHECK(links[1].to == "autophagy");
  CHECK(links[1].sign == 1);
  CHECK(links[2].from == "autophagy");
  CHECK(links[2].to == "amyloid");
  CHECK(links[2].sign == -1);
  CHECK(links_to_test({}).empty());
}

TEST_CASE("the links of a hypothesis are taken as they are") {
  MechanismHypothesis h;
  h.links.push_back({.from = "a", .to = "b", .relation = "inhibits", .sign = -1});
  REQUIRE(links_to_test(h).size() == 1);
  CHECK(links_to_test(h)[0].sign == -1);
}

TEST_CASE("relations have a sign") {
  CHECK(sign_of_relation("Activates") == 1);
  CHECK(sign_of_relation("decreases") == -1);
  CHECK(sign_of_relation("treats") == -1);
  CHECK(sign_of_relation("affects") == 0);
  CHECK_FALSE(sign_of_relation("purple"));
}

TEST_CASE("a plural is searched with its singular, an opposite with its end") {
  const auto s = searches_for({.from = "zetokine blockers",
                               .to = "virus",
                               .relation = "",
                               .sign = 1,
                               .to_opposites = {"virus loss"}});
  CHECK(s.supporting.find("\"zetokine blocker*\"[tiab]") != std::string::npos);
  CHECK(s.supporting.find("\"virus\"[tiab]") != std::string::npos);
  CHECK(s.supporting.find("\"virus los\"") == std::string::npos);
  CHECK(s.supporting.find("virus loss") != std::string::npos);
}
