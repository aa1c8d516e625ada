#include "pipeline/sources/europepmc.hpp"

#include "base/limits.hpp"
#include "pipeline/sources/europepmc_reply.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>
#include <map>

using namespace ev;
using net::Verdict;
using sources::EuropePmcCall;

namespace {

const Config& epmc_config() {
  static const Config config = [] {
    Config c;
    c.endpoints["europepmc"].url = "http://127.0.0.1:9/rest";
    return c;
  }();
  return config;
}

sources::Query asking(std::string query, int max = 20) {
  sources::Query q;
  q.params = {{"query", std::move(query)}};
  q.max = max;
  return q;
}

std::map<std::string, std::string> params_of(const net::RequestPlan& plan) {
  return {plan.params.begin(), plan.params.end()};
}

net::HttpResponse reply(std::string body, int status = 200) {
  net::HttpResponse r;
  r.status = status;
  r.body = std::move(body);
  return r;
}

Verdict verdict(std::string body, int status = 200, EuropePmcCall call = EuropePmcCall::search) {
  return sources::classify_europepmc(reply(std::move(body), status), call).verdict;
}

// A page of `count` records from number `from`.
std::string page_of(int hits, int from, int count, const std::string& sent,
                    const std::string& next) {
  std::string out = "{\"version\":\"6.9\",\"hitCount\":" + std::to_string(hits);
  if (!next.empty()) out += ",\"nextCursorMark\":\"" + next + "\"";
  out += ",\"request\":{\"queryString\":\"q\",\"cursorMark\":\"" + sent +
         "\"},\"resultList\":{\"result\":[";
  for (int i = 0; i < count; ++i) {
    out += std::string(i == 0 ? "" : ",") + "{\"id\":\"" + std::to_string(90000100 + from + i) +
           "\",\"source\":\"MED\"}";
  }
  return out + "]}}";
}

}  // namespace

TEST_CASE("a search asks for whole records by cursor") {
  const sources::EuropePmc source(epmc_config());
  const auto plan = source.plan(asking("heart failure", 20));
  REQUIRE(plan);
  CHECK(plan->url == "http://127.0.0.1:9/rest/search");
  CHECK_FALSE(plan->force_post);
  const auto params = params_of(*plan);
  CHECK(params.at("query") == "heart failure");
  CHECK(params.at("resultType") == "core");
  CHECK(params.at("format") == "json");
  CHECK(params.at("pageSize") == "20");
  CHECK(params.at("cursorMark") == "*");
  CHECK(params.count("sort") == 0);
  CHECK(plan->ttl.count() > 0);
  CHECK(plan->policy.gap == std::chrono::milliseconds(250));
  CHECK(params_of(*source.plan(asking("q", 5000))).at("pageSize") == "100");
  CHECK(params_of(*source.plan(asking("q", 0))).at("pageSize") == "1");
}

TEST_CASE("the order asked for is the service's own or a sort parameter") {
  const sources::EuropePmc source(epmc_config());
  sources::Query q = asking("q");
  q.sort = sources::Sort::date;
  CHECK(params_of(*source.plan(q)).at("sort") == "P_PDATE_D desc");
  q.sort = sources::Sort::author;
  CHECK(params_of(*source.plan(q)).at("sort") == "AUTH_FIRST asc");
}

TEST_CASE("a long query is posted") {
  const sources::EuropePmc source(epmc_config());
  const auto plan = source.plan(asking(std::string(1501, 'x')));
  REQUIRE(plan);
  CHECK(plan->url == "http://127.0.0.1:9/rest/searchPOST");
  CHECK(plan->force_post);
  CHECK_FALSE(source.plan(asking(std::string(1500, 'x')))->force_post);
  // Short, but three bytes for each sign on the line.
  CHECK(source.plan(asking(std::string(900, '"')))->force_post);
}

TEST_CASE("dates bound the first publication") {
  const sources::EuropePmc source(epmc_config());
  sources::Query q = asking("a OR b");
  q.start_date = "2020/02";
  q.end_date = "2024-02";
  CHECK(params_of(*source.plan(q)).at("query") ==
        "(a OR b) AND (FIRST_PDATE:[2020-02-01 TO 2024-02-29])");
  q.end_date.clear();
  CHECK(has(params_of(*source.plan(q)).at("query"), "[2020-02-01 TO 3000-12-31]"));
  q.start_date.clear();
  q.end_date = "2023";
  CHECK(has(params_of(*source.plan(q)).at("query"), "[1500-01-01 TO 2023-12-31]"));
  q.start_date = "2024";
  CHECK(source.plan(q).error().code == Errc::invalid_argument);
  q.start_date = "yesterday";
  CHECK(source.plan(q).error().path == "date_range.start_date");
}

