#include "base/date.hpp"

#include <chrono>
#include <cstdio>

namespace ev {

namespace {

// 1 to `max_digits` digits at the front of `text`, which is shortened by them.
std::optional<int> take_number(std::string_view& text, std::size_t max_digits) {
  std::size_t n = 0;
  int value = 0;
  while (n < text.size() && n < max_digits && text[n] >= '0' && text[n] <= '9') {
    value = value * 10 + (text[n++] - '0');
  }
  if (n == 0) return std::nullopt;
  text.remove_prefix(n);
  return value;
}

bool take_separator(std::string_view& text) {
  if (text.empty() || (text.front() != '-' && text.front() != '/')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<PartialDate> parse_date(std::string_view text) {
  PartialDate date;
  const std::size_t before = text.size();
  const auto year = take_number(text, 4);
  if (!year || before - text.size() != 4 || *year < 1000 || *year > 3000) return std::nullopt;
  date.year = *year;
  if (text.empty()) return date;
  if (!take_separator(text)) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || *month < 1 || *month > 12) return std::nullopt;
  date.month = *month;
  if (text.empty()) return date;
  if (!take_separator(text)) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day || !text.empty()) return std::nullopt;
  date.day = *day;
  const std::chrono::year_month_day ymd{std::chrono::year(date.year),
                                        std::chrono::month(static_cast<unsigned>(date.month)),
                                        std::chrono::day(static_cast<unsigned>(date.day))};
  if (!ymd.ok()) return std::nullopt;
  return date;
}

std::string format_date(const PartialDate& date, char separator) {
  char out[40];
  if (date.month == 0) {
    std::snprintf(out, sizeof out, "%04d", date.year);
  } else if (date.day == 0) {
    std::snprintf(out, sizeof out, "%04d%c%02d", date.year, separator, date.month);
  } else {
    std::snprintf(out, sizeof out, "%04d%c%02d%c%02d", date.year, separator, date.month, separator,
                  date.day);
  }
  return out;
}

long days_since_epoch(const PartialDate& date) {
  const std::chrono::sys_days days{std::chrono::year_month_day{
      std::chrono::year(date.year),
      std::chrono::month(static_cast<unsigned>(date.month == 0 ? 1 : date.month)),
      std::chrono::day(static_cast<unsigned>(date.day == 0 ? 1 : date.day))}};
  return static_cast<long>(days.time_since_epoch().count());
}

}  // namespace ev
