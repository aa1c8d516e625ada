#include "pipeline/appraise/scoring.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <random>

using namespace ev;
using namespace ev::appraise;
using model::Value;

namespace {

// Articles with their features, alive as long as the candidates made of them.
struct Pool {
  std::vector<model::Article> articles;
  std::vector<model::Value::Object> features;

  void add(model::Article article, model::Value::Object object) {
    articles.push_back(std::move(article));
    features.push_back(std::move(object));
  }
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> out;
    for (std::size_t i = 0; i < articles.size(); ++i) {
      out.push_back({.article = &articles[i], .features = &features[i]});
    }
    return out;
  }
};

Scoring run(const Pool& pool, const Criteria& criteria) {
  return score_articles(pool.candidates(), criteria, Context{}).value();
}

std::vector<std::string> order(const Pool& pool, const Scoring& scoring) {
  std::vector<std::string> out;
  for (const Score& score : scoring.scores) out.push_back(pool.articles[score.candidate].pmid);
  return out;
}

Pool mixed_pool() {
  Pool pool;
  for (int i = 0; i < 30; ++i) {
    model::Value::Object features = {{"sample_size", Value(10 + i * i)},
                                     {"quality", Value(static_cast<double>((i * 7) % 10) / 10)}};
    if (i % 4 == 0) features.pop_back();
    pool.add(
        test::article(std::to_string(100 + i), i % 3 == 0 ? "Zinc study" : "Iron study",
                      "Of zinc in group " + std::to_string(i % 5), std::to_string(2000 + i % 20)),
        std::move(features));
  }
  return pool;
}

Criteria mixed_criteria() {
  Criteria c = test::criteria(
      {{"quality", 0.3}, {"recency", 0.2}, {"relevance", 0.3}, {"sample_size", 0.2}});
  c.query = "zinc";
  return c;
}

}  // namespace

TEST_CASE("missing values are left out of the sum or counted as nothing") {
  Pool pool;
  pool.add(test::article("1", "T"), {{"a", Value(0.8)}});
  Criteria c = test::criteria({{"a", 0.6}, {"b", 0.2}});
  Score score = run(pool, c).scores[0];
  CHECK(score.total == Approx(0.8));
  CHECK(score.coverage == Approx(0.75));
  CHECK(score.missing == std::vector<std::string>{"b"});
  c.missing = Missing::penalise;
  CHECK(run(pool, c).scores[0].total == Approx(0.6));
  c.method = Method::composite;
  CHECK(run(pool, c).scores[0].total == Approx(0.6));
  c.missing = Missing::renormalise;
  CHECK(run(pool, c).scores[0].total == Approx(0.6));
  c.criteria = {{"b", 1}};
  score = run(pool, c).scores[0];
  CHECK(score.total == 0);
  CHECK(score.coverage == 0);
}

TEST_CASE("contributions add up to the total") {
  const Pool pool = mixed_pool();
  for (const Method method : {Method::weighted_sum, Method::composite}) {
    Criteria c = mixed_criteria();
    c.method = method;
    for (const Score& score : run(pool, c).scores) {
      double sum = 0;
      for (const Component& component : score.components) sum += component.contribution;
      CHECK(sum == Approx(score.total));
      CHECK(score.total >= 0);
      CHECK(score.total <= 1);
    }
  }
}

TEST_CASE("a score does not depend on the other articles unless they are asked for") {
  Pool pool;
  pool.add(test::article("1", "T", "", "2020"), {{"n", Value(50)}});
  Criteria c = test::criteria({{"n", 0.5}, {"recency", 0.5}});
  const double alone = run(pool, c).scores[0].total;
  pool.add(test::article("2", "U", "", "2010"), {{"n", Value(5000)}});
  const Scoring both = run(pool, c);
  const auto first = std::find_if(both.scores.begin(), both.scores.end(),
                                  [](const Score& s) { return s.candidate == 0; });
  CHECK(first->total == alone);
}

TEST_CASE("composite gates what cannot stand as evidence") {
  struct Row {
    const char* type;
    const char* status;
    double factor;
  };
  const Row rows[] = {{"Randomized Controlled Trial", "none", 1},
                      {"Clinical Trial Protocol", "none", 0.5},
                      {"Editorial", "none", 0.7},
                      {"Randomized Controlled Trial", "retracted", 0},
                      {"Randomized Controlled Trial", "notice", 0},
                      {"Randomized Controlled Trial", "expression_of_concern", 0.5},
                      {"Randomized Controlled Trial", "corrected", 1}};
  for (const Row& row : rows) {
    CAPTURE(row.type, row.status);
    Pool pool;
    model::Article a = test::article("1", "T");
    a.publication_types = {row.type};
    a.retraction.status = from_wire_name<model::RetractionStatus>(row.status).value();
    pool.add(a, {{"a", Value(0.8)}});
    Criteria c = test::criteria({{"a", 1}});
    CHECK(run(pool, c).scores[0].total == Approx(0.8));
    c.method = Method::composite;
    const Score score = run(pool, c).scores[0];
    CHECK(score.total == Approx(0.8 * row.factor));
    CHECK(score.gates.empty() == (row.factor == 1));
  }
}

