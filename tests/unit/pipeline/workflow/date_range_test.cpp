#include "pipeline/workflow/date_range.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace {

std::vector<std::string> paths(const char* start, const char* end) {
  std::vector<Problem> problems;
  workflow::check_dates({start, end}, problems);
  std::vector<std::string> out;
  for (const Problem& p : problems) out.push_back(p.path);
  return out;
}

}  // namespace

TEST_CASE("either end of a date range may be open, both must be dates in order") {
  CHECK(paths("", "").empty());
  CHECK(paths("2020", "").empty());
  CHECK(paths("2020/03", "2020").empty());  // all of 2020
  CHECK(paths("2021", "2020") == std::vector<std::string>{"date_range"});
  CHECK(paths("soon", "later") ==
        std::vector<std::string>{"date_range.start_date", "date_range.end_date"});
}

TEST_CASE("a range as a conjunct fills its open end") {
  CHECK(workflow::as_conjunct({}).empty());
  CHECK(workflow::as_conjunct({"2020-01-05", ""}) == "2020/01/05:3000[dp]");
  CHECK(workflow::as_conjunct({"", "2020-02"}) == "1500:2020/02[dp]");
}
