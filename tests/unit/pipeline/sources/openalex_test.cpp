#include "pipeline/sources/openalex.hpp"

#include "net/cache.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <algorithm>

using namespace ev;
using test::good_reply;
using test::param_of;

namespace {

const Config& keyless() {
  static const Config c;
  return c;
}

Config keyed() {
  Config c;
  c.keys["openalex"] = Secret("openalex-secret-1");
  return c;
}

sources::Query works_query(const std::string& filter) {
  return {.params = {{"filter", filter}}, .max = 3};
}

}  // namespace

TEST_CASE("OpenAlex: a search is planned with cursor, page, dates and sort") {
  const sources::OpenAlex openalex(keyless());
  sources::Query query = works_query("title_and_abstract.search:uptake,type:review");
  query.start_date = "2020";
  query.end_date = "2021/02";
  const auto plan = openalex.plan(query);
  REQUIRE(plan);
  CHECK(plan->url == "https://api.openalex.org/works");
  CHECK(param_of(*plan, "filter") ==
        "title_and_abstract.search:uptake,type:review,from_publication_date:2020-01-01,"
        "to_publication_date:2021-02-28");
  CHECK(param_of(*plan, "cursor") == "*");
  CHECK(param_of(*plan, "per_page") == "3");
  CHECK(param_of(*plan, "sort") == "(none)");
  CHECK(param_of(*plan, "select").find("abstract_inverted_index") != std::string::npos);
  CHECK(plan->secret_headers.empty());
  CHECK_FALSE(plan->may_post);
  CHECK(plan->ttl.count() > 0);
  query.sort = sources::Sort::date;
  query.max = 5000;
  CHECK(param_of(*openalex.plan(query), "sort") == "publication_date:desc");
  CHECK(param_of(*openalex.plan(query), "per_page") == "100");
  query.max = 0;
  CHECK(param_of(*openalex.plan(query), "per_page") == "1");
  // One filter parameter only.
  query.params = {{"filter", "type:review"}, {"filter", ""}, {"filter", "language:en"}, {"x", "y"}};
  query.start_date = query.end_date = "";
  CHECK(param_of(*openalex.plan(query), "filter") == "type:review,language:en");
  CHECK(param_of(*openalex.plan(query), "x") == "(none)");
}

TEST_CASE("OpenAlex: what cannot be asked is refused") {
  const sources::OpenAlex openalex(keyless());
  CHECK(openalex.plan({.text = "words"}).error().code == Errc::invalid_argument);
  sources::Query query = works_query("type:review");
  query.offset = 20;
  CHECK(openalex.plan(query).error().path == "cursor");
  query.offset = 0;
  query.start_date = "soon";
  CHECK(openalex.plan(query).error().path == "date_range.start_date");
  query.start_date = "2022";
  query.end_date = "2021";
  CHECK(openalex.plan(query).error().path == "date_range");
}

TEST_CASE("OpenAlex: the key travels in a header and nowhere else") {
  const Config config = keyed();
  const sources::OpenAlex openalex(config);
  const auto plan = openalex.plan(works_query("type:review"));
  REQUIRE(plan->secret_headers.size() == 1);
  CHECK(plan->secret_headers[0] == net::Header{"Authorization", "Bearer openalex-secret-1"});
  CHECK(plan->headers.empty());
  for (const auto& [name, value] : plan->params) {
    CHECK(value.find("openalex-secret-1") == std::string::npos);
  }
  const auto without = sources::OpenAlex(keyless()).plan(works_query("type:review"));
  CHECK(net::cache_key(*plan) == net::cache_key(*without));
  CHECK(plan->policy.key != without->policy.key);
}

