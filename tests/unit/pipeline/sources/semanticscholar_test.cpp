#include "pipeline/sources/semanticscholar.hpp"

#include "net/cache.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using net::Verdict;
using test::answered;
using test::good_reply;
using test::param_of;

namespace {

const Config& without_s2_key() {
  static const Config c;
  return c;
}

Config with_s2_key() {
  Config c;
  c.keys["semanticscholar"] = Secret("s2-secret-1");
  return c;
}

sources::Query papers_query(int max = 3) {
  return {.params = {{"query", "walnut + (hip | knee)"}, {"publicationTypes", "Review"}},
          .max = max};
}

}  // namespace

TEST_CASE("Semantic Scholar: a search is planned with fields, dates and sort") {
  const sources::SemanticScholar source(without_s2_key());
  sources::Query query = papers_query();
  query.start_date = "2020";
  const auto plan = source.plan(query);
  REQUIRE(plan);
  CHECK(plan->url == "https://api.semanticscholar.org/graph/v1/paper/search/bulk");
  CHECK(param_of(*plan, "query") == "walnut + (hip | knee)");
  CHECK(param_of(*plan, "publicationTypes") == "Review");
  CHECK(param_of(*plan, "publicationDateOrYear") == "2020-01-01:");
  CHECK(param_of(*plan, "sort") == "citationCount:desc");
  CHECK(param_of(*plan, "fields").find("abstract") != std::string::npos);
  CHECK(param_of(*plan, "token") == "(none)");
  CHECK(plan->policy.gap >= std::chrono::seconds(1));
  CHECK(plan->policy.concurrency == 1);
  CHECK(plan->ttl.count() > 0);
  query.sort = sources::Sort::date;
  CHECK(param_of(*source.plan(query), "sort") == "publicationDate:desc");
}

TEST_CASE("Semantic Scholar: what cannot be asked is refused") {
  const sources::SemanticScholar source(without_s2_key());
  CHECK(source.plan({.text = "words"}).error().code == Errc::invalid_argument);
  CHECK(source.plan({.params = {{"query", " "}}}).error().path == "query");
  sources::Query query = papers_query();
  query.offset = 20;
  CHECK(source.plan(query).error().path == "cursor");
  query.offset = 0;
  query.start_date = "soon";
  CHECK(source.plan(query).error().path == "date_range.start_date");
}

TEST_CASE("Semantic Scholar: the key travels in a header and nowhere else") {
  const Config config = with_s2_key();
  const auto plan = sources::SemanticScholar(config).plan(papers_query());
  CHECK(plan->secret_headers == std::vector<net::Header>{{"x-api-key", "s2-secret-1"}});
  CHECK(plan->headers.empty());
  const auto without = sources::SemanticScholar(without_s2_key()).plan(papers_query());
  CHECK(without->secret_headers.empty());
  CHECK(net::cache_key(*plan) == net::cache_key(*without));
  CHECK(plan->policy.key != without->policy.key);
}

TEST_CASE("Semantic Scholar: of a page only what is wanted is read; the next follows by token") {
  const sources::SemanticScholar source(without_s2_key());
  const auto reply = good_reply(test::fixture("semanticscholar/search.json"));
  const auto two = source.parse(papers_query(2), reply);
  REQUIRE(two);
  CHECK(two->articles.size() == 2);
  CHECK(two->total == 412);
  CHECK_FALSE(two->next);
  CHECK(test::has_text(two->warnings, "most cited"));
  const auto more = source.parse(papers_query(500), reply);
  REQUIRE(more);
  CHECK(more->articles.size() == 3);
  REQUIRE(more->next);
  CHECK(param_of(*more->next, "token") == "NVENTEDTOKEN1");
  CHECK(param_of(*more->next, "query") == "walnut + (hip | knee)");
  CHECK(more->warnings.empty());
  sources::Query dated = papers_query(2);
  dated.sort = sources::Sort::date;
  CHECK(source.parse(dated, reply)->warnings.empty());
}

TEST_CASE("Semantic Scholar: empty, broken and contradictory pages") {
  const sources::SemanticScholar source(without_s2_key());
  const auto none =
      source.parse(papers_query(), good_reply(R"({"total":0,"token":null,"data":[]})"));
  REQUIRE(none);
  CHECK(none->articles.empty());
  CHECK(none->total == 0);
  CHECK_FALSE(none->next);
  CHECK(source.parse(papers_query(), good_reply(R"({"total":7,"data":[]})")).error().code ==
        Errc::upstream_changed);
  CHECK(source.parse(papers_query(), good_reply(R"({"total":7})")).error().code ==
        Errc::upstream_changed);
  const auto odd = source.parse(papers_query(),
                                good_reply(R"({"total":2,"data":[7,{"title":"A","corpusId":1}]})"));
  REQUIRE(odd);
  CHECK(odd->articles.size() == 1);
  CHECK(odd->warnings ==
        std::vector<std::string>{"Semantic Scholar sent 1 record that cannot be read"});
  const auto plan = source.plan(papers_query());
  CHECK_FALSE(plan->keep(good_reply(R"({"total":2,"data":[7]})")));
  CHECK(plan->keep(good_reply(R"({"total":0,"data":[]})")));
}

