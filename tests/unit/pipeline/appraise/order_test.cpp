#include "pipeline/appraise/order.hpp"

#include "support.hpp"
#include "support/catch.hpp"

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
  const std::string one = "1";
  const std::string two = "2";
  CHECK(ranks_before({.score = 0.9, .identity = &two},
                     {.score = 0.8, .relevance = 1, .identity = &one}));
  CHECK(ranks_before({.score = 0.8, .relevance = 0.5, .identity = &two},
                     {.score = 0.8, .relevance = 0.4, .year = 2026, .identity = &one}));
  CHECK(ranks_before({.score = 0.8, .year = 2026, .identity = &two},
                     {.score = 0.8, .year = 2020, .identity = &one}));
  CHECK(ranks_before({.identity = &one}, {.identity = &two}));
  CHECK_FALSE(ranks_before({.identity = &one}, {.identity = &one}));
}
