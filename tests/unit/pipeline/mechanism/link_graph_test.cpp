#include "pipeline/mechanism/link_graph.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

Statement said(std::size_t article, int sign, double weight) {
  Statement s{.from = 0, .to = 1, .sign = sign, .article = article};
  s.evidence.id = std::to_string(article);
  s.evidence.weight = weight;
  return s;
}

}  // namespace

TEST_CASE("independent records add up as a noisy or, one count per record") {
  StatementSet reading;
  reading.statements = {said(1, 1, 0.5), said(1, 1, 0.4), said(2, 1, 0.5)};
  const auto links = build_links(reading);
  REQUIRE(links.size() == 1);
  const Link& link = links.begin()->second;
  CHECK(link.sign == 1);
  CHECK(link.support == Approx(0.75));
  CHECK(link.supporting.size() == 2);
  CHECK(link.net() == Approx(0.75));
}

TEST_CASE("the greater part gives the direction, the rest contradicts") {
  StatementSet reading;
  reading.statements = {said(1, 1, 0.3), said(2, -1, 0.6)};
  Statement denied = said(3, -1, 0.2);
  denied.evidence.negated = true;
  Statement nothing = said(4, 0, 0.1);
  nothing.evidence.negated = true;
  reading.statements.push_back(denied);
  reading.statements.push_back(nothing);
  const Link link = build_links(reading).begin()->second;
  CHECK(link.sign == -1);
  CHECK(link.contradicting.size() == 3);
  CHECK(link.contradiction == Approx(1 - 0.7 * 0.8 * 0.9));
}

TEST_CASE("the score has a cap, and denials alone make no link") {
  StatementSet reading;
  for (std::size_t i = 0; i < 20; ++i) reading.statements.push_back(said(i, 1, 0.7));
  CHECK(build_links(reading).begin()->second.support == Approx(0.95));
  for (Statement& s : reading.statements) s.evidence.negated = true;
  CHECK(build_links(reading).empty());
}

TEST_CASE("a hedged sentence in the background makes no link by itself") {
  StatementSet reading;
  Statement supposed = said(1, 1, 0.1);
  supposed.finding = false;
  supposed.evidence.hedged = true;
  reading.statements = {supposed};
  CHECK(build_links(reading).empty());
  Statement known = said(2, 1, 0.1);
  known.finding = false;
  reading.statements.push_back(known);
  const auto links = build_links(reading);
  REQUIRE(links.size() == 1);
  CHECK(links.begin()->second.background.size() == 2);
}
