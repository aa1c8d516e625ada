#include "pipeline/search/federated.hpp"

#include "pipeline/pubmed_query/parser.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

using namespace ev;

namespace {

search::FederatedRequest ask(std::string_view query, std::vector<std::string> sources) {
  return {.query = *pubmed_query::parse(query).tree, .sources = std::move(sources)};
}

}  // namespace

TEST_CASE("each source has a report, in the order asked for") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(7, {"3", "1"}));
  up.script.on("efetch", test::set_xml({"1", "3"}));
  up.config.endpoints["europepmc"].enabled = false;
  const auto got = search::search_sources(up.ports(), ask("asthma[tiab]", {"europepmc", "pubmed"}),
                                          up.context());
  REQUIRE(got);
  REQUIRE(got->size() == 2);
  CHECK(got->at(0).source == "europepmc");
  CHECK(got->at(0).status == search::SourceStatus::skipped);
  REQUIRE(got->at(0).error);
  CHECK(got->at(0).error->message == "europepmc: switched off by the configuration");
  const search::SourceReport& pubmed = got->at(1);
  CHECK(pubmed.status == search::SourceStatus::ok);
  CHECK(pubmed.found == 7);
  CHECK(pubmed.query_sent == "asthma[tiab]");
  REQUIRE(pubmed.articles.size() == 2);
  CHECK(pubmed.articles.front().pmid == "3");
  CHECK_FALSE(pubmed.error);
}

TEST_CASE("a source that fails has a status, what it gave before is kept") {
  test::Upstream up;
  const std::string down = "<html><title>WWW Error 500 Diagnostic</title></html>";
  up.script.on("esearch", {{.status = 400, .body = down}});
  auto got = search::search_sources(up.ports(), ask("asthma[tiab]", {"pubmed"}), up.context());
  REQUIRE(got);
  CHECK(got->front().status == search::SourceStatus::error);
  CHECK(got->front().error);
  CHECK(got->front().articles.empty());
}

TEST_CASE("hits that PubMed lists and does not deliver make it a part of the answer") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(3, {"1", "2", "3"}));
  up.script.on("efetch", test::set_xml({"1"}));
  const auto got =
      search::search_sources(up.ports(), ask("walnut[tiab]", {"pubmed"}), up.context());
  REQUIRE(got);
  const search::SourceReport& pubmed = got->front();
  CHECK(pubmed.status == search::SourceStatus::partial);
  REQUIRE(pubmed.error);
  CHECK(pubmed.error->message ==
        "pubmed: 2 records could not be fetched: PubMed lists PMID 2, 3 but does not send the "
        "record");
  CHECK(pubmed.articles.size() == 1);
}

TEST_CASE("hits that are neither delivered nor listed a second time are named") {
  test::Upstream up;
  up.script.on("term=walnut", test::search_json(2, {"1", "2"}));
  up.script.on("pmid%5D", test::search_json(0, {}));
  up.script.on("efetch", test::set_xml({"1"}));
  const auto got =
      search::search_sources(up.ports(), ask("walnut[tiab]", {"pubmed"}), up.context());
  REQUIRE(got);
  REQUIRE(got->front().error);
  CHECK(got->front().error->message == "pubmed: 1 of its hits were listed but not delivered");
}

TEST_CASE("a source that does not say how much it found is named") {
  test::Upstream up;
  up.script.on("studies", R"({"studies":[]})");
  const auto got =
      search::search_sources(up.ports(), ask("asthma[tiab]", {"clinicaltrials"}), up.context());
  REQUIRE(got);
  CHECK_FALSE(got->front().found);
  REQUIRE_FALSE(got->front().warnings.empty());
  CHECK(got->front().warnings.back() == "clinicaltrials did not say how many records it found");
}

TEST_CASE("preprints are left out of the query when they are not wanted") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(0, {}));
  search::FederatedRequest request = ask("asthma[tiab]", {"pubmed"});
  request.include_preprints = false;
  const auto got = search::search_sources(up.ports(), request, up.context());
  REQUIRE(got);
  CHECK(got->front().query_sent == "asthma[tiab] NOT \"Preprint\"[pt]");
  CHECK(got->front().status == search::SourceStatus::ok);
}

TEST_CASE("a cancelled search has no reports") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(0, {}));
  std::stop_source stop;
  stop.request_stop();
  Context ctx = up.context();
  ctx.stop = stop.get_token();
  const auto got = search::search_sources(up.ports(), ask("asthma[tiab]", {"pubmed"}), ctx);
  REQUIRE_FALSE(got);
  CHECK(got.error().code == Errc::cancelled);
}

namespace {

std::string epmc_reply(const std::vector<std::string>& ids, const std::string& sent,
                       const std::string& next) {
  std::string records;
  for (const std::string& id : ids) {
    records += (records.empty() ? "" : ",") + (R"({"source":"MED","id":")" + id + R"(","pmid":")") +
               id + R"(","title":"Title )" + id + R"("})";
  }
  return R"({"version":"6.9","hitCount":150,"nextCursorMark":")" + next +
         R"(","request":{"cursorMark":")" + sent + R"("},"resultList":{"result":[)" + records +
         "]}}";
}

}  // namespace

