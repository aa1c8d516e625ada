#include "pipeline/workflow/deduplication.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;

TEST_CASE("the same records of two sets are one each, and say where they come from") {
  test::Pipeline p;
  const std::string all = p.records();
  const std::string two =
      workflow::store_records(p.services, {test::five_articles()[0], test::five_articles()[2]},
                              Json::object())
          .value();
  const auto made = workflow::deduplicate(p.services, {.result_sets = {all, two}}, p.ctx);
  REQUIRE(made);
  CHECK(made->input.size() == 7);
  CHECK(made->result.records.size() == 5);
  CHECK(made->merged() == 2);
  CHECK(made->input[5].item_id == "11");
  CHECK(made->result.members[0] == std::vector<std::size_t>{0, 5});
  const auto stored = workflow::load_set(p.services, made->result_set, {});
  REQUIRE(stored);
  CHECK(stored->articles.size() == 5);
}

TEST_CASE(
    "inline records come in the order of their relevance, and one that is not there is named") {
  test::Pipeline p;
  const std::vector<model::Article> five = test::five_articles();
  const auto made = workflow::deduplicate(
      p.services, {.rows = {{.article = five[0]}, {.article = five[1]}}, .relevance = {0.1, 0.9}},
      p.ctx);
  REQUIRE(made);
  REQUIRE(made->result.records.size() == 2);
  CHECK(made->result.records[0].pmid == "12");
  CHECK(made->best[0] == 0.9);
  const auto missing = workflow::deduplicate(p.services, {.result_sets = {"rs-0123456789"}}, p.ctx);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().path == "result_sets[0]");
}
