#include "pipeline/workflow/article_scoring.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;

namespace {

workflow::ScoringRequest request(std::string handle) {
  return {.records = {.result_set = std::move(handle)},
          .scoring_criteria = {.weights = {{"relevance", 0.8}, {"recency", 0.2}}},
          .query = "zinc colds",
          .as_of = "2026-11-21"};
}

}  // namespace

TEST_CASE("scores are best first and kept at hand under their handle") {
  test::Pipeline p;
  const auto made = workflow::score_articles(p.services, *p.working, request(p.records()), p.ctx);
  REQUIRE(made);
  const auto& scores = made->scores->scores;
  REQUIRE(scores.size() == 5);
  CHECK(made->scoring.scores.empty());
  for (std::size_t i = 1; i < scores.size(); ++i) CHECK(scores[i].total <= scores[i - 1].total);
  CHECK(p.working->scores(made->result_set) == made->scores);
  const auto stored = workflow::load_set(p.services, made->result_set, {});
  REQUIRE(stored);
  CHECK(stored->stage == "scored");
  REQUIRE(made->warnings.size() == 1);
  CHECK(made->warnings[0].find("1 retracted record(s) or notice(s) keep a score") == 0);
}

TEST_CASE("criteria that need features of a set without any name the argument") {
  test::Pipeline p;
  workflow::ScoringRequest asked = request(p.records());
  asked.scoring_criteria.weights = {{"novelty", 1}};
  asked.records_argument = "pmids";
  const auto made = workflow::score_articles(p.services, *p.working, asked, p.ctx);
  REQUIRE_FALSE(made);
  CHECK(made.error().path == "pmids");
  CHECK(made.error().message.find("novelty") != std::string::npos);
}

TEST_CASE("what cannot be read of the criteria comes before what cannot be used") {
  workflow::ScoringRequest asked = request("rs-0123456789");
  CHECK(workflow::errors_in(asked)[0].problems.empty());
  CHECK(workflow::errors_in(asked).size() == 1);
  asked.scoring_criteria.scoring_functions = {{"recency", 7}, {"unweighted", "poem"}};
  const std::vector<Error> errors = workflow::errors_in(asked);
  REQUIRE(errors.size() == 2);
  REQUIRE(errors[0].problems.size() == 1);
  CHECK(errors[0].problems[0].path == "scoring_criteria.scoring_functions.recency");
  CHECK_FALSE(errors[1].problems.empty());
}
