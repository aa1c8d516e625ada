#include "pipeline/pubmed_query/dates.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ev::pubmed_query {

namespace {

int number_of(std::string_view digits) {
  int out = 0;
  for (const char c : digits) out = out * 10 + (c - '0');
  return out;
}

bool all_digits(std::string_view s, std::size_t least, std::size_t most) {
  return s.size() >= least && s.size() <= most &&
         std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

// Days since 1970-01-01 and back (Howard Hinnant's civil calendar algorithms).
long days_from_civil(Date d) {
  const long y = d.month <= 2 ? d.year - 1 : d.year;
  const long era = (y >= 0 ? y : y - 399) / 400;
  const long yoe = y - era * 400;
  const long doy = (153 * (d.month + (d.month > 2 ? -3 : 9)) + 2) / 5 + d.day - 1;
  const long doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + doe - 719468;
}

Date civil_from_days(long z) {
  z += 719468;
  const long era = (z >= 0 ? z : z - 146096) / 146097;
  const long doe = z - era * 146097;
  const long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const long doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const long mp = (5 * doy + 2) / 153;
  const long month = mp < 10 ? mp + 3 : mp - 9;
  return {static_cast<int>(yoe + era * 400 + (month <= 2 ? 1 : 0)), static_cast<int>(month),
          static_cast<int>(doy - (153 * mp + 2) / 5 + 1)};
}

}  // namespace

DateReading read_date(std::string_view raw) {
  const std::string_view text = text::trim(raw);
  const bool dashed = text.find('-') != std::string_view::npos;
  const std::vector<std::string> parts = text::split(text, dashed ? '-' : '/');
  if (parts.size() > 3 || !all_digits(parts[0], 4, 4)) return {};
  Date date{number_of(parts[0]), 0, 0};
  if (parts.size() > 1) {
    if (!all_digits(parts[1], 1, 2)) return {};
    date.month = number_of(parts[1]);
  }
  if (parts.size() > 2) {
    if (!all_digits(parts[2], 1, 2)) return {};
    date.day = number_of(parts[2]);
  }
  const bool month_ok = parts.size() < 2 || (date.month >= 1 && date.month <= 12);
  const bool day_ok =
      parts.size() < 3 || (month_ok && date.day >= 1 && date.day <= days_in(date.year, date.month));
  if (!month_ok || !day_ok) return {DateForm::impossible, date};
  return {dashed ? DateForm::dashed : DateForm::good, date};
}

std::optional<Relative> read_relative(std::string_view text) {
  const std::vector<std::string> words = text::split(text::to_lower_ascii(text::trim(text)), ' ');
  if (words.empty() || words[0] != "last" || words.size() < 2 || words.size() > 3) {
    return std::nullopt;
  }
  Relative out{1, 'd'};
  if (words.size() == 3) {
    if (!all_digits(words[1], 1, 5)) return std::nullopt;
    out.count = number_of(words[1]);
  }
  const std::string& unit = words.back();
  for (const char* name : {"day", "month", "year"}) {
    if (unit == name || unit == std::string(name) + "s") {
      out.unit = *name;
      return out;
    }
  }
  return std::nullopt;
}

std::string to_text(const Date& date) {
  char buffer[64];
  if (date.month == 0) {
    std::snprintf(buffer, sizeof buffer, "%04d", date.year);
  } else if (date.day == 0) {
    std::snprintf(buffer, sizeof buffer, "%04d/%02d", date.year, date.month);
  } else {
    std::snprintf(buffer, sizeof buffer, "%04d/%02d/%02d", date.year, date.month, date.day);
  }
  return buffer;
}

Date minus(const Date& from, const Relative& span) {
  Date out = first_day(from);
  if (span.unit == 'd') return civil_from_days(days_from_civil(out) - span.count);
  const int months = out.year * 12 + out.month - 1 - span.count * (span.unit == 'y' ? 12 : 1);
  out.year = months / 12;
  out.month = months % 12 + 1;
  out.day = std::min(out.day, days_in(out.year, out.month));
  return out;
}

Date first_day(const Date& date) {
  return {date.year, std::max(date.month, 1), std::max(date.day, 1)};
}

Date last_day(const Date& date) {
  Date out = date;
  if (out.month == 0) out.month = 12;
  if (out.day == 0) out.day = days_in(out.year, out.month);
  return out;
}

}  // namespace ev::pubmed_query
