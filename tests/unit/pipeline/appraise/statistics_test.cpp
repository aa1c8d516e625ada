#include "pipeline/appraise/statistics.hpp"

#include "support/catch.hpp"

using namespace ev::appraise;
using Values = std::vector<std::optional<double>>;

TEST_CASE("the distribution has the sample deviation") {
  const std::vector<double> v = {0.2, 0.4, 0.9};
  const Distribution d = distribution(v);
  CHECK(d.min == 0.2);
  CHECK(d.max == 0.9);
  CHECK(d.mean == Approx(0.5));
  CHECK(d.std_dev == Approx(0.360555).epsilon(1e-5));
  CHECK(distribution(std::vector<double>{0.3}).std_dev == 0);
  CHECK(distribution({}).mean == 0);
}

TEST_CASE("ties share the middle of their ranks; the seed gives them the lowest") {
  const std::vector<double> v = {0.1, 0.5, 0.5, 0.9};
  CHECK(mid_rank_percentiles(v) == std::vector<double>{12.5, 50, 50, 87.5});
  CHECK(seed_percentiles(v) == std::vector<double>{0, 25, 25, 75});
  CHECK(seed_percentiles(std::vector<double>{1, 2, 3}) == std::vector<double>{0, 33.3, 66.7});
  // 1/80 of 100 is exactly 1.25: halves go to the even digit.
  std::vector<double> eighty;
  for (int i = 0; i < 80; ++i) eighty.push_back(i);
  CHECK(seed_percentiles(eighty)[1] == 1.2);
  CHECK(seed_percentiles(eighty)[3] == 3.8);
}

TEST_CASE("Pearson needs three pairs and variance") {
  CHECK(*pearson(Values{1, 2, 3}, Values{2, 4, 6}) == Approx(1));
  CHECK(*pearson(Values{1, 2, 3}, Values{3, 2, 1}) == Approx(-1));
  CHECK(*pearson(Values{1, 2, 3, 4}, Values{1, 3, 2, 4}) == Approx(0.8));
  CHECK_FALSE(pearson(Values{1, 2, std::nullopt}, Values{1, 2, 3}));
  CHECK_FALSE(pearson(Values{0.1, 0.1, 0.1}, Values{1, 2, 3}));
}

TEST_CASE("normalisation uses the present values only") {
  Values v = {1, std::nullopt, 3, 2};
  min_max(v);
  CHECK(v == Values{0, std::nullopt, 1, 0.5});
  Values same = {0.7, 0.7};
  min_max(same);
  CHECK(same == Values{0.5, 0.5});
  Values z = {1, 2, 3, std::nullopt};
  z_score(z);
  CHECK(*z[0] == Approx(0.158655).epsilon(1e-5));
  CHECK(*z[1] == Approx(0.5));
  CHECK(*z[2] == Approx(0.841345).epsilon(1e-5));
  CHECK_FALSE(z[3]);
}
