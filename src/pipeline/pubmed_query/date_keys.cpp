#include "pipeline/pubmed_query/date_keys.hpp"

#include <algorithm>
#include <cstdio>

namespace ev::pubmed_query {

namespace {

constexpr std::size_t kPmidDigits = 9;

std::string digits(int value, int width) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "%0*d", width, value);
  return buffer;
}

std::string month_of(const Date& d) {
  return digits(d.year, 4) + digits(d.month, 2);
}

// The numbers low … high, written with the same count of digits, as prefixes that cover just them.
void cover(const std::string& low, const std::string& high, const std::string& code,
           std::vector<KeyQuery>& out) {
  if (low > high) return;
  std::size_t same = 0;
  while (same < low.size() && low[same] == high[same]) ++same;
  const auto rest_is = [same](const std::string& s, char digit) {
    return std::all_of(s.begin() + static_cast<std::ptrdiff_t>(same), s.end(),
                       [digit](char c) { return c == digit; });
  };
  if (rest_is(low, '0') && rest_is(high, '9')) {
    out.push_back({code + low.substr(0, same), same < low.size()});
    return;
  }
  const std::string stem = low.substr(0, same);
  const std::size_t tail = low.size() - same - 1;
  for (char digit = low[same]; digit <= high[same]; ++digit) {
    const std::string from = stem + digit + std::string(tail, '0');
    const std::string to = stem + digit + std::string(tail, '9');
    cover(std::max(from, low), std::min(to, high), code, out);
  }
}

// Days of one month, `first` and `last` in it.
void cover_month(const Date& first, const Date& last, std::vector<KeyQuery>& out) {
  const std::string month = month_of(first);
  if (first.day == 1 && last == last_day({last.year, last.month, 0})) {
    out.push_back({"month:" + month});
    return;
  }
  out.push_back({"month only:" + month});
  for (int day = first.day; day <= last.day; ++day) {
    out.push_back({"day:" + month + digits(day, 2)});
  }
}

// Days of one year that are not the whole of it.
void cover_part_of_year(const Date& first, const Date& last, std::vector<KeyQuery>& out) {
  out.push_back({"year only:" + digits(first.year, 4)});
  for (int month = first.month; month <= last.month; ++month) {
    const Date whole{first.year, month, 0};
    cover_month(std::max(first, first_day(whole)), std::min(last, last_day(whole)), out);
  }
}

std::vector<KeyQuery> days_between(const Date& low, const Date& high) {
  std::vector<KeyQuery> out;
  if (low > high) return out;
  const Date first_of_high{high.year, 1, 1};
  const Date last_of_low{low.year, 12, 31};
  const bool low_whole = low == first_day({low.year, 0, 0});
  const bool high_whole = high == last_day({high.year, 0, 0});
  if (low.year == high.year && !(low_whole && high_whole)) {
    cover_part_of_year(low, high, out);
    return out;
  }
  if (!low_whole) cover_part_of_year(low, last_of_low, out);
  cover(digits(low_whole ? low.year : low.year + 1, 4),
        digits(high_whole ? high.year : high.year - 1, 4), "year:", out);
  if (!high_whole) cover_part_of_year(first_of_high, high, out);
  return out;
}

}  // namespace

std::vector<std::string> date_keys(std::string_view text) {
  const DateReading read = read_date(text);
  if (read.form != DateForm::good && read.form != DateForm::dashed) return {};
  const Date& date = read.date;
  std::vector<std::string> out = {"year:" + digits(date.year, 4)};
  if (date.month == 0) {
    out.push_back("year only:" + digits(date.year, 4));
    return out;
  }
  out.push_back("month:" + month_of(date));
  out.push_back(date.day == 0 ? "month only:" + month_of(date)
                              : "day:" + month_of(date) + digits(date.day, 2));
  return out;
}

std::vector<KeyQuery> range_keys(const Term& term, Date today) {
  if (const auto span = read_relative(term.text)) {
    return days_between(minus(today, *span), Date{3000, 12, 31});
  }
  const DateReading from = read_date(term.text);
  const DateReading to = term.high.empty() ? from : read_date(term.high);
  if (from.form != DateForm::good || to.form != DateForm::good) return {};
  return days_between(first_day(from.date), last_day(to.date));
}

std::string padded_pmid(std::string_view pmid) {
  const bool number =
      !pmid.empty() && pmid.size() <= kPmidDigits &&
      std::all_of(pmid.begin(), pmid.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? std::string(kPmidDigits - pmid.size(), '0') + std::string(pmid) : "";
}

std::vector<KeyQuery> pmid_range(std::string_view low, std::string_view high) {
  std::vector<KeyQuery> out;
  const std::string from = padded_pmid(low);
  const std::string to = padded_pmid(high);
  if (!from.empty() && !to.empty()) cover(from, to, "pmid9:", out);
  return out;
}

}  // namespace ev::pubmed_query