TEST_CASE("an empty query and an offset are refused with a way on") {
  const sources::EuropePmc source(epmc_config());
  CHECK(source.plan(asking("  ")).error().code == Errc::invalid_argument);
  CHECK(source.plan({}).error().code == Errc::invalid_argument);
  sources::Query q = asking("q");
  q.offset = 20;
  const auto plan = source.plan(q);
  REQUIRE_FALSE(plan);
  CHECK(plan.error().path == "cursor");
  CHECK_FALSE(plan.error().recovery.empty());
}

TEST_CASE("a search reply gives records, total and what went wrong") {
  const sources::EuropePmc source(epmc_config());
  const auto step =
      source.parse(asking("zorvastatin"), reply(test::fixture("europepmc/core.json")));
  REQUIRE(step);
  CHECK(step->total == 5);
  CHECK(step->articles.size() == 4);
  REQUIRE(step->warnings.size() == 1);
  CHECK(has(step->warnings[0], "without id"));
  CHECK(step->query_translation == "zorvastatin");
  CHECK(step->api_version == "6.9");
  CHECK_FALSE(step->next);  // all five came
}

TEST_CASE("the following page is asked for while more is wanted and there is more") {
  const sources::EuropePmc source(epmc_config());
  const std::string body = page_of(250, 0, 100, "%2A", "AoII/+x==");
  const auto step = source.parse(asking("q", 150), reply(body));
  REQUIRE(step);
  REQUIRE(step->next);
  const auto params = params_of(*step->next);
  CHECK(params.at("cursorMark") == "AoII/+x==");
  CHECK(params.at("pageSize") == "50");
  CHECK(params.at("query") == "q");
  CHECK_FALSE(source.parse(asking("q", 100), reply(body))->next);
  // More than asked for is not kept.
  CHECK(source.parse(asking("q", 3), reply(body))->articles.size() == 3);
  CHECK(source.parse(asking("q", 0), reply(body))->total == 250);
}

TEST_CASE("pages end with the cursor") {
  const sources::EuropePmc source(epmc_config());
  const auto next = [&](const std::string& body) {
    return source.parse(asking("q", 500), reply(body))->next.has_value();
  };
  CHECK_FALSE(next(page_of(250, 100, 100, "AoII", "")));
  CHECK_FALSE(next(page_of(250, 100, 100, "AoII", "AoII")));
  // The echo is percent-encoded.
  CHECK_FALSE(next(page_of(250, 100, 100, "AoII%2F%2Bx%3D%3D", "AoII/+x==")));
  CHECK(next(page_of(250, 100, 100, "AoII%2F%2Bx%3D%3D", "AoIJ")));
  CHECK_FALSE(next(page_of(250, 250, 0, "AoII", "AoIJ")));
  // A page may be short although there is more.
  CHECK(next(page_of(250, 0, 99, "*", "AoII")));
  CHECK_FALSE(next(page_of(99, 0, 99, "*", "AoII")));
}

TEST_CASE("a cursor that is gone starts the search again, a first page does not") {
  const sources::EuropePmc source(epmc_config());
  const net::HttpResponse rejected = reply("{\"version\":\"6.9\"}");
  const auto first = source.plan(asking("q"))->classify(rejected);
  CHECK(first.verdict == Verdict::permanent);
  CHECK(first.code == Errc::invalid_query);
  sources::Query q = asking("q");
  q.sort = sources::Sort::date;
  CHECK(source.plan(q)->classify(rejected).code == Errc::upstream_changed);
  const auto step = source.parse(asking("q", 150), reply(page_of(250, 0, 100, "*", "AoII")));
  CHECK(step->next->classify(rejected).verdict == Verdict::expired);
  CHECK(source.classify(rejected).verdict == Verdict::permanent);
}

