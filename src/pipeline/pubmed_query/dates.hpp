// Dates as PubMed writes them in queries: YYYY, YYYY/MM, YYYY/MM/DD, and "last N
// years|months|days". Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ev::pubmed_query {

// month and day are 0 when not given.
struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
  auto operator<=>(const Date&) const = default;
};

enum class DateForm { good, dashed, impossible, unreadable };
struct DateReading {
  DateForm form = DateForm::unreadable;
  Date date;  // when good, dashed or impossible (as far as readable)
};
DateReading read_date(std::string_view text);

struct Relative {
  int count = 0;
  char unit = 'd';  // d, m, y
};
std::optional<Relative> read_relative(std::string_view text);  // "last 5 years"

std::string to_text(const Date& date);  // 2015, 2015/03, 2015/03/07
Date minus(const Date& from, const Relative& span);
Date last_day(const Date& date);   // the latest day a partial date covers
Date first_day(const Date& date);  // the earliest

}  // namespace ev::pubmed_query
