#include "net/retry.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ev::net {

namespace {

constexpr std::chrono::seconds kLongestWait = std::chrono::hours(24 * 30);

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// Reads a decimal number of `min` to `max` digits and removes it from `s`; -1 when there is none.
int take_number(std::string_view& s, std::size_t min, std::size_t max) {
  int value = 0;
  std::size_t n = 0;
  while (n < max && n < s.size() && digit(s[n])) value = value * 10 + (s[n++] - '0');
  if (n < min) return -1;
  s.remove_prefix(n);
  return value;
}

bool take(std::string_view& s, std::string_view expected) {
  if (s.substr(0, expected.size()) != expected) return false;
  s.remove_prefix(expected.size());
  return true;
}

int take_month(std::string_view& s) {
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (take(s, kMonths[i])) return static_cast<int>(i) + 1;
  }
  return -1;
}

struct DateFields {
  int year = -1, month = -1, day = -1, hour = -1, minute = -1, second = -1;
};

bool take_time(std::string_view& s, DateFields& out) {
  out.hour = take_number(s, 2, 2);
  if (!take(s, ":")) return false;
  out.minute = take_number(s, 2, 2);
  if (!take(s, ":")) return false;
  out.second = take_number(s, 2, 2);
  return true;
}

// "06 Nov 1994 08:49:37 GMT" and "06-Nov-94 08:49:37 GMT", after the name of the day.
bool take_day_first(std::string_view s, DateFields& out) {
  out.day = take_number(s, 1, 2);
  if (!take(s, " ") && !take(s, "-")) return false;
  out.month = take_month(s);
  if (!take(s, " ") && !take(s, "-")) return false;
  const std::size_t before = s.size();
  out.year = take_number(s, 2, 4);
  // RFC 850 years have two digits; this program knows no dates before 2000 worth waiting for.
  if (before - s.size() == 2) out.year += 2000;
  return take(s, " ") && take_time(s, out) && take(s, " GMT") && s.empty();
}

// "Nov  6 08:49:37 1994" (asctime), after the name of the day.
bool take_month_first(std::string_view s, DateFields& out) {
  out.month = take_month(s);
  if (!take(s, " ")) return false;
  take(s, " ");
  out.day = take_number(s, 1, 2);
  if (!take(s, " ") || !take_time(s, out) || !take(s, " ")) return false;
  out.year = take_number(s, 4, 4);
  return s.empty();
}

std::optional<Nanos> parse_seconds(std::string_view s) {
  long whole = 0;
  std::size_t i = 0;
  for (; i < s.size() && digit(s[i]); ++i) {
    whole = std::min<long>(whole * 10 + (s[i] - '0'), kLongestWait.count());
  }
  if (i == 0) return std::nullopt;
  Nanos out = std::chrono::seconds(whole);
  if (i == s.size()) return out;
  // Some proxies send fractions; rounded up, never down.
  if (s[i] != '.') return std::nullopt;
  for (std::size_t k = i + 1; k < s.size(); ++k) {
    if (!digit(s[k])) return std::nullopt;
  }
  return std::min<Nanos>(out + std::chrono::seconds(1), kLongestWait);
}

}  // namespace

std::optional<std::chrono::seconds> parse_http_date(std::string_view s) {
  DateFields f;
  const std::size_t space = s.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const bool comma = space > 0 && s[space - 1] == ',';
  const std::string_view rest = s.substr(space + 1);
  if (!(comma ? take_day_first(rest, f) : take_month_first(rest, f))) return std::nullopt;
  using namespace std::chrono;
  const year_month_day date{year{f.year}, month{static_cast<unsigned>(f.month)},
                            day{static_cast<unsigned>(f.day)}};
  if (f.year < 0 || f.month < 1 || f.day < 1 || !date.ok()) return std::nullopt;
  if (f.hour < 0 || f.hour > 23 || f.minute < 0 || f.minute > 59) return std::nullopt;
  if (f.second < 0 || f.second > 60) return std::nullopt;  // 60 = leap second
  return sys_days(date).time_since_epoch() + hours(f.hour) + minutes(f.minute) + seconds(f.second);
}

Nanos retry_delay(int failures, std::optional<Nanos> retry_after, double unit_random,
                  const RetryPolicy& policy) {
  const int doublings = std::clamp(failures - 1, 0, 30);
  Nanos floor = policy.cap;
  if (policy.base <= policy.cap / (std::int64_t{1} << doublings)) {
    floor = policy.base * (std::int64_t{1} << doublings);
  }
  if (retry_after) floor = std::max(floor, std::min<Nanos>(*retry_after, kLongestWait));
  const double extra =
      static_cast<double>(floor.count()) * policy.jitter * std::clamp(unit_random, 0.0, 1.0);
  return floor + Nanos(static_cast<std::int64_t>(extra));
}

std::optional<Nanos> parse_retry_after(std::string_view value, std::chrono::seconds unix_now) {
  const std::string_view s = text::trim(value);
  if (s.empty()) return std::nullopt;
  if (digit(s.front())) return parse_seconds(s);
  const auto date = parse_http_date(s);
  if (!date) return std::nullopt;
  return std::clamp<std::chrono::seconds>(*date - unix_now, std::chrono::seconds(0), kLongestWait);
}

std::optional<Nanos> wanted_wait(const Classified& classified, const HttpResponse& response,
                                 std::chrono::seconds unix_now) {
  if (!classified.retry_after_s) {
    return parse_retry_after(response.header("retry-after"), unix_now);
  }
  const double longest = static_cast<double>(kLongestWait.count());
  const double seconds = *classified.retry_after_s;
  if (!(seconds >= 0)) return Nanos(0);  // negative or not a number
  return Nanos(static_cast<std::int64_t>(std::min(seconds, longest) * 1e9));
}

Classified classify_http(const HttpResponse& response) {
  const int status = response.status;
  const std::string http = "HTTP " + std::to_string(status);
  if (status >= 200 && status < 300) return {};
  if (status == 429) return {.verdict = Verdict::rate, .reason = http + " (too many requests)"};
  if (status == 408) return {.verdict = Verdict::transient, .reason = http};
  if (status >= 500 && status != 501 && status != 505 && status != 511) {
    return {.verdict = Verdict::transient, .reason = http};
  }
  Classified out{.verdict = Verdict::permanent, .reason = http};
  if (status == 404 || status == 410) out.code = Errc::not_found;
  if (status >= 300 && status < 400) out.reason += " (redirects are not followed)";
  if (status == 401 || status == 403) out.reason += " (access refused; check the key)";
  return out;
}

}  // namespace ev::net