TEST_CASE("no hits are a success, hits without records are not") {
  const sources::EuropePmc source(epmc_config());
  const std::string none =
      R"({"version":"6.9","hitCount":0,"request":{"cursorMark":"%2A"},"resultList":{"result":[]}})";
  CHECK(verdict(none) == Verdict::ok);
  const auto step = source.parse(asking("q"), reply(none));
  REQUIRE(step);
  CHECK(step->total == 0);
  CHECK(step->articles.empty());
  CHECK(step->warnings.empty());
  CHECK(source.parse(asking("q"), reply(page_of(7, 0, 0, "*", ""))).error().code ==
        Errc::upstream_changed);
  CHECK(source.parse(asking("q"), reply("{\"version\":\"6.9\"}")).error().code ==
        Errc::upstream_changed);
  CHECK_FALSE(source.parse(asking("q"), reply("[]")));
  CHECK_FALSE(source.parse(asking("q"), reply("<html>")));
  CHECK(source.parse(asking("q"), reply(R"({"errCode":400,"errMsg":"No search criteria"})"))
            .error()
            .code == Errc::invalid_query);
}

TEST_CASE("error forms of Europe PMC are told apart") {
  const std::string good = page_of(1, 0, 1, "*", "");
  CHECK(verdict(good) == Verdict::ok);
  CHECK(verdict("\xEF\xBB\xBF" + good) == Verdict::ok);
  CHECK(verdict(good.substr(0, good.size() - 1)) == Verdict::transient);
  CHECK(verdict(good.substr(0, good.size() - 3)) == Verdict::transient);
  CHECK(verdict(good, 404) == Verdict::transient);  // an outage, not zero hits
  CHECK(verdict("<!DOCTYPE html><html><body>Oops</body></html>") == Verdict::transient);
  CHECK(verdict("<html><body>Bad gateway</body></html>", 502) == Verdict::transient);
  CHECK(
      verdict("<?xml version=\"1.0\"?><responseWrapper><hitCount>1</hitCount></responseWrapper>") ==
      Verdict::transient);
  CHECK(verdict("") == Verdict::transient);
  CHECK(verdict("{\"version\":\"6.9\",\"resultList\":{\"result\":[]}}") == Verdict::transient);
  CHECK(verdict("{\"version\":\"6.9\",\"hitCount\":1,\"x\":\"\xFF\xFE\"}") == Verdict::transient);
  CHECK(verdict("", 429) == Verdict::rate);
  CHECK(verdict("", 503) == Verdict::transient);
  CHECK(verdict("x", 302) == Verdict::permanent);
  CHECK(verdict("x", 403) == Verdict::permanent);
  // NCBI's block page from another host blocks nothing here.
  CHECK(verdict("<html>WWW Error Blocked Diagnostic</html>") == Verdict::transient);
  CHECK(verdict("x", 414) == Verdict::permanent);
}

TEST_CASE("error beans keep their words and their class") {
  const auto bean = [](std::string body, int status = 200) {
    return sources::classify_europepmc(reply(std::move(body), status), EuropePmcCall::search);
  };
  const auto bad = bean(R"({"errCode":400,"errMsg":"No search criteria provided."})");
  CHECK(bad.verdict == Verdict::permanent);
  CHECK(bad.code == Errc::invalid_query);
  CHECK(has(bad.reason, "No search criteria"));
  CHECK(bean(R"({"errCode":400,"errMsg":"x"})", 400).code == Errc::invalid_query);
  CHECK(bean(R"({"errCode":"500","errMsg":"x"})").verdict == Verdict::transient);
  CHECK(bean(R"({"errCode":404,"errMsg":"x"})").verdict == Verdict::transient);
  CHECK(bean(R"({"errMsg":"x"})").code == Errc::upstream_changed);
  CHECK(bean("<errorBean><errCode>400</errCode><errMsg>no</errMsg></errorBean>").code ==
        Errc::invalid_query);
  CHECK(bean("<errorBean>", 200).verdict == Verdict::permanent);
}

