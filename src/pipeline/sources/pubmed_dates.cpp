#include "pipeline/sources/pubmed_dates.hpp"

#include "base/text.hpp"
#include "pipeline/sources/pubmed_xml_dom.hpp"

#include <array>
#include <charconv>

namespace ev::sources {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The number `s` is, or 0.
int whole_number(std::string_view s) {
  int value = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), value);
  return failed == std::errc{} && end == s.data() + s.size() && value > 0 ? value : 0;
}

std::string two_digits(int n) {
  return (n < 10 ? "0" : "") + std::to_string(n);
}

// First four digits that read as a year from 1500 to 2099 and stand alone; npos when none.
std::size_t find_year(std::string_view s) {
  for (std::size_t i = 0; i + 4 <= s.size(); ++i) {
    if (!is_digit(s[i]) || (i > 0 && (is_digit(s[i - 1]) || is_letter(s[i - 1])))) continue;
    const int year = whole_number(s.substr(i, 4));
    const bool alone = i + 4 == s.size() || !(is_digit(s[i + 4]) || is_letter(s[i + 4]));
    if (alone && year >= 1500 && year < 2100) return i;
  }
  return std::string_view::npos;
}

}  // namespace

int month_number(std::string_view month) {
  month = text::trim(month);
  if (!month.empty() && is_digit(month.front())) {
    const int n = whole_number(month);
    return n <= 12 ? n : 0;
  }
  const std::string name = text::to_lower_ascii(month.substr(0, 3));
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i] == name) return static_cast<int>(i) + 1;
  }
  return 0;
}

std::string iso_of(std::string_view year, int month, std::string_view day) {
  std::string out(text::trim(year));
  if (month == 0) return out;
  out += "-" + two_digits(month);
  const int d = whole_number(text::trim(day));
  if (d >= 1 && d <= 31) out += "-" + two_digits(d);
  return out;
}

std::string iso_of_text(std::string_view s) {
  const std::size_t at = find_year(s);
  if (at == std::string_view::npos) return "";
  const std::string_view year = s.substr(at, 4);
  std::size_t i = at + 4;
  while (i < s.size() && !is_letter(s[i]) && s[i] != ';') ++i;
  std::size_t end = i;
  while (end < s.size() && is_letter(s[end])) ++end;
  const int month = end - i >= 3 ? month_number(s.substr(i, end - i)) : 0;
  if (month == 0 || end == s.size() || s[end] != ' ') return iso_of(year, month, "");
  std::size_t day_end = ++end;
  while (day_end < s.size() && is_digit(s[day_end])) ++day_end;
  // "Mar 1-15" and "Dec 1999" name no day.
  const bool is_day =
      day_end - end <= 2 && (day_end == s.size() || s[day_end] == ';' || s[day_end] == '.');
  return iso_of(year, month, is_day ? s.substr(end, day_end - end) : "");
}

namespace dom {

Date date_of(const Element* e) {
  if (e == nullptr) return {};
  std::string year, month, day, season, free;
  each(e, [&](const Element& c) {
    const std::string_view name = name_of(c);
    if (name == "Year") year = text_of(&c);
    if (name == "Month") month = text_of(&c);
    if (name == "Day") day = text_of(&c);
    if (name == "Season") season = text_of(&c);
    if (name == "MedlineDate") free = text_of(&c);
  });
  // A MedlineDate names a span: its first month is as precise as it gets.
  if (year.empty()) return {iso_of_text(free).substr(0, 7), free};
  const int m = month_number(month);
  Date date{iso_of(year, m, day), {}};
  if (m == 0 && !season.empty()) date.original = year + " " + season;
  if (m == 0 && !month.empty()) date.original = year + " " + month;
  return date;
}

}  // namespace dom

}  // namespace ev::sources