TEST_CASE("a cursor that is gone costs a second search, not the answer") {
  test::Upstream up;
  const std::string gone = R"({"version":"6.9"})";
  up.script.on("cursorMark=OLD", gone);
  up.script.on("cursorMark=NEW", epmc_reply({"3"}, "NEW", "NEW"));
  up.script.on("europepmc", {{.body = epmc_reply({"1", "2"}, "*", "OLD")},
                             {.body = epmc_reply({"1", "2"}, "*", "NEW")}});
  search::FederatedRequest request = ask("asthma[ti]", {"europepmc"});
  request.max_per_source = 120;
  // The first page lies in the cache with the cursor that will be gone.
  const auto got = search::search_sources(up.ports(), request, up.context());
  REQUIRE(got);
  CHECK(got->front().status == search::SourceStatus::ok);
  REQUIRE(got->front().articles.size() == 3);
  CHECK(got->front().articles[2].pmid == "3");
  CHECK(up.count("cursorMark=%2A") == 2);
}

TEST_CASE("a cursor that is gone twice leaves what came before it, and is named") {
  test::Upstream up;
  up.script.on("cursorMark=OLD", R"({"version":"6.9"})");
  up.script.on("europepmc", epmc_reply({"1", "2"}, "*", "OLD"));
  search::FederatedRequest request = ask("asthma[ti]", {"europepmc"});
  request.max_per_source = 120;
  const auto got = search::search_sources(up.ports(), request, up.context());
  REQUIRE(got);
  CHECK(got->front().status == search::SourceStatus::partial);
  CHECK(got->front().articles.size() == 2);
  REQUIRE(got->front().error);
  CHECK(got->front().error->message == "europepmc: the place in its result list was lost twice");
}

TEST_CASE("a conjunct that PubMed left out makes its order worth nothing") {
  const auto broader = [](const std::string& query, const std::string& missing) {
    test::Upstream up;
    up.script.on("esearch",
                 R"({"header":{"version":"0.3"},"esearchresult":{"count":"9","idlist":["1"],)"
                 R"("errorlist":{"phrasesnotfound":[)" +
                     missing + "]}}}");
    up.script.on("efetch", test::set_xml({"1"}));
    const auto got = search::search_sources(up.ports(), ask(query, {"pubmed"}), up.context());
    REQUIRE(got);
    CHECK(got->front().articles.size() == 1);
    return got->front().broader;
  };
  CHECK(broader("zinc[tiab] AND foobarase[tiab]", R"("foobarase[tiab]")"));
  CHECK_FALSE(broader("zinc[tiab] OR foobarase[tiab]", R"("foobarase[tiab]")"));
  CHECK_FALSE(broader("zinc[tiab] NOT foobarase[tiab]", R"("foobarase[tiab]")"));
  CHECK_FALSE(broader("(zinc[tiab] OR foobarase[tiab]) AND boys[tiab]", R"("foobarase[tiab]")"));
  CHECK(broader("(quux[tiab] OR foobarase[tiab]) AND boys[tiab]",
                R"("foobarase[tiab]","quux[tiab]")"));
  CHECK_FALSE(broader("zinc[tiab] AND boys[tiab]", ""));
}

TEST_CASE("a service with a key of its own is asked by default only with it") {
  const auto asked = [](const Config& config, const char* id) {
    const std::vector<std::string> all = search::default_sources(config);
    return std::find(all.begin(), all.end(), id) != all.end();
  };
  Config config;
  CHECK(asked(config, "pubmed"));
  CHECK_FALSE(asked(config, "openalex"));
  CHECK_FALSE(asked(config, "semanticscholar"));
  config.keys["semanticscholar"] = Secret("k");
  CHECK(asked(config, "semanticscholar"));
  CHECK_FALSE(asked(config, "openalex"));
  config.sample = true;  // which has records of the one, not of the other
  CHECK(asked(config, "openalex"));
  CHECK_FALSE(asked(config, "semanticscholar"));
  Config chosen;
  chosen.sources = {"semanticscholar"};
  chosen.endpoints["semanticscholar"] = {.url = "https://s2.example"};
  CHECK(asked(chosen, "semanticscholar"));
}

TEST_CASE("Semantic Scholar's pages are followed until there are enough records") {
  test::Upstream up;
  const auto page = [](const char* pmid, const char* token) {
    return std::string(R"({"total":2,"token":)") + token +
           R"(,"data":[{"title":"T","externalIds":{"PubMed":")" + pmid + R"("}}]})";
  };
  up.script.on("token=T1", page("2", "null"));
  up.script.on("search/bulk", page("1", "\"T1\""));
  search::FederatedRequest request = ask("asthma[tiab] AND review[pt]", {"semanticscholar"});
  const auto got = search::search_sources(up.ports(), request, up.context());
  REQUIRE(got);
  const search::SourceReport& report = got->front();
  CHECK(report.status == search::SourceStatus::ok);
  CHECK(report.query_sent == "query=asthma & publicationTypes=Review");
  CHECK(report.found == 2);
  REQUIRE(report.articles.size() == 2);
  CHECK(report.articles[1].pmid == "2");
}
