#include "pipeline/appraise/tf_idf.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace ev;
using namespace ev::appraise;

TEST_CASE("vectors have length 1 and weigh rare terms more") {
  const std::vector<std::string> texts = {"zinc lead", "lead", ""};
  const Corpus corpus = Corpus::of(texts, Context{}).value();
  const auto vectors = tf_idf(corpus);
  REQUIRE(vectors.size() == 3);
  CHECK(vectors[2].empty());
  REQUIRE(vectors[0].size() == 2);
  const double zinc = std::log(1 + 3.0 / 1);
  const double lead = std::log(1 + 3.0 / 2);
  const double length = std::sqrt(zinc * zinc + lead * lead);
  CHECK(vectors[0][0].value == Approx(zinc / length));
  CHECK(vectors[0][1].value == Approx(lead / length));
  CHECK(vectors[1][0].value == Approx(1));
}

TEST_CASE("title and index terms can be features of their own") {
  model::Article a = test::article("1", "Zinc", "Lead.");
  a.mesh_headings.push_back({.descriptor = "Copper"});
  const std::vector<const model::Article*> articles = {&a};
  const Corpus corpus = Corpus::of(articles, Context{}).value();
  CHECK(tf_idf(corpus)[0].size() == 3);
  const auto vectors = tf_idf(corpus, {.title = 1, .index = 1});
  std::vector<std::string> names;
  for (const SparseEntry& e : vectors[0]) names.push_back(feature_name(corpus, e.feature));
  CHECK(names == std::vector<std::string>{"zinc", "lead", "copper", "title:zinc", "index:copper"});
}
