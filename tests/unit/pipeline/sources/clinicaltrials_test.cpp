#include "pipeline/sources/clinicaltrials.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;
using test::answered;
using test::good_reply;
using test::param_of;

namespace {

const sources::ClinicalTrials& trials() {
  static const Config config;
  static const sources::ClinicalTrials source(config);
  return source;
}

sources::Query studies_query(std::vector<net::Param> params) {
  return {.params = std::move(params), .max = 2};
}

}  // namespace

TEST_CASE("ClinicalTrials.gov: a search is planned with fields, sort, count and dates") {
  sources::Query query = studies_query({{"query.cond", "pain"},
                                        {"filter.advanced", "AREA[Phase]PHASE3"},
                                        {"query.term", " "},
                                        {"format", "csv"}});
  const auto plan = trials().plan(query);
  REQUIRE(plan);
  CHECK(plan->url == "https://clinicaltrials.gov/api/v2/studies");
  CHECK(param_of(*plan, "query.cond") == "pain");
  CHECK(param_of(*plan, "filter.advanced") == "AREA[Phase]PHASE3");
  CHECK(param_of(*plan, "query.term") == "(none)");
  CHECK(param_of(*plan, "format") == "(none)");
  CHECK(param_of(*plan, "countTotal") == "true");
  CHECK(param_of(*plan, "pageSize") == "2");
  CHECK(param_of(*plan, "sort") == "@relevance");
  CHECK(param_of(*plan, "fields").find("resultsSection") == std::string::npos);
  CHECK(param_of(*plan, "fields").find("protocolSection.statusModule") != std::string::npos);
  CHECK(plan->policy.gap >= std::chrono::seconds(1));
  query.start_date = "2019-02";
  query.sort = sources::Sort::date;
  query.max = 100'000;
  const auto dated = trials().plan(query);
  CHECK(param_of(*dated, "filter.advanced") ==
        "(AREA[Phase]PHASE3) AND AREA[StudyFirstPostDate]RANGE[2019-02-01,MAX]");
  CHECK(param_of(*dated, "sort") == "StudyFirstPostDate:desc");
  CHECK(param_of(*dated, "pageSize") == "100");
  query = studies_query({{"query.term", "x"}});
  query.end_date = "2020";
  CHECK(param_of(*trials().plan(query), "filter.advanced") ==
        "AREA[StudyFirstPostDate]RANGE[MIN,2020-12-31]");
}

TEST_CASE("ClinicalTrials.gov: what cannot be asked is refused") {
  CHECK(trials().plan({.text = "words"}).error().code == Errc::invalid_argument);
  sources::Query query = studies_query({{"query.term", "x"}});
  query.offset = 10;
  CHECK(trials().plan(query).error().path == "cursor");
  query.offset = 0;
  query.end_date = "2020-13";
  CHECK(trials().plan(query).error().path == "date_range.end_date");
}

TEST_CASE("ClinicalTrials.gov: a page gives studies, total and the following page") {
  const sources::Query query = studies_query({{"query.cond", "pain"}});
  const auto step = trials().parse(query, good_reply(test::fixture("clinicaltrials/studies.json")));
  REQUIRE(step);
  CHECK(step->articles.size() == 2);
  CHECK(step->total == 37);
  REQUIRE(step->next);
  CHECK(param_of(*step->next, "pageToken") == "InventedToken_1");
  CHECK(param_of(*step->next, "countTotal") == "(none)");
  CHECK(param_of(*step->next, "query.cond") == "pain");
  CHECK(param_of(*step->next, "fields") == param_of(*trials().plan(query), "fields"));
  // Only the first page has a total, only the last one no token; a page may be empty.
  const auto last = trials().parse(query, good_reply(R"({"studies":[]})"));
  REQUIRE(last);
  CHECK_FALSE(last->total);
  CHECK_FALSE(last->next);
  CHECK(trials()
            .parse(query, good_reply(R"({"totalCount":4,"studies":[],"nextPageToken":"t"})"))
            ->next);
  CHECK(trials().parse(query, good_reply(R"({"totalCount":0,"studies":[]})"))->total == 0);
}

TEST_CASE("ClinicalTrials.gov: other shapes are no empty result") {
  const sources::Query query = studies_query({{"query.cond", "pain"}});
  for (const char* body : {"{}", "[]", "null", R"({"studies":{}})", R"({"totalCount":3})",
                           R"({"totalCount":3,"studies":[]})", R"({"StudyFieldsResponse":{}})",
                           "NCT number NCT00000001 not found", "{\"studies\":[", "<html>"}) {
    INFO(body);
    const auto step = trials().parse(query, good_reply(body));
    REQUIRE_FALSE(step);
    CHECK(step.error().code == Errc::upstream_changed);
  }
  const auto odd =
      trials().parse(query, good_reply(R"({"totalCount":2,"studies":[7,{"hasResults":true}]})"));
  REQUIRE(odd);
  CHECK(odd->articles.empty());
  CHECK(test::has_text(odd->warnings, "2 studies that cannot be read"));
}

