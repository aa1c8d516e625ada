#include "pipeline/pubmed_query/dates.hpp"

#include "support/catch.hpp"

namespace ev::pubmed_query {

TEST_CASE("dates as PubMed reads them") {
  CHECK(read_date("2015").date == Date{2015, 0, 0});
  CHECK(read_date("2015/3").date == Date{2015, 3, 0});
  CHECK(read_date(" 2016/02/29 ").form == DateForm::good);
  CHECK(read_date("2015/02/29").form == DateForm::impossible);
  CHECK(read_date("2015/13").form == DateForm::impossible);
  CHECK(read_date("2020-01-01").form == DateForm::dashed);
  CHECK(read_date("spring 2020").form == DateForm::unreadable);
  CHECK(read_date("2015/1/1/1").form == DateForm::unreadable);
  CHECK(read_date("").form == DateForm::unreadable);
}

TEST_CASE("relative spans and calendar arithmetic") {
  const auto five = read_relative("Last 5 Years");
  REQUIRE(five);
  CHECK(to_text(minus({2026, 11, 21}, *five)) == "2021/11/21");
  CHECK(to_text(minus({2024, 2, 29}, *read_relative("last year"))) == "2023/02/28");
  CHECK(to_text(minus({2026, 1, 15}, *read_relative("last 2 months"))) == "2025/11/15");
  CHECK(to_text(minus({2026, 3, 1}, *read_relative("last 30 days"))) == "2026/01/30");
  CHECK_FALSE(read_relative("last five years"));
  CHECK_FALSE(read_relative("2015"));
  CHECK(last_day({2024, 2, 0}) == Date{2024, 2, 29});
  CHECK(first_day({2024, 0, 0}) == Date{2024, 1, 1});
  CHECK(to_text(Date{2024, 5, 0}) == "2024/05");
}

}  // namespace ev::pubmed_query
