#include "base/date.hpp"

#include "support/catch.hpp"

TEST_CASE("dates are read as precisely as they are given") {
  CHECK(ev::parse_date("2024") == ev::PartialDate{2024, 0, 0});
  CHECK(ev::parse_date("2024/3") == ev::PartialDate{2024, 3, 0});
  CHECK(ev::parse_date("2024-03-07") == ev::PartialDate{2024, 3, 7});
  CHECK(ev::format_date({2024, 3, 7}, '/') == "2024/03/07");
  CHECK(ev::format_date({2024, 3, 0}, '-') == "2024-03");
  CHECK(ev::days_since_epoch({1970, 0, 0}) == 0);
  CHECK(ev::days_since_epoch({2000, 3, 1}) == 11017);
}

TEST_CASE("what is not a date is refused") {
  for (const char* bad : {"", "24", "2024-13", "2024-00", "2023-02-29", "Spring 2024", "2024-",
                          "2024-1-1x", "20240", "2024.01", "2024/01/32", "-2024"}) {
    CAPTURE(bad);
    CHECK_FALSE(ev::parse_date(bad));
  }
}
