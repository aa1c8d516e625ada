#include "pipeline/appraise/word_pairs.hpp"

#include "support/catch.hpp"

#include <cmath>
#include <string>
#include <vector>

using namespace ev;
using namespace ev::appraise;

namespace {

std::vector<double> scores_of(const std::vector<std::string>& texts, const std::string& query) {
  const auto corpus = Corpus::of(texts, Context{}).value();
  std::vector<std::string> unknown;
  const auto words = corpus.vocabulary().find(query, unknown);
  return pair_scores(corpus, corpus.postings(words), words, 1.2);
}

}  // namespace

TEST_CASE("the pair formula by hand") {
  const auto scores =
      scores_of({"bone density", "density bone", "bone", "density"}, "bone density");
  const double ordered = 2.0 / 3 * idf(4, 1);
  const double unordered = 1.0 / 3 * idf(4, 2);
  CHECK(scores[0] == Approx((ordered + unordered) / 2.2 / (ordered + unordered)));
  CHECK(scores[1] == Approx(unordered / 2.2 / (ordered + unordered)));
  CHECK(scores[2] == 0);
  CHECK(scores[3] == 0);
}

TEST_CASE("words further apart than the window are no pair; stop words do not part them") {
  const auto scores =
      scores_of({"bone one two three four five six seven eight density",
                 "bone one two three four five six seven density", "density of the bone"},
                "density of bone");
  CHECK(scores[0] == 0);
  CHECK(scores[1] > 0);
  CHECK(scores[2] > scores[1]);
}

TEST_CASE("no neighbours, no pairs") {
  CHECK(scores_of({"zinc", "lead"}, "zinc").empty());
  CHECK(scores_of({"zinc", "lead"}, "zinc zinc").empty());
  CHECK(scores_of({"zinc", "lead"}, "").empty());
  CHECK(scores_of({"zinc", "lead"}, "zinc lead") == std::vector<double>{0, 0});
}
