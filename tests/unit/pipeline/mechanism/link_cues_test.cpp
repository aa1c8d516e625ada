#include "pipeline/mechanism/link_cues.hpp"

#include "support/catch.hpp"

#include <string>

using namespace ev;
using namespace ev::mechanism;

namespace {

std::vector<LinkCue> cues_in(const std::string& sentence) {
  return link_cues(sentence, doc::tokenize(sentence));
}

}  // namespace

TEST_CASE("cues have a sign and a form") {
  const auto cues = cues_in("inhibits activated increase antagonists lower knockout inhibitory");
  REQUIRE(cues.size() == 7);
  CHECK(cues[0].sign == -1);
  CHECK(cues[0].form == LinkForm::verb);
  CHECK(cues[1].form == LinkForm::participle);
  CHECK(cues[2].form == LinkForm::verb_or_noun);
  CHECK(cues[3].form == LinkForm::agent);
  CHECK(cues[4].form == LinkForm::comparative);
  CHECK(cues[5].form == LinkForm::deficit);
  CHECK(cues[6].form == LinkForm::adjective);
}

TEST_CASE("a hyphen binds a cue, except after up and down") {
  const auto bound = cues_in("LPS-induced");
  REQUIRE(bound.size() == 1);
  CHECK(bound[0].bound);
  const auto up = cues_in("was up-regulated and down-regulates");
  REQUIRE(up.size() == 2);
  CHECK(up[0].sign == 1);
  CHECK_FALSE(up[0].bound);
  CHECK(up[1].sign == -1);
}

TEST_CASE("praise is a cue by value, words that only look like cues are none") {
  CHECK(cues_in("improved").at(0).by_value);
  CHECK(cues_in("depression protein treatment").empty());
  CHECK(is_undirected_cue("affected"));
  CHECK_FALSE(is_undirected_cue("inhibited"));
}

TEST_CASE("a blocking agent is a doer") {
  const std::string text = "the zetokine blocking agent vensolane";
  const auto cues = link_cues(text, doc::tokenize(text));
  REQUIRE(cues.size() == 1);
  CHECK(cues[0].form == LinkForm::agent);
}

TEST_CASE("a regression is a decrease of something, not a statistic") {
  REQUIRE(cues_in("regression of gout").size() == 1);
  CHECK(cues_in("regression of gout")[0].sign == -1);
  CHECK(cues_in("a regression model").empty());
  CHECK(cues_in("logistic regression of gout").empty());
}
