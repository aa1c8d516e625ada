#include "pipeline/appraise/dates.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

TEST_CASE("as_of takes the date forms of the contract and refuses others by path") {
  CHECK(parse_as_of("2024", "as_of")->year == 2024);
  CHECK(*parse_as_of("2024/03/07", "as_of") == PartialDate{2024, 3, 7});
  for (const char* wrong : {"", "24", "2024-13", "2024-02-30", "last year"}) {
    const auto result = parse_as_of(wrong, "as_of");
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Errc::invalid_argument);
    CHECK(result.error().path == "as_of");
  }
}

TEST_CASE("ages are counted between the middles of what is stated") {
  CHECK(age_years({2020, 1, 1}, {2025, 1, 1}) == Approx(5).margin(0.01));
  CHECK(age_years({2020, 0, 0}, {2021, 7, 2}) == Approx(1).margin(0.01));
  CHECK(age_years({2030, 0, 0}, {2025, 0, 0}) == 0);
  CHECK(middle_day({2024, 2, 0}) == days_since_epoch({2024, 2, 15}));
  CHECK(last_day({2024, 2, 0}) == days_since_epoch({2024, 2, 29}));
}

TEST_CASE("recent means within the years before as_of, in the record's favour") {
  const PartialDate now{2026, 11, 21};
  CHECK(within_years({2023, 11, 21}, now, 3));
  CHECK_FALSE(within_years({2023, 11, 20}, now, 3));
  CHECK(within_years({2023, 0, 0}, now, 3));
  CHECK_FALSE(within_years({2023, 10, 0}, now, 3));
  CHECK_FALSE(within_years({2022, 0, 0}, now, 3));
  CHECK_FALSE(within_years({2027, 1, 0}, now, 3));
  CHECK_FALSE(within_years({2026, 11, 22}, now, 3));
  CHECK(within_years({2026, 11, 0}, now, 3));
  CHECK(within_years({2026, 12, 31}, {2026, 0, 0}, 3));
  CHECK(within_years({2021, 3, 1}, {2024, 2, 29}, 3));
}