TEST_CASE("OpenAlex: searches with many operators are spaced further") {
  const std::string many = "title_and_abstract.search:(a OR b OR c OR d OR e OR f OR g)";
  const std::string quoted = "title_and_abstract.search:\"a OR b OR c OR d OR e OR f OR g\"";
  const auto gap = [](const Config& config, const std::string& filter) {
    return sources::OpenAlex(config).plan(works_query(filter))->policy.gap.count();
  };
  CHECK(gap(keyless(), many) >= 1000);
  CHECK(gap(keyless(), quoted) >= 100);
  CHECK(gap(keyless(), quoted) < 500);
  CHECK(gap(keyed(), many) >= 200);
  CHECK(gap(keyed(), quoted) < gap(keyless(), quoted));
  Config sample;
  sample.sample = true;
  CHECK(gap(sample, many) == 0);
}

TEST_CASE("OpenAlex: a page gives works, total and the following page") {
  const sources::OpenAlex openalex(keyless());
  const sources::Query query = works_query("title_and_abstract.search:uptake");
  const auto step = openalex.parse(query, good_reply(test::fixture("openalex/works.json")));
  REQUIRE(step);
  CHECK(step->articles.size() == 3);
  CHECK(step->total == 412);
  REQUIRE(step->next);
  CHECK(param_of(*step->next, "cursor") == "SW52ZW50ZWRDdXJzb3I=");
  CHECK(param_of(*step->next, "filter") == "title_and_abstract.search:uptake");
  CHECK(step->warnings.empty());
}

TEST_CASE("OpenAlex: no page is asked for that must be empty") {
  const sources::OpenAlex openalex(keyless());
  const auto next_of = [&](const char* body, int max) {
    sources::Query query = works_query("type:review");
    query.max = max;
    return openalex.parse(query, good_reply(body))->next.has_value();
  };
  const char* two =
      R"({"meta":{"count":2,"next_cursor":"abc"},"results":[{"id":"W1"},{"id":"W2"}]})";
  CHECK_FALSE(next_of(two, 2));   // all there are
  CHECK_FALSE(next_of(two, 50));  // fewer than a page
  CHECK(next_of(R"({"meta":{"count":9,"next_cursor":"abc"},"results":[{"id":"W1"}]})", 1));
  CHECK_FALSE(next_of(R"({"meta":{"count":9,"next_cursor":null},"results":[{"id":"W1"}]})", 1));
}

TEST_CASE("OpenAlex: no hits are a success, other shapes are not") {
  const sources::OpenAlex openalex(keyless());
  const sources::Query query = works_query("type:review");
  const auto none =
      openalex.parse(query, good_reply(R"({"meta":{"count":0,"next_cursor":null},"results":[]})"));
  REQUIRE(none);
  CHECK(none->total == 0);
  // The page behind a full last one.
  CHECK(
      openalex.parse(query, good_reply(R"({"meta":{"count":3,"next_cursor":null},"results":[]})")));
  for (const char* body :
       {"{}", "[]", "null", "7", R"({"results":{}})", R"({"meta":{"count":0}})",
        R"({"meta":{"count":3,"next_cursor":"x"},"results":[]})", R"({"meta":{},"group_by":[]})",
        R"({"error":"Something","message":"odd"})", "{\"results\":[", "<html>"}) {
    INFO(body);
    const auto step = openalex.parse(query, good_reply(body));
    REQUIRE_FALSE(step);
    CHECK(step.error().code == Errc::upstream_changed);
    CHECK(step.error().source == "openalex");
  }
  const auto odd = openalex.parse(
      query, good_reply(R"({"meta":{"count":"2"},"results":[{"id":"W1"},7,{"title":"no id"}]})"));
  REQUIRE(odd);
  CHECK(odd->articles.size() == 1);
  CHECK(odd->total == 2);
  CHECK(test::has_text(odd->warnings, "2 records that cannot be read"));
  CHECK_FALSE(openalex.parse(query, good_reply(R"({"meta":{"count":-0.5},"results":[]})"))->total);
  // Control characters inside strings and a byte order mark are repaired.
  CHECK(openalex
            .parse(query,
                   good_reply("\xEF\xBB\xBF{\"results\":[{\"id\":\"W1\",\"title\":\"a\nb\x01\"}]}"))
            ->articles.at(0)
            .title == "a b");
  sources::Query by_author = query;
  by_author.sort = sources::Sort::author;
  CHECK(test::has_text(openalex.parse(by_author, good_reply(R"({"results":[]})"))->warnings,
                       "does not sort by author"));
}

