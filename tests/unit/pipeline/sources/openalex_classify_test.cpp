#include "net/retry.hpp"
#include "pipeline/sources/openalex.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;
using test::answered;

namespace {

net::Classified openalex_verdict(const net::HttpResponse& r, bool keyed = false) {
  return sources::classify_openalex(r, keyed);
}

}  // namespace

TEST_CASE("OpenAlex: three kinds of 429") {
  const auto rate = openalex_verdict(answered(
      429,
      R"({"error":"Rate limit exceeded","message":"Rate limit exceeded: 10 requests per second.","retryAfter":0.1})",
      {{"retry-after", "1"}}));
  CHECK(rate.verdict == Verdict::rate);
  CHECK_FALSE(rate.retry_after_s);  // the header's
  CHECK(openalex_verdict(answered(429, R"({"error":"Rate limit exceeded","message":"slow"})"))
            .retry_after_s == 1.0);

  const auto budget = openalex_verdict(answered(
      429,
      R"({"error":"Rate limit exceeded","message":"Insufficient budget. This request costs $0.001 but you only have $0 remaining. Resets at midnight UTC.","retryAfter":51234})",
      {{"retry-after", "51234"}}));
  CHECK(budget.verdict == Verdict::budget);
  CHECK(budget.code == Errc::budget_exhausted);
  CHECK(budget.retry_after_s == 51234.0);
  // The sentence may change; nobody waits that long for a rate.
  CHECK(openalex_verdict(answered(429, "gone", {{"retry-after", "40000"}})).verdict ==
        Verdict::budget);
  CHECK(openalex_verdict(answered(429, R"({"error":"Insufficient budget"})")).verdict ==
        Verdict::budget);

  const auto plan = openalex_verdict(answered(
      429,
      R"({"error":"Plan upgrade required","message":"The \"from_created_date:2020-01-01\" filter requires a paid plan."})"));
  CHECK(plan.verdict == Verdict::permanent);
  CHECK(plan.code == Errc::invalid_query);
  CHECK(plan.reason.find("from_created_date") != std::string::npos);
}

TEST_CASE("OpenAlex: refused queries tell why, without the list of fields") {
  const auto field = openalex_verdict(answered(
      400,
      R"({"error":"Invalid query parameters error.","message":"nofield is not a valid field. Valid fields are underscore or hyphenated versions of: abstract.search, author.id"})"));
  CHECK(field.verdict == Verdict::permanent);
  CHECK(field.code == Errc::invalid_query);
  CHECK(field.reason.find("nofield is not a valid field") != std::string::npos);
  CHECK(field.reason.find("author.id") == std::string::npos);
  CHECK(
      openalex_verdict(
          answered(400, R"({"error":"Search query too long","message":"Your search is too long"})"))
          .code == Errc::invalid_query);
  // A member we ask for is gone: that is a newer service, not a bad query.
  CHECK(
      openalex_verdict(
          answered(
              400,
              R"({"error":"Invalid query parameters error.","message":"keywords is not a valid select field. Valid fields for select are: id"})"))
          .code == Errc::upstream_changed);
  CHECK(openalex_verdict(
            answered(400, R"({"error":"Pagination error.","message":"Invalid cursor value"})"))
            .verdict == Verdict::expired);
  CHECK(openalex_verdict(answered(400, test::kHtmlPage)).verdict == Verdict::permanent);
}

TEST_CASE("OpenAlex: keys, addresses and blocks") {
  const auto refused = openalex_verdict(
      answered(401, R"({"error":"Invalid or missing API key","message":"API key not found"})"),
      true);
  CHECK(refused.verdict == Verdict::permanent);
  CHECK(refused.code == Errc::invalid_argument);
  CHECK(refused.reason.find("OPENALEX_API_KEY") != std::string::npos);
  CHECK(openalex_verdict(answered(401, "{}"), false).reason.find("set OPENALEX_API_KEY") !=
        std::string::npos);
  CHECK(openalex_verdict(answered(403, "<html>Cloudflare</html>")).verdict == Verdict::permanent);
  const auto gone = openalex_verdict(
      answered(404, "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>"));
  CHECK(gone.verdict == Verdict::permanent);
  CHECK(gone.code != Errc::not_found);  // a list knows no missing page
  CHECK(openalex_verdict(answered(404, R"({"error":"Search execution error."})")).verdict ==
        Verdict::permanent);
  CHECK(openalex_verdict(answered(301, "")).verdict == Verdict::permanent);
}

TEST_CASE("OpenAlex: what passes is tried again") {
  const auto paused = openalex_verdict(answered(
      503, R"({"error":"Search temporarily unavailable","message":"Anonymous search is paused"})",
      {{"retry-after", "60"}}));
  CHECK(paused.verdict == Verdict::transient);
  CHECK(paused.reason.find("temporarily unavailable") != std::string::npos);
  CHECK(openalex_verdict(answered(504, R"({"error":"Gateway timeout","reason":"query_timeout"})"))
            .verdict == Verdict::transient);
  for (const int status : {500, 502, 408}) {
    CHECK(openalex_verdict(answered(status, test::kHtmlPage)).verdict == Verdict::transient);
  }
  CHECK(openalex_verdict(answered(200, test::kHtmlPage)).verdict == Verdict::transient);
  CHECK(openalex_verdict(answered(200, "")).verdict == Verdict::transient);
  CHECK(openalex_verdict(answered(200, R"({"meta":{"count":1},"results":[{"id":"W1"})")).verdict ==
        Verdict::transient);
  CHECK(openalex_verdict(answered(200, R"({"meta":{"count":1},"results":[]})")).verdict ==
        Verdict::ok);
  CHECK(openalex_verdict(answered(200, "{\"results\":[\"\xFF\xFE\"]}")).verdict ==
        Verdict::transient);
}
