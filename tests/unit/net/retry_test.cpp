#include "net/retry.hpp"

#include "support/catch.hpp"

namespace ev::net {

using namespace std::chrono_literals;

TEST_CASE("the delay doubles up to the cap and never undercuts Retry-After") {
  struct Row {
    int failures;
    std::optional<Nanos> retry_after;
    double unit;
    Nanos expected;
  };
  const std::vector<Row> rows = {
      {1, {}, 0.0, 1s},     {2, {}, 0.0, 2s},          {3, {}, 0.0, 4s},     {5, {}, 0.0, 16s},
      {6, {}, 0.0, 30s},    {60, {}, 0.0, 30s},        {1, 2s, 0.0, 2s},     {4, 2s, 0.0, 8s},
      {1, 120s, 0.0, 120s}, {1, {}, 0.5, 1125ms},      {3, {}, 0.5, 4500ms}, {1, 0s, 0.0, 1s},
      {0, {}, 0.0, 1s},     {1, 2s, 0.999, 2499500us},
  };
  for (const Row& row : rows) {
    INFO(row.failures << " failures");
    CHECK(retry_delay(row.failures, row.retry_after, row.unit).count() ==
          Approx(static_cast<double>(row.expected.count())).epsilon(1e-9));
  }
  CHECK(retry_delay(1, Nanos::max(), 0.99) <= 24h * 30 * 5 / 4);
}

TEST_CASE("Retry-After in seconds") {
  const std::chrono::seconds now{1'000'000'000};
  CHECK(parse_retry_after("2", now) == Nanos(2s));
  CHECK(parse_retry_after(" 120 ", now) == Nanos(120s));
  CHECK(parse_retry_after("0", now) == Nanos(0));
  CHECK(parse_retry_after("1.5", now) == Nanos(2s));
  CHECK(parse_retry_after("99999999999999999999999", now) == Nanos(24h * 30));
  for (const char* bad : {"", "  ", "-1", "2s", "1.x", "soon", "1,5", "0x10"}) {
    INFO(bad);
    CHECK_FALSE(parse_retry_after(bad, now).has_value());
  }
}

TEST_CASE("Retry-After as one of the three HTTP dates") {
  const std::chrono::seconds now{784'111'777 - 60};  // one minute before 1994-11-06 08:49:37
  CHECK(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now) == Nanos(60s));
  CHECK(parse_retry_after("Sun Nov  6 08:49:37 1994", now) == Nanos(60s));
  const std::chrono::seconds later{1'795'251'000};  // 2026-11-21 08:50:00
  CHECK(parse_retry_after("Saturday, 21-Nov-26 08:50:30 GMT", later) == Nanos(30s));
  CHECK(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", later) == Nanos(0));
  for (const char* bad : {"Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 2026 08:49:37 GMT",
                          "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
                          "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, 00 Nov 1994 08:49:37 GMT", ", ",
                          "Sun,", "Sun, 06 Nov"}) {
    INFO(bad);
    CHECK_FALSE(parse_retry_after(bad, now).has_value());
  }
}

TEST_CASE("a source's own figure comes before the header") {
  HttpResponse response{.status = 429, .headers = {{"retry-after", "7"}}};
  CHECK(wanted_wait({.verdict = Verdict::rate}, response, 0s) == Nanos(7s));
  CHECK(wanted_wait({.verdict = Verdict::rate, .retry_after_s = 0.5}, response, 0s) ==
        Nanos(500ms));
  CHECK(wanted_wait({.verdict = Verdict::rate, .retry_after_s = -3.0}, response, 0s) == Nanos(0));
  CHECK(wanted_wait({.verdict = Verdict::rate, .retry_after_s = 1e300}, response, 0s) ==
        Nanos(24h * 30));
  response.headers.clear();
  CHECK_FALSE(wanted_wait({.verdict = Verdict::rate}, response, 0s).has_value());
}

TEST_CASE("the default classification goes by status") {
  const std::vector<std::pair<int, Verdict>> rows = {
      {200, Verdict::ok},        {204, Verdict::ok},        {301, Verdict::permanent},
      {302, Verdict::permanent}, {400, Verdict::permanent}, {401, Verdict::permanent},
      {403, Verdict::permanent}, {404, Verdict::permanent}, {408, Verdict::transient},
      {414, Verdict::permanent}, {429, Verdict::rate},      {500, Verdict::transient},
      {501, Verdict::permanent}, {502, Verdict::transient}, {503, Verdict::transient},
      {504, Verdict::transient}, {505, Verdict::permanent}, {511, Verdict::permanent},
      {529, Verdict::transient}};
  for (const auto& [status, verdict] : rows) {
    INFO(status);
    const Classified got = classify_http({.status = status});
    CHECK(got.verdict == verdict);
    CHECK(got.reason.empty() == (verdict == Verdict::ok));
  }
  CHECK(classify_http({.status = 404}).code == Errc::not_found);
}

TEST_CASE("no word of a body decides by status") {
  for (const char* body : {"<html>your IP was blocked for possible abuse</html>",
                           R"({"title":"We were blocked for possible abuse: a survey"})",
                           "WWW Error Blocked Diagnostic"}) {
    CHECK(classify_http({.status = 200, .body = body}).verdict == Verdict::ok);
    CHECK(classify_http({.status = 404, .body = body}).verdict == Verdict::permanent);
  }
  const HttpResponse other{.status = 302, .headers = {{"location", "https://www.example.org/"}}};
  CHECK(classify_http(other).verdict == Verdict::permanent);
}

}  // namespace ev::net