TEST_CASE("OpenAlex: ids are asked for as lists of one kind") {
  const sources::OpenAlex openalex(keyless());
  std::vector<std::string> ids;
  for (int i = 0; i < 200; ++i) ids.push_back("PMID:" + std::to_string(90000001 + i));
  ids.insert(ids.end(), {"nonsense", "DOI:https://doi.org/10.5555/AbC", "doi:10.5555/x", "PMCID:77",
                         "PMCID:PMC78", "W1", "https://openalex.org/W2", "DOI:10.5555/a,b",
                         "DOI:10.5555/z", "DOI:not a doi", ""});
  const auto plans = openalex.fetch(ids);
  std::size_t covered = 0;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string filter = param_of(plans[i], "filter");
    CHECK(std::count(filter.begin(), filter.end(), '|') < 100);
    CHECK(param_of(plans[i], "per_page") == "100");
    covered += openalex.batch_of(ids, i).size();
  }
  CHECK(covered == ids.size());
  CHECK(openalex.batch_of(ids, plans.size()).empty());
  REQUIRE(plans.size() == 8);
  CHECK(param_of(plans[0], "filter").substr(0, 23) == "pmid:90000001|90000002|");
  CHECK(param_of(plans[3], "filter") == "doi:10.5555/abc|10.5555/x");
  // Kept with or without "PMC".
  CHECK(param_of(plans[4], "filter") == "pmcid:77|PMC77|78|PMC78");
  CHECK(param_of(plans[5], "filter") == "openalex:W1|W2");
  // A comma would part filters: quoted, and alone, as it may be refused.
  CHECK(param_of(plans[6], "filter") == "doi:\"10.5555/a,b\"");
  CHECK(param_of(plans[7], "filter") == "doi:10.5555/z");
  CHECK(openalex.batch_of(ids, 7).size() == 3);
  CHECK(openalex.fetch({}).empty());
  const std::vector<std::string> unusable = {"x", "DOI:10.5555/a b", "DOI:10.5555/a|b", "PMID:x"};
  CHECK(openalex.fetch(unusable).empty());
}

TEST_CASE("OpenAlex: long lists stay below the longest request line") {
  const sources::OpenAlex openalex(keyless());
  std::vector<std::string> ids;
  for (int i = 0; i < 90; ++i)
    ids.push_back("DOI:10.5555/" + std::string(150, 'x') + std::to_string(i));
  const auto plans = openalex.fetch(ids);
  CHECK(plans.size() > 2);
  for (const auto& plan : plans) CHECK(param_of(plan, "filter").size() < 6000);
}

TEST_CASE("OpenAlex: what is not in the reply is named missing") {
  const sources::OpenAlex openalex(keyless());
  const net::HttpResponse reply = good_reply(test::fixture("openalex/works.json"));
  const std::vector<std::string> asked = {"PMID:90000101",    "DOI:10.5555/OA.three", "W9000000002",
                                          "PMCID:PMC9900102", "PMID:90000999",        "nonsense"};
  // More than the reply holds: which are on the other pages is not known.
  const auto cut = openalex.parse_records(asked, reply);
  REQUIRE(cut);
  CHECK(cut->missing.empty());
  CHECK(test::has_text(cut->warnings, "412 works"));
  std::string whole = reply.body;
  whole.replace(whole.find("412"), 3, "3");
  const auto step = openalex.parse_records(asked, good_reply(whole));
  REQUIRE(step);
  CHECK(step->articles.size() == 3);
  CHECK(step->missing == std::vector<std::string>{"PMID:90000999", "nonsense"});
  CHECK_FALSE(openalex.parse_records(asked, good_reply("{}")));
  // A work by itself.
  CHECK(openalex.parse_records({}, good_reply(R"({"id":"https://openalex.org/W5","title":"T"})"))
            ->articles.size() == 1);
}
