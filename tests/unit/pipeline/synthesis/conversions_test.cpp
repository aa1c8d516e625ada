#include "pipeline/synthesis/conversions.hpp"

#include "support/catch.hpp"

#include <cmath>

using namespace ev::synthesis;

TEST_CASE("Standard deviations follow from standard errors and intervals") {
  CHECK(*sd_of_se(0.5, 16) == Approx(2));
  CHECK_FALSE(sd_of_se(0, 16));
  CHECK_FALSE(sd_of_se(1, 1));
  // t(24 df) = 2.063899
  CHECK(*sd_of_interval(10, 14, 0.95, 25) == Approx(5 * 4 / (2 * 2.063899)));
  CHECK_FALSE(sd_of_interval(14, 10, 0.95, 25));
}

TEST_CASE("Events follow from a percentage only when one count alone gives it") {
  CHECK(*events_of_percent(25, 0, 40) == 10);
  CHECK(*events_of_percent(12.5, 1, 40) == 5);
  // 1 % of 400 is printed for 3, 4 and 5 people.
  CHECK(events_of_percent(1, 0, 400).error().message ==
        "several counts of participants give this percentage");
  CHECK(events_of_percent(33, 0, 4).error().message ==
        "no count of participants gives this percentage");
  CHECK_FALSE(events_of_percent(101, 0, 40));
}

TEST_CASE("Quartiles of a symmetric sample give its mean and about its spread") {
  const auto normal = of_quartiles(-0.6745, 0, 0.6745, 1000);
  REQUIRE(normal);
  CHECK(normal->mean == Approx(0).margin(1e-12));
  CHECK(normal->sd == Approx(1).epsilon(0.01));
  // Luo et al.: weight 0.7 + 0.39/n on the quartiles' middle.
  CHECK(of_quartiles(10, 14, 22, 39)->mean == Approx(0.71 * 16 + 0.29 * 14));
  CHECK_FALSE(of_quartiles(5, 4, 6, 10));
}
