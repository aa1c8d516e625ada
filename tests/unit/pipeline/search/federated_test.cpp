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
  CHECK(got->at(0).error->message == "europepmc is switched off by the configuration");
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
