#include "pipeline/sources/date_span.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("dates of a query become whole days") {
  const auto span = [](const char* from, const char* to) {
    return sources::date_span({.start_date = from, .end_date = to});
  };
  CHECK(span("", "")->open());
  CHECK(span("2020", "2020")->from == "2020-01-01");
  CHECK(span("2020", "2020")->to == "2020-12-31");
  CHECK(span("2020/2", "2020-02")->to == "2020-02-29");
  CHECK(span("2021-4-5", "")->from == "2021-04-05");
  CHECK(span("2021-4-5", "")->to.empty());
  CHECK(span("20", "").error().path == "date_range.start_date");
  CHECK(span("", "2021-02-30").error().path == "date_range.end_date");
  CHECK(span("2021-05", "2021-04").error().path == "date_range");
  CHECK(sources::iso_date_or_nothing(" 2021-3 ") == "2021-03");
  CHECK(sources::iso_date_or_nothing("March 2021").empty());
}
