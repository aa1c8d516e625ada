#include "pipeline/appraise/dates.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::appraise {

namespace {

constexpr double kDaysPerYear = 365.2425;

int days_in_month(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

}  // namespace

Result<PartialDate> parse_as_of(std::string_view s, std::string_view path) {
  if (const auto date = parse_date(text::trim(s))) return *date;
  const std::string problem = "must be a date YYYY, YYYY-MM or YYYY-MM-DD (or with /), got \"" +
                              text::ellipsize(s, 40) + "\"";
  return Error{.code = Errc::invalid_argument,
               .message = std::string(path) + " " + problem,
               .path = std::string(path),
               .recovery = "give for example 2026-11-21",
               .problems = {{std::string(path), problem}}};
}

long middle_day(const PartialDate& d) {
  if (d.month == 0) return days_since_epoch({d.year, 7, 2});
  return days_since_epoch({d.year, d.month, d.day == 0 ? 15 : d.day});
}

long last_day(const PartialDate& d) {
  if (d.month == 0) return days_since_epoch({d.year, 12, 31});
  return days_since_epoch({d.year, d.month, d.day == 0 ? days_in_month(d.year, d.month) : d.day});
}

double age_years(const PartialDate& date, const PartialDate& as_of) {
  const long days = middle_day(as_of) - middle_day(date);
  return std::max(0.0, static_cast<double>(days) / kDaysPerYear);
}

bool within_years(const PartialDate& date, const PartialDate& as_of, int years) {
  const long first_day =
      days_since_epoch({date.year, std::max(date.month, 1), std::max(date.day, 1)});
  if (first_day > last_day(as_of)) return false;
  PartialDate from = as_of;
  from.year -= years;
  if (from.day > days_in_month(from.year, std::max(from.month, 1))) from.day -= 1;  // 29 February
  return last_day(date) >= middle_day(from);
}

}  // namespace ev::appraise