TEST_CASE("ClinicalTrials.gov: what the registry does otherwise is said") {
  const auto warned = [](std::vector<net::Param> params, const std::string& start) {
    sources::Query query = studies_query(std::move(params));
    query.start_date = start;
    return test::has_text(trials().parse(query, good_reply(R"({"studies":[]})"))->warnings,
                          "ignores all limits");
  };
  CHECK(warned(
      {{"query.term", "NCT00009001, nct00009002"}, {"filter.advanced", "AREA[Phase]PHASE3"}}, ""));
  CHECK(warned({{"query.id", "NCT00009001"}}, "2020"));
  CHECK_FALSE(warned({{"query.id", "NCT00009001"}}, ""));
  CHECK_FALSE(warned({{"query.term", "NCT00009001 OR pain"}}, "2020"));
  sources::Query query = studies_query({{"query.term", "x"}});
  query.sort = sources::Sort::author;
  CHECK(test::has_text(trials().parse(query, good_reply(R"({"studies":[]})"))->warnings, "author"));
}

TEST_CASE("ClinicalTrials.gov: numbers are checked before they are sent") {
  std::vector<std::string> ids = {"NCT1", "nct00009001", "NCT00009002 ", "90000001"};
  auto plans = trials().fetch(ids);
  REQUIRE(plans.size() == 1);
  CHECK(param_of(plans[0], "filter.ids") == "NCT00009001,NCT00009002");
  CHECK(trials().batch_of(ids, 0).size() == 4);
  CHECK(trials().fetch(std::vector<std::string>{"x", "NCT123"}).empty());
  ids.clear();
  for (int i = 0; i < 250; ++i) ids.push_back("NCT" + std::to_string(10'000'000 + i));
  plans = trials().fetch(ids);
  CHECK(plans.size() == 3);
  CHECK(trials().batch_of(ids, 2).size() == 50);
  CHECK(trials().batch_of(ids, 3).empty());
}

TEST_CASE("ClinicalTrials.gov: earlier numbers find their study, others are named missing") {
  const std::vector<std::string> asked = {"nct00008001", "NCT00009001", "NCT00009999", "NCT1"};
  const auto step =
      trials().parse_records(asked, good_reply(test::fixture("clinicaltrials/studies.json")));
  REQUIRE(step);
  CHECK(step->articles.size() == 2);
  CHECK(step->missing == std::vector<std::string>{"NCT00009999", "NCT1"});
  CHECK_FALSE(trials().parse_records(asked, good_reply("{}")));
}

TEST_CASE("ClinicalTrials.gov: errors in plain text") {
  const auto verdict = [](int status, const char* body) {
    return sources::classify_clinicaltrials(
        answered(status, body, {{"content-type", "text/plain; charset=utf-8"}}));
  };
  const auto syntax = verdict(400, "Error parsing query in Other terms: missing ')' at '<EOF>'");
  CHECK(syntax.verdict == Verdict::permanent);
  CHECK(syntax.code == Errc::invalid_query);
  CHECK(syntax.reason == "Error parsing query in Other terms: missing ')' at '<EOF>'");
  CHECK(verdict(400, "Invalid value in parameter `overallStatus`: `X`").code ==
        Errc::invalid_query);
  CHECK(verdict(400, "Parameter 'fields' contains invalid field name: 'Gone'").code ==
        Errc::upstream_changed);
  CHECK(verdict(400, "Parameter `pageToken` has incorrect format").verdict == Verdict::expired);
  const auto unknown = verdict(404, "NCT number NCT00000009 not found");
  CHECK(unknown.verdict == Verdict::permanent);
  CHECK(unknown.code == Errc::not_found);
  // Names of fields it no longer has make it fail: no retry.
  const auto fields = verdict(500, "Internal Server Error");
  CHECK(fields.verdict == Verdict::permanent);
  CHECK(fields.code == Errc::upstream_changed);
}

TEST_CASE("ClinicalTrials.gov: outages pass") {
  for (const int status : {500, 502, 503, 504}) {
    CHECK(sources::classify_clinicaltrials(answered(status, test::kHtmlPage)).verdict ==
          Verdict::transient);
  }
  CHECK(sources::classify_clinicaltrials(answered(500, "{}")).verdict == Verdict::transient);
  CHECK(sources::classify_clinicaltrials(answered(500, "")).verdict == Verdict::transient);
  CHECK(sources::classify_clinicaltrials(answered(503, "unavailable")).verdict ==
        Verdict::transient);
  CHECK(sources::classify_clinicaltrials(answered(200, test::kHtmlPage)).verdict ==
        Verdict::transient);
  CHECK(sources::classify_clinicaltrials(answered(200, R"({"studies":[{"a":{})")).verdict ==
        Verdict::transient);
  CHECK(sources::classify_clinicaltrials(answered(200, R"({"studies":[]})")).verdict ==
        Verdict::ok);
  const auto rate = sources::classify_clinicaltrials(answered(429, ""));
  CHECK(rate.verdict == Verdict::rate);
  CHECK(rate.retry_after_s == 10.0);
  CHECK_FALSE(
      sources::classify_clinicaltrials(answered(429, "", {{"retry-after", "3"}})).retry_after_s);
  CHECK(sources::classify_clinicaltrials(answered(403, test::kHtmlPage)).verdict ==
        Verdict::permanent);
  // A page is not the service's own "not found".
  CHECK(sources::classify_clinicaltrials(answered(404, test::kHtmlPage)).code != Errc::not_found);
  CHECK(sources::classify_clinicaltrials(answered(301, "")).verdict == Verdict::permanent);
}