TEST_CASE("a large reply is checked without reading it") {
  std::string body = page_of(400, 0, 1, "*", "");
  body.insert(body.find("\"resultList\""), "\"filler\":\"" + std::string(100'000, 'x') + "\",");
  CHECK(verdict(body) == Verdict::ok);
  CHECK(verdict(body.substr(0, body.size() - 2)) == Verdict::transient);
  body.replace(body.find("hitCount"), 8, "hotCount");
  CHECK(verdict(body) == Verdict::transient);
}

TEST_CASE("sorting by date says that preprints are not sorted") {
  const sources::EuropePmc source(epmc_config());
  sources::Query q = asking("q");
  q.sort = sources::Sort::date;
  const auto step = source.parse(q, reply(test::fixture("europepmc/core.json")));
  REQUIRE(step);
  CHECK(std::any_of(step->warnings.begin(), step->warnings.end(),
                    [](const std::string& w) { return has(w, "preprints by date"); }));
}

TEST_CASE("records are fetched by id in batches of OR") {
  const sources::EuropePmc source(epmc_config());
  CHECK(sources::europepmc_id_clause("90000001") == "(EXT_ID:90000001 AND SRC:MED)");
  CHECK(sources::europepmc_id_clause("PMID:0090000001") == "(EXT_ID:90000001 AND SRC:MED)");
  CHECK(sources::europepmc_id_clause("PMCID:PMC9000001") == "PMCID:PMC9000001");
  CHECK(sources::europepmc_id_clause("DOI:https://doi.org/10.5555/X.1(2)") ==
        "DOI:\"10.5555/x.1(2)\"");
  CHECK(sources::europepmc_id_clause("PPR:PPR900001") == "(EXT_ID:PPR900001 AND SRC:PPR)");
  CHECK(sources::europepmc_id_clause("PAT:WO9000001") == "(EXT_ID:WO9000001 AND SRC:PAT)");
  for (const char* id : {"", "PMID:", "PMID:x", "PMID:1 OR 2", "DOI:10.5/a\"b", "DOI:zzz",
                         "PAT:a b", "TOOLONG:1", "NCT00000101", "PPR:x) OR (y"}) {
    INFO(id);
    CHECK(sources::europepmc_id_clause(id).empty());
  }
  std::vector<std::string> ids(60, "PMID:90000001");
  const auto plans = source.fetch(ids);
  REQUIRE(plans.size() == 3);
  CHECK(source.batch_of(ids, 2).size() == 10);
  CHECK(source.batch_of(ids, 3).empty());
  CHECK(params_of(plans[0]).at("pageSize") == "100");
  CHECK(has(params_of(plans[0]).at("query"), "SRC:MED) OR (EXT_ID"));
  CHECK(plans[0].ttl.count() == 0);
  CHECK(source.fetch({}).empty());
  const std::vector<std::string> odd = {"nothing"};
  CHECK(source.fetch(odd).size() == 1);  // plans and batches stay in step
}

TEST_CASE("fetched records are matched to what was asked") {
  const sources::EuropePmc source(epmc_config());
  const std::vector<std::string> asked = {"PPR:PPR900001", "DOI:10.5555/ZORVA.2025.1",
                                          "PMID:90000001", "PMCID:PMC9000002",
                                          "PMID:90000999", "nonsense"};
  const auto step = source.parse_records(asked, reply(test::fixture("europepmc/core.json")));
  REQUIRE(step);
  REQUIRE(step->articles.size() == 3);  // DOI and PMID name the same record
  CHECK(step->articles[0].europepmc_id == "PPR:PPR900001");
  CHECK(step->articles[1].pmid == "90000001");
  CHECK(step->articles[2].pmcid == "PMC9000002");
  CHECK(step->missing == std::vector<std::string>{"PMID:90000999", "nonsense"});
  CHECK_FALSE(source.parse_records(asked, reply("{\"version\":\"6.9\"}")));
}

TEST_CASE("of records that share a DOI the one with a PMID is the article") {
  const sources::EuropePmc source(epmc_config());
  const std::vector<std::string> asked = {"DOI:10.5555/a"};
  const auto step = source.parse_records(
      asked,
      reply(R"({"hitCount":3,"resultList":{"result":[{"id":"PPR1","source":"PPR","doi":"10.5555/A"},
                       {"id":"90000003","source":"MED","doi":"10.5555/A"}]}})"));
  REQUIRE(step);
  REQUIRE(step->articles.size() == 1);
  CHECK(step->articles[0].pmid == "90000003");
  REQUIRE(step->warnings.size() == 1);  // three were counted, two came
  CHECK(has(step->warnings[0], "3"));
}

TEST_CASE("Europe PMC comes behind PubMed") {
  const auto all = sources::all_sources(epmc_config());
  REQUIRE(all.size() >= 2);
  CHECK(all[1]->info().id == "europepmc");
}
