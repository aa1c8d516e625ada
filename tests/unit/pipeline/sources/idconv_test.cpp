#include "pipeline/sources/idconv.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;
using sources::ConvertedId;
using sources::parse_id_conversion;
using test::answered;
using test::param_of;

TEST_CASE("ID converter: both generations of replies are read") {
  const auto now = parse_id_conversion(
      R"({"status":"ok","response-date":"2026-01-02 03:04:05","request":{"ids":["90000501"]},"records":[
          {"doi":"10.5555/Conv.One","pmcid":"PMC9900501","pmid":90000501,"requested-id":"PMC9900501"},
          {"requested-id":"90000502","pmid":90000502,"status":"error","errmsg":"Identifier not found in PMC"},
          {"pmid":"90000503","requested-id":"90000503"}, 7]})");
  REQUIRE(now);
  REQUIRE(now->size() == 3);
  CHECK(now->at(0) == ConvertedId{"PMC9900501", "90000501", "PMC9900501", "10.5555/conv.one", ""});
  CHECK(now->at(1) == ConvertedId{"90000502", "90000502", "", "", "Identifier not found in PMC"});
  CHECK(now->at(2) == ConvertedId{"90000503", "90000503", "", "", ""});  // not in PMC
  const auto then = parse_id_conversion(
      R"({"status":"ok","responseDate":"2016-03-21","request":"ids=x","records":[
          {"pmcid":"PMC9900504","pmid":"90000504","doi":"10.5555/old","versions":[{"pmcid":"PMC9900504.1","current":"true"}]},
          {"doi":"10.5555/none","live":"false","status":"error","errmsg":"invalid%20article%20id"},
          {"pmcid":"PMC9900505.2","status":"error"}]})");
  REQUIRE(then);
  CHECK(then->at(0) == ConvertedId{"90000504", "90000504", "PMC9900504", "10.5555/old", ""});
  CHECK(then->at(1) == ConvertedId{"10.5555/none", "", "", "10.5555/none", "invalid article id"});
  CHECK(then->at(2) == ConvertedId{"PMC9900505", "", "PMC9900505", "", "not converted"});
  CHECK(parse_id_conversion(R"({"records":[]})")->empty());
}

TEST_CASE("ID converter: errors of a whole list, and other shapes") {
  const auto mismatch = parse_id_conversion(
      R"({"status":"error","message":"ID%20type%20%27doi%27%20mismatch%20for%20%2790000501%27"})");
  REQUIRE_FALSE(mismatch);
  CHECK(mismatch.error().code == Errc::invalid_argument);
  CHECK(mismatch.error().message.find("ID type 'doi' mismatch for '90000501'") !=
        std::string::npos);
  for (const char* body : {"{}", "[]", "null", R"({"records":{}})", "<html>", ""}) {
    const auto odd = parse_id_conversion(body);
    REQUIRE_FALSE(odd);
    CHECK(odd.error().code == Errc::upstream_changed);
  }
}

TEST_CASE("ID converter: lists of one kind, at most 200") {
  std::vector<std::string> ids = {
      "PMC9900501", "10.5555/A", "PMID:90000501", "PMCID:9900502", "doi:10.5555/b",
      "x",          "",          "10.5555/a,b",   "90000502",      "PMC"};
  Config config;
  config.ncbi_email = "ada@example.org";
  const auto plan = sources::plan_id_conversion(config, ids);
  CHECK(plan.not_ids == std::vector<std::string>{"x", "", "10.5555/a,b", "PMC"});
  REQUIRE(plan.requests.size() == 3);
  CHECK(param_of(plan.requests[0], "ids") == "90000501,90000502");
  CHECK(param_of(plan.requests[0], "idtype") == "pmid");
  CHECK(param_of(plan.requests[1], "ids") == "PMC9900501,PMC9900502");
  CHECK(param_of(plan.requests[2], "ids") == "10.5555/a,10.5555/b");
  CHECK(param_of(plan.requests[2], "email") == "(none)");
  CHECK(plan.requests[2].secret_params ==
        std::vector<net::Param>{{"tool", "evidence-mcp"}, {"email", "ada@example.org"}});
  CHECK(plan.requests[0].url == "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/");
  CHECK(plan.requests[0].policy.service == "ncbi");
  ids.clear();
  for (int i = 0; i < 450; ++i) ids.push_back(std::to_string(90000001 + i));
  CHECK(sources::plan_id_conversion(config, ids).requests.size() == 3);
  for (std::string& id : ids) id = "10.5555/" + std::string(60, 'x') + id;
  for (const auto& request : sources::plan_id_conversion(config, ids).requests) {
    CHECK(param_of(request, "ids").size() < 6000);
  }
}

TEST_CASE("ID converter: replies are classified") {
  const auto verdict = [](int status, const std::string& body) {
    return sources::classify_idconv(answered(status, body));
  };
  CHECK(verdict(200, R"({"records":[]})").verdict == Verdict::ok);
  CHECK(verdict(200, R"({"records":[)").verdict == Verdict::transient);
  CHECK(verdict(200, test::kHtmlPage).verdict == Verdict::transient);
  for (const int status : {400, 404}) {
    const auto refused = verdict(status, R"({"status":"error","message":"ID%20type%20mismatch"})");
    CHECK(refused.verdict == Verdict::permanent);
    CHECK(refused.code == Errc::invalid_argument);
    CHECK(refused.reason == "ID type mismatch");
  }
  CHECK(verdict(400, test::kHtmlPage).verdict == Verdict::permanent);
  CHECK(verdict(429, "").verdict == Verdict::rate);
  CHECK(verdict(503, test::kHtmlPage).verdict == Verdict::transient);
  CHECK(sources::classify_idconv(
            answered(302, "", {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}}))
            .verdict == Verdict::blocked);
}
