#include "pipeline/mechanism/hypothesis_json.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::mechanism;

namespace {

MechanismHypothesis sample() {
  MechanismHypothesis h;
  h.hypothesis_id = "hyp-1";
  h.drug = "a";
  h.target = "b";
  h.pathway = "c";
  h.effect = "d";
  h.confidence = 0.7;
  h.status = LinkStatus::proposed;
  h.search_suggestions = {"a b", "b c"};
  HypothesisLink link{.from = "a", .to = "b", .relation = "inhibits", .sign = -1};
  for (const Stance stance :
       {Stance::supports, Stance::supports, Stance::background, Stance::contradicts}) {
    Evidence e;
    e.id = "1";
    e.stance = stance;
    e.quote = {.text = "a inhibits b.", .start = 3, .end = 16, .field = doc::Field::abstract};
    link.evidence.push_back(e);
  }
  h.links = {link};
  return h;
}

}  // namespace

TEST_CASE("the members of the plain hypothesis keep their names") {
  const Json json = to_plain_json(sample());
  for (const char* name :
       {"drug", "target", "pathway", "effect", "confidence", "supporting_evidence",
        "contradicting_evidence", "search_suggestions", "hypothesis_id"}) {
    CAPTURE(name);
    CHECK(json.contains(name));
  }
}

TEST_CASE("quotes are limited by stance and the rest is counted") {
  const Json all = to_json(sample());
  CHECK(all["links"][0]["evidence"].size() == 4);
  CHECK_FALSE(all["links"][0].contains("evidence_omitted"));
  CHECK(all["links"][0]["evidence"][0]["start"] == 3);
  const Json few = to_json(sample(), {.supporting = 1, .background = 0, .contradicting = 1});
  CHECK(few["links"][0]["evidence"].size() == 2);
  CHECK(few["links"][0]["evidence_omitted"] == 2);
}

TEST_CASE("a row of text names chain, confidence, status and id") {
  MechanismHypothesis h = sample();
  h.pathway.clear();
  CHECK(to_row_markdown(h, 2) == "2. a → b → d (70%, proposed) hyp-1");
}

TEST_CASE("class names are marked in both forms") {
  MechanismHypothesis h = sample();
  h.links[0].class_name_only = true;
  h.links[0].evidence[0].by_class = true;
  const Json json = to_json(h);
  CHECK(json["links"][0]["class_name_only"] == true);
  CHECK(json["links"][0]["evidence"][0]["by_class"] == true);
  CHECK_FALSE(json["links"][0]["evidence"][1].contains("by_class"));
  CHECK(to_markdown(h, 1, kAllQuotes).find("by the name of a drug class") != std::string::npos);
}

TEST_CASE("hidden characters are not shown") {
  MechanismHypothesis h = sample();
  h.links[0].evidence[0].quote.text = "a in\u200bhibits b.";
  const Json json = to_json(h);
  CHECK(json["links"][0]["evidence"][0]["quote"] == "a inhibits b.");
  CHECK(json["links"][0]["evidence"][0]["quote_cleaned"] == true);
}

TEST_CASE("the reader's Markdown") {
  const std::string text = to_markdown(sample(), 1, {});
  CHECK(text.rfind("### Hypothesis 1 (Confidence: 70%)\n**Mechanism**: a → b → c → d\n"
                   "**Suggested searches**: a b, b c\n",
                   0) == 0);
  CHECK(text.find("\"a inhibits b.\"") != std::string::npos);
  MechanismHypothesis open = sample();
  open.pathway.clear();
  CHECK(mechanism_line(open) == "a → b → d");
}

TEST_CASE("the closing lists primary, gaps and searches") {
  HypothesisAssessment a{.hypotheses = {sample()},
                         .primary = 0,
                         .knowledge_gaps = {"gap"},
                         .recommended_searches = {"x y"}};
  CHECK(closing_markdown(a) ==
        "### Primary Hypothesis\na → b → c → d\n\n### Knowledge Gaps\n- gap\n\n### Recommended "
        "Next Searches\n- `x y`\n");
  a.primary = -1;
  CHECK(closing_markdown(a).find("Primary") == std::string::npos);
}

TEST_CASE("what a link rests on is said in both forms") {
  MechanismHypothesis h = sample();
  h.links.push_back(h.links[0]);
  h.links[0].background_only = true;
  h.links[1].assumed = true;
  h.links[1].evidence.clear();
  h.direct = h.links[0];
  h.direct->to = "d";
  const Json json = to_json(h);
  CHECK(json["links"][0]["background_only"] == true);
  CHECK(json["links"][1]["assumed"] == true);
  CHECK(json["links"][1]["evidence"].empty());
  CHECK(json["direct"]["to"] == "d");
  const std::string text = to_markdown(h, 1, kAllQuotes);
  CHECK(text.find("stated as known before") != std::string::npos);
  CHECK(text.find("the step to test") != std::string::npos);
  CHECK(text.find("Of the drug itself:") != std::string::npos);
  CHECK_FALSE(to_json(sample()).contains("direct"));
}

TEST_CASE("confidence is rounded as the format does, halves to the even") {
  MechanismHypothesis h = sample();
  for (const auto& [confidence, shown] :
       std::vector<std::pair<double, std::string>>{{0.125, "12%"}, {0.375, "38%"}, {0.7, "70%"}}) {
    h.confidence = confidence;
    CHECK(to_markdown(h, 1, {}).find("(Confidence: " + shown + ")") != std::string::npos);
  }
}
