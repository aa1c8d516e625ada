#include "pipeline/appraise/order.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace ev;
using namespace ev::appraise;

TEST_CASE("PMIDs order by number, other ids after them") {
  CHECK(identity_less("9", "10"));
  CHECK_FALSE(identity_less("10", "9"));
  CHECK(identity_less("99999999", "x-1"));
  CHECK(identity_less("a", "b"));
  CHECK_FALSE(identity_less("7", "7"));
  model::Article a = test::article("", "T");
  CHECK(identity(a) == "T");
  a.doi = "10.1/x";
  CHECK(identity(a) == "10.1/x");
}

TEST_CASE("score, relevance, year and identity decide in that order") {
  const model::Article one = test::article("1", "T", "", "2020");
  const model::Article two = test::article("2", "T", "", "2020");
  const model::Article late = test::article("3", "T", "", "2026");
  CHECK(ranks_before({.score = 0.9, .article = &two},
                     {.score = 0.8, .relevance = 1, .article = &one}));
  CHECK(ranks_before({.score = 0.8, .relevance = 0.5, .article = &two},
                     {.score = 0.8, .relevance = 0.4, .article = &late}));
  CHECK(ranks_before({.score = 0.8, .article = &late}, {.score = 0.8, .article = &one}));
  CHECK(ranks_before({.article = &one}, {.article = &two}));
  CHECK_FALSE(ranks_before({.article = &one}, {.article = &one}));
}

TEST_CASE("lists sorted one upon the other come in the same order") {
  const char* const ids[] = {"x-2", "300", "21", "9", "x-1", "12345678901234567890", "21", "007"};
  const char* const dates[] = {"2020", "", "2020-05", "1999", "2020", "2021", "2001", "2020"};
  const std::vector<double> relevances = {0.5, 0.5, 0, -0.0, 0.5, 0.25, 0.5, 0.5};
  const std::vector<double> scores = {1, 0.5, 1, 0.5, -1, 0.5, 0.5, 1e-300};
  std::vector<model::Article> articles;
  for (std::size_t i = 0; i < std::size(ids); ++i)
    articles.push_back(test::article(ids[i], "T", "", dates[i]));
  std::vector<const model::Article*> pointers;
  for (const model::Article& article : articles) pointers.push_back(&article);
  const auto key = [&](std::uint32_t i) {
    return SortKey{.score = scores[i], .relevance = relevances[i], .article = pointers[i]};
  };
  Positions expected = positions_of(articles.size());
  std::stable_sort(expected.begin(), expected.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ranks_before(key(a), key(b)); });
  const Positions tied = newest_first(pointers, by_identity(pointers));
  CHECK(best_first(scores, best_first(relevances, tied)) == expected);
  CHECK(by_identity(pointers) == Positions{3, 2, 6, 7, 1, 5, 4, 0});
  CHECK(best_first({}, {}).empty());
}

TEST_CASE("values that differ in their last bits alone are told apart") {
  std::vector<double> values = {0.75, 1e300, 0.75 + 1e-16, 0.75 - 1e-16, -1e300, 0.75, 0};
  CHECK(best_first(values, positions_of(values.size())) == Positions{1, 2, 0, 5, 3, 6, 4});
}
