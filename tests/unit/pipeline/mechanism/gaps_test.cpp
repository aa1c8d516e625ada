#include "pipeline/mechanism/gaps.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("gaps name the link and the record it rests on") {
  MechanismHypothesis h;
  h.drug = "a";
  h.target = "b";
  h.pathway = "c";
  h.effect = "d";
  HypothesisLink link{.from = "a", .to = "b", .supporting_records = 1};
  link.evidence.push_back({.id = "7", .stance = Stance::supports, .species = Species::animal});
  h.links = {link};
  HypothesisAssessment assessment{.hypotheses = {h}};
  add_gaps(assessment, {}, {}, Vocabulary(), {}, {.query = "q"});
  CHECK(assessment.knowledge_gaps ==
        std::vector<std::string>{"a -> b rests on one record (7).",
                                 "a -> b has no evidence marked as human."});
  CHECK(assessment.recommended_searches == std::vector<std::string>{"a b", "a b humans"});
}

TEST_CASE("searches are for the drug given, not for the one in the query") {
  HypothesisAssessment assessment;
  add_gaps(assessment, {}, {}, Vocabulary(), {},
           {.query = "metformin", .drug = "aspirin", .disease = "stroke"});
  CHECK(assessment.recommended_searches ==
        std::vector<std::string>{"aspirin stroke mechanism of action",
                                 "aspirin stroke molecular target"});
}

TEST_CASE("nothing found still says what to search") {
  HypothesisAssessment assessment{.records_read = 3};
  add_gaps(assessment, {}, {}, Vocabulary(), {}, {.query = "q"});
  REQUIRE(assessment.knowledge_gaps.size() == 1);
  CHECK(assessment.knowledge_gaps[0].find("3 records") != std::string::npos);
  CHECK(assessment.recommended_searches.size() == 2);
}