TEST_CASE("Semantic Scholar: records by id, in one request of its own kinds of names") {
  const sources::SemanticScholar source(without_s2_key());
  const std::vector<std::string> ids = {"PMID:00011", "W1", "PMCID:PMC99", "DOI:10.5555/A",
                                        "x-s2-990000003"};
  const auto plans = source.fetch(ids);
  REQUIRE(plans.size() == 1);
  CHECK(plans[0].url == "https://api.semanticscholar.org/graph/v1/paper/batch");
  CHECK(Json::parse(plans[0].body) ==
        Json::parse(R"({"ids":["PMID:11","PMCID:99","DOI:10.5555/a","CorpusId:990000003"]})"));
  CHECK(source.batch_of(ids, 0).size() == 5);
  CHECK(source.batch_of(ids, 1).empty());
  const auto step = source.parse_records(
      ids, good_reply(R"([{"title":"A","externalIds":{"PubMed":"11"}},null,)"
                      R"({"title":"B","externalIds":{"DOI":"10.5555/a"}},null])"));
  REQUIRE(step);
  CHECK(step->articles.size() == 2);
  CHECK(step->missing == std::vector<std::string>{"W1", "PMCID:PMC99", "x-s2-990000003"});
  for (const char* wrong : {"[]", "[null,null,null,null,null]", R"({"data":[]})"}) {
    CHECK(source.parse_records(ids, good_reply(wrong)).error().code == Errc::upstream_changed);
  }
  const std::vector<std::string> strangers = {"W1", "NCT00009001"};
  CHECK(source.fetch(strangers).empty());
}

TEST_CASE("Semantic Scholar: many ids go in requests of five hundred") {
  const sources::SemanticScholar source(without_s2_key());
  std::vector<std::string> ids;
  for (int i = 1; i <= 1001; ++i) ids.push_back("PMID:" + std::to_string(i));
  ids.insert(ids.begin() + 500, "W1");
  REQUIRE(source.fetch(ids).size() == 3);
  CHECK(source.batch_of(ids, 0).size() == 501);
  CHECK(source.batch_of(ids, 1).front() == "PMID:501");
  CHECK(source.batch_of(ids, 2).size() == 1);
}

TEST_CASE("Semantic Scholar: what its errors mean") {
  const auto judged = [](int status, const char* body, bool with_key = true) {
    return sources::classify_semanticscholar(answered(status, body), with_key);
  };
  CHECK(judged(200, R"({"total":0,"data":[]})").verdict == Verdict::ok);
  CHECK(judged(200, "[null]").verdict == Verdict::ok);
  CHECK(judged(200, R"({"message":"hello"})").verdict == Verdict::transient);
  const auto busy = judged(429, R"({"message":"Too Many Requests","code":"429"})");
  CHECK(busy.verdict == Verdict::rate);
  CHECK(busy.retry_after_s > 0);
  CHECK_FALSE(sources::classify_semanticscholar(answered(429, "{}", {{"retry-after", "7"}}), true)
                  .retry_after_s);
  CHECK(judged(429, "{}", false).reason.find("SEMANTIC_SCHOLAR_API_KEY") != std::string::npos);
  CHECK(judged(500, R"({"message":"Internal Server Error"})").reason ==
        "Internal Server Error (HTTP 500)");
  CHECK(judged(504, R"({"message":"Endpoint request timed out"})").verdict == Verdict::transient);
  const auto forbidden = judged(403, R"({"message":"Forbidden"})");
  CHECK(forbidden.verdict == Verdict::permanent);
  CHECK(forbidden.code == Errc::invalid_argument);
  CHECK(forbidden.reason.find("correct or remove SEMANTIC_SCHOLAR_API_KEY") != std::string::npos);
  CHECK(judged(403, "{}", false).reason.find("set SEMANTIC_SCHOLAR_API_KEY") != std::string::npos);
  CHECK(judged(400, R"({"error":"Bad query parameters"})").code == Errc::invalid_query);
  CHECK(judged(400, R"({"error":"Unrecognized or unsupported fields: [x]"})").code ==
        Errc::upstream_changed);
  CHECK(judged(400, R"({"error":"No valid paper ids given"})").code == Errc::not_found);
  CHECK(judged(404, "<html></html>").code == Errc::upstream_unavailable);
}