TEST_CASE("composite: a registration without results does not outrank a report") {
  Criteria c = test::criteria({{"a", 1}});
  c.method = Method::composite;
  for (const bool results : {false, true}) {
    Pool pool;
    model::Article a = test::article("1", "T");
    a.trial = model::Trial{.has_results = results};
    pool.add(a, {{"a", Value(0.8)}});
    CHECK(run(pool, c).scores[0].total == Approx(results ? 0.8 : 0.4));
  }
}

TEST_CASE("ties fall to relevance, year and PMID; percentiles share the middle") {
  Pool pool;
  pool.add(test::article("20", "T", "", "2020"), {{"a", Value(0.5)}});
  pool.add(test::article("9", "T", "", "2020"), {{"a", Value(0.5)}});
  pool.add(test::article("30", "T", "", "2021"), {{"a", Value(0.5)}});
  pool.add(test::article("1", "T"), {{"a", Value(0.1)}});
  const Scoring scoring = run(pool, test::criteria({{"a", 1}}));
  CHECK(order(pool, scoring) == std::vector<std::string>{"30", "9", "20", "1"});
  CHECK(*scoring.scores[0].percentile == 62.5);
  CHECK(*scoring.scores[3].percentile == 12.5);
  CHECK(scoring.scores[1].rank == 2);
  CHECK(scoring.scores[1].rank_low == 2);
  CHECK(scoring.scores[1].rank_high == 2);
}

TEST_CASE("permuting the input changes nothing") {
  Pool pool = mixed_pool();
  for (const Normalization normalization :
       {Normalization::none, Normalization::min_max, Normalization::z_score}) {
    Criteria c = mixed_criteria();
    c.normalization = normalization;
    const Scoring before = run(pool, c);
    std::mt19937 random(7);
    for (int round = 0; round < 10; ++round) {
      std::vector<std::size_t> shuffled(pool.articles.size());
      for (std::size_t i = 0; i < shuffled.size(); ++i) shuffled[i] = i;
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      Pool permuted;
      for (const std::size_t i : shuffled) permuted.add(pool.articles[i], pool.features[i]);
      const Scoring after = run(permuted, c);
      REQUIRE(order(permuted, after) == order(pool, before));
      for (std::size_t i = 0; i < after.scores.size(); ++i) {
        REQUIRE(after.scores[i].total == before.scores[i].total);
        REQUIRE(after.scores[i].percentile == before.scores[i].percentile);
        REQUIRE(after.scores[i].rank_low == before.scores[i].rank_low);
        REQUIRE(after.scores[i].rank_high == before.scores[i].rank_high);
      }
      REQUIRE(after.correlations[0].r == before.correlations[0].r);
    }
  }
}

TEST_CASE("rank intervals hold the rank, and correlations name every pair once") {
  const Pool pool = mixed_pool();
  const Scoring scoring = run(pool, mixed_criteria());
  bool moved = false;
  for (const Score& score : scoring.scores) {
    CHECK(score.rank_low <= score.rank);
    CHECK(score.rank <= score.rank_high);
    moved = moved || score.rank_low < score.rank_high;
  }
  CHECK(moved);
  CHECK(scoring.correlations.size() == 6);
}

TEST_CASE("an empty set is an empty answer; a stopped call ends") {
  const Pool none;
  CHECK(run(none, test::criteria({{"a", 1}})).scores.empty());
  std::stop_source stop;
  stop.request_stop();
  const Pool pool = mixed_pool();
  const auto stopped =
      score_articles(pool.candidates(), mixed_criteria(), Context{.stop = stop.get_token()});
  CHECK_FALSE(stopped);
}

TEST_CASE("the seed's percentiles give ties the lowest rank") {
  Pool pool;
  for (const char* pmid : {"1", "2", "3", "4"})
    pool.add(test::article(pmid, "T"), {{"a", Value(pmid[0] > '2' ? 1 : 0)}});
  Criteria c = test::criteria({{"a", 1}});
  c.profile = Profile::seed;
  const Scoring scoring = run(pool, c);
  CHECK(*scoring.scores[0].percentile == 50);
  CHECK(*scoring.scores[3].percentile == 0);
  CHECK(scoring.correlations.empty());
}
