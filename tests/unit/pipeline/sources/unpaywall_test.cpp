#include "pipeline/sources/unpaywall.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;
using sources::parse_open_access;
using test::answered;

TEST_CASE("Unpaywall: the best open copy, or none") {
  const auto open = parse_open_access(
      R"({"doi":"10.5555/Open","is_oa":true,"oa_status":"hybrid","best_oa_location":{"url":"https://j.example/x","url_for_pdf":"https://j.example/x.pdf",
          "license":"cc-by","version":"publishedVersion","host_type":"publisher"},"oa_locations":[]})");
  REQUIRE(open);
  CHECK(*open == sources::OpenAccess{"10.5555/open", true, "hybrid", "https://j.example/x",
                                     "https://j.example/x.pdf", "cc-by", "publishedVersion",
                                     "publisher"});
  const auto landing = parse_open_access(
      R"({"doi":"10.5555/a","is_oa":true,"best_oa_location":{"url":null,"url_for_pdf":null,"url_for_landing_page":"https://l.example"}})");
  CHECK(landing->url == "https://l.example");
  CHECK(landing->pdf_url.empty());
  const auto closed = parse_open_access(
      R"({"doi":"10.5555/b","is_oa":false,"oa_status":"closed","best_oa_location":null})");
  CHECK(closed->is_open_access == false);
  CHECK(closed->url.empty());
  for (const char* body :
       {"{}", "[]", R"({"doi":"10.5555/a"})", R"({"doi":"10.5555/a","is_oa":"yes"})",
        R"({"results":[]})", R"({"HTTP_status_code":404,"error":true,"message":"x"})", "<html>"}) {
    INFO(body);
    REQUIRE_FALSE(parse_open_access(body));
    CHECK(parse_open_access(body).error().code == Errc::upstream_changed);
  }
}

TEST_CASE("Unpaywall: wants an address and a DOI") {
  Config config;
  const auto without = sources::plan_open_access(config, "10.5555/a");
  REQUIRE_FALSE(without);
  CHECK(without.error().recovery.find("UNPAYWALL_EMAIL") != std::string::npos);
  config.unpaywall_email = "ada@example.org";
  CHECK_FALSE(sources::plan_open_access(config, "90000001"));
  const auto plan = sources::plan_open_access(config, "doi:10.5555/A<b>");
  REQUIRE(plan);
  CHECK(plan->url == "https://api.unpaywall.org/v2/10.5555%2Fa%3Cb%3E");
  CHECK(plan->params.empty());
  CHECK(plan->secret_params == std::vector<net::Param>{{"email", "ada@example.org"}});
}

TEST_CASE("Unpaywall: replies are classified") {
  const auto verdict = [](int status, const std::string& body) {
    return sources::classify_unpaywall(answered(status, body));
  };
  CHECK(verdict(200, R"({"doi":"10.5555/a","is_oa":true})").verdict == Verdict::ok);
  CHECK(verdict(200, R"({"doi":)").verdict == Verdict::transient);
  const auto email = verdict(
      422,
      R"({"HTTP_status_code":422,"error":true,"message":"Please use your own email address"})");
  CHECK(email.verdict == Verdict::permanent);
  CHECK(email.code == Errc::invalid_argument);
  CHECK(email.reason.find("UNPAYWALL_EMAIL") != std::string::npos);
  const auto unknown = verdict(
      404, R"({"HTTP_status_code":404,"error":true,"message":"'10.5555/x' isn't in Unpaywall."})");
  CHECK(unknown.verdict == Verdict::permanent);
  CHECK(unknown.code == Errc::not_found);
  CHECK(verdict(404, test::kHtmlPage).code != Errc::not_found);
  CHECK(verdict(429, "").verdict == Verdict::rate);
  CHECK(verdict(503, "").verdict == Verdict::transient);
}
