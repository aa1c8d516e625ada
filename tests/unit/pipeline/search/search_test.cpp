#include "pipeline/search/search.hpp"

#include "pipeline/search/fallback.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

#include <algorithm>

using namespace ev;

namespace {

std::vector<std::string> pmids_of(const std::vector<model::Article>& articles) {
  std::vector<std::string> out;
  for (const model::Article& a : articles) out.push_back(a.pmid);
  return out;
}

std::vector<std::string> numbers(int from, int count) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) out.push_back(std::to_string(from + i));
  return out;
}

const std::string kDown = "<html><title>WWW Error 500 Diagnostic</title></html>";

}  // namespace

TEST_CASE("a search returns records in PubMed's order") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(3, {"3", "1", "2"}));
  up.script.on("efetch", test::set_xml({"1", "2", "3"}));
  const auto got = search::search_pubmed(up.ports(), {.query = "x", .max = 10}, up.context());
  REQUIRE(got);
  CHECK(pmids_of(got->articles) == std::vector<std::string>{"3", "1", "2"});
  CHECK(got->total == 3);
  CHECK(got->query_translation == "\"x\"[All Fields]");
  CHECK(got->api_version == "0.3");
  CHECK(got->elapsed_ms > 0);
  CHECK(got->missing.empty());
}

TEST_CASE("zero hits are a success without a fetch") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(0, {}));
  const auto got =
      search::search_pubmed(up.ports(), {.query = "xyznonexistentquery123"}, up.context());
  REQUIRE(got);
  CHECK(got->articles.empty());
  CHECK(got->total == 0);
  CHECK(up.count("efetch") == 0);
}

TEST_CASE("the next page comes from the same reply, known records from the store") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(4, {"1", "2", "3", "4"}));
  up.script.on("id=1%2C2", test::set_xml({"1", "2"}));
  up.script.on("id=3%2C4", test::set_xml({"3", "4"}));
  up.script.on("id=4", test::set_xml({"4"}));
  const auto ports = up.ports();
  CHECK(search::search_pubmed(ports, {.query = "x", .max = 2}, up.context())->articles.size() == 2);
  const auto second =
      search::search_pubmed(ports, {.query = "x", .offset = 2, .max = 2}, up.context());
  CHECK(pmids_of(second->articles) == std::vector<std::string>{"3", "4"});
  const auto again = search::search_pubmed(ports, {.query = "x", .max = 4}, up.context());
  CHECK(again->articles.size() == 4);
  CHECK(up.count("esearch") == 1);
  CHECK(up.count("efetch") == 2);
  CHECK(search::search_pubmed(ports, {.query = "x", .offset = 9, .max = 2}, up.context())
            ->ids.empty());
}

TEST_CASE("a record grown old is fetched anew, a client's own record is not PubMed's") {
  test::Upstream up;
  up.script.on("efetch", test::set_xml({"1"}));
  const auto ports = up.ports();
  CHECK(search::fetch_records(ports, {"1"}, up.context())->articles.size() == 1);
  up.clock.advance(std::chrono::hours(25));
  CHECK(search::fetch_records(ports, {"1"}, up.context())->articles.size() == 1);
  CHECK(up.count("efetch") == 2);
  REQUIRE(up.articles.put({{"k", "1", R"({"pmid":"1","title":"mine"})"}}));
  CHECK(search::fetch_records(ports, {"1"}, up.context())->articles.at(0).title == "Title 1");
  CHECK(up.count("efetch") == 3);
}

TEST_CASE("an empty id list asks nothing") {
  test::Upstream up;
  const auto got = search::fetch_records(up.ports(), {}, up.context());
  REQUIRE(got);
  CHECK(got->articles.empty());
  CHECK(up.script.requests().empty());
}

TEST_CASE("repeated ids are fetched and returned once, missing ones are named") {
  test::Upstream up;
  up.script.on("efetch", test::set_xml({"2"}));
  up.script.on("esearch", test::search_json(0, {}));
  const auto got = search::fetch_records(up.ports(), {"2", "5", "2"}, up.context());
  REQUIRE(got);
  CHECK(pmids_of(got->articles) == std::vector<std::string>{"2"});
  CHECK(got->missing == std::vector<std::string>{"5"});
  CHECK(got->errors.empty());
}

TEST_CASE("a record that one reply lacks is asked for once more") {
  test::Upstream up;
  up.script.on("id=1%2C2%2C3", test::set_xml({"1"}));
  up.script.on("id=2%2C3", test::set_xml({"3"}));
  up.script.on("esearch", test::search_json(0, {}));
  const auto got = search::fetch_records(up.ports(), {"1", "2", "3"}, up.context());
  REQUIRE(got);
  CHECK(pmids_of(got->articles) == std::vector<std::string>{"1", "3"});
  CHECK(got->missing == std::vector<std::string>{"2"});
  CHECK(up.count("efetch") == 2);
}

TEST_CASE("a record that the index lists and no reply holds is lost, not missing") {
  test::Upstream up;
  up.script.on("efetch", test::set_xml({"1"}));
  up.script.on("2%5Bpmid%5D", test::search_json(1, {"2"}));
  const auto got = search::fetch_records(up.ports(), {"1", "2", "3"}, up.context());
  REQUIRE(got);
  CHECK(got->missing == std::vector<std::string>{"3"});
  CHECK(got->failed == std::vector<std::string>{"2"});
  REQUIRE(got->errors.size() == 1);
  CHECK(got->errors[0].code == Errc::upstream_changed);
  CHECK(got->errors[0].message.find("PMID 2") != std::string::npos);
  CHECK(up.count("esearch") == 1);
}

TEST_CASE("what the index cannot be asked about is not said to be missing") {
  test::Upstream up;
  up.script.on("efetch", test::set_xml({"1"}));
  up.script.on("esearch", {{.status = 500, .body = kDown}});
  const auto got = search::fetch_records(up.ports(), {"1", "2"}, up.context());
  REQUIRE(got);
  CHECK(got->missing.empty());
  CHECK(got->failed == std::vector<std::string>{"2"});
  CHECK_FALSE(got->errors.empty());
}

TEST_CASE("ids that are none are missing, not an error") {
  test::Upstream up;
  up.script.on("efetch", {{.status = 400,
                           .body = "<eFetchResult><ERROR>ID list is empty! Possibly it has "
                                   "no correct IDs.</ERROR></eFetchResult>"}});
  const auto got = search::fetch_records(up.ports(), {"0"}, up.context());
  REQUIRE(got);
  CHECK(got->missing == std::vector<std::string>{"0"});
}

TEST_CASE("a failed batch leaves the others and says what is missing") {
  test::Upstream up;
  const auto ids = numbers(1000, 250);
  up.script.on("id=1000%2C", test::set_xml({ids.begin(), ids.begin() + 200}));
  up.script.on("id=1200%2C", {{.status = 500, .body = kDown}});
  const auto got = search::fetch_records(up.ports(), ids, up.context());
  REQUIRE(got);
  CHECK(got->articles.size() == 200);
  CHECK(got->failed.size() == 50);
  REQUIRE(got->errors.size() == 1);
  CHECK(got->errors[0].message.find("50 records") != std::string::npos);
  CHECK(got->warnings.size() == 1);
}

TEST_CASE("when nothing at all comes, that is an error") {
  test::Upstream up;
  up.script.on("efetch", {{.status = 500, .body = kDown}});
  CHECK(search::fetch_records(up.ports(), {"1"}, up.context()).error().code ==
        Errc::upstream_unavailable);
  up.script.on("esearch", {{.status = 500, .body = kDown}});
  CHECK(search::search_pubmed(up.ports(), {.query = "x"}, up.context()).error().code ==
        Errc::upstream_unavailable);
}

TEST_CASE("a fetch that hangs leaves time to ask elsewhere") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(2, {"1", "2"}));
  up.script.on("efetch", {{.hang = true}});
  const Context ctx = up.context();
  const auto got = search::search_pubmed(
      up.ports(), {.query = "x", .find_within = std::chrono::seconds(20)}, ctx);
  REQUIRE(got);
  CHECK(got->failed == std::vector<std::string>{"1", "2"});
  REQUIRE_FALSE(got->errors.empty());
  CHECK(search::may_fall_back(up.ports(), got->errors.front()));
  CHECK(ctx.deadline - up.clock.now() >= std::chrono::seconds(14));
}

TEST_CASE("transient failures are tried again") {
  test::Upstream up;
  up.script.on(
      "esearch",
      {{.body = R"({"esearchresult":{"ERROR":"Search Backend failed: Couldn't resolve"}})"},
       {.body = "<html>maintenance</html>"},
       {.body = test::search_json(0, {})}});
  CHECK(search::search_pubmed(up.ports(), {.query = "x"}, up.context()));
  CHECK(up.count("esearch") == 3);
}

TEST_CASE("a block is said clearly") {
  test::Upstream up;
  up.script.on("esearch",
               {{.status = 302,
                 .headers = {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}}}});
  const auto got = search::search_pubmed(up.ports(), {.query = "x"}, up.context());
  REQUIRE_FALSE(got);
  CHECK(got.error().message.find("blocked") != std::string::npos);
  CHECK(up.count("esearch") == 1);
}

TEST_CASE("bad arguments are refused before anything is sent") {
  test::Upstream up;
  CHECK(search::search_pubmed(up.ports(), {.query = ""}, up.context()).error().code ==
        Errc::invalid_argument);
  CHECK_FALSE(search::search_pubmed(up.ports(), {.query = "x", .offset = -1}, up.context()));
  CHECK_FALSE(search::search_pubmed(up.ports(), {.query = "x", .offset = 10000}, up.context()));
  CHECK_FALSE(
      search::search_pubmed(up.ports(), {.query = "x", .start_date = "soon"}, up.context()));
  up.config.endpoints["pubmed"] = {"", false};
  CHECK_FALSE(search::search_pubmed(up.ports(), {.query = "x"}, up.context()));
  CHECK(up.script.requests().empty());
}

TEST_CASE("the key travels, but not in cache keys") {
  test::Upstream up;
  up.config.ncbi_api_key = Secret("sesame");
  up.script.on("esearch", test::search_json(0, {}));
  REQUIRE(search::search_pubmed(up.ports(), {.query = "x"}, up.context()));
  CHECK(up.count("api_key=sesame") == 1);
  up.config.ncbi_api_key = Secret();
  REQUIRE(search::search_pubmed(up.ports(), {.query = "x"}, up.context()));
  CHECK(up.count("esearch") == 1);
}

TEST_CASE("citation counts come in one batch and are cached") {
  test::Upstream up;
  up.script.on("pmids=",
               R"({"data":[{"pmid":1,"citation_count":9,"relative_citation_ratio":2.25}]})");
  const auto ports = up.ports();
  const auto got = search::citations(ports, {"1", "2"}, up.context());
  REQUIRE(got);
  CHECK(got->by_pmid.size() == 1);
  CHECK(search::citations(ports, {"1", "2"}, up.context())->by_pmid.size() == 1);
  CHECK(up.script.requests().size() == 1);
  std::vector<model::Article> articles = {{.pmid = "1"}, {.pmid = "2"}};
  search::add_citations(articles, *got);
  CHECK(articles[0].citation_count == 9);
  CHECK(articles[0].metadata.at("citation_source") == "icite");
  CHECK(articles[0].metadata.at("relative_citation_ratio") == "2.25");
  CHECK_FALSE(articles[1].citation_count);
}

TEST_CASE("without iCite the counts stay unknown, with a warning") {
  test::Upstream up;
  up.script.on("pmids=", {{.status = 404, .body = "{}"}});
  const auto failed = search::citations(up.ports(), {"1"}, up.context());
  REQUIRE(failed);
  CHECK(failed->by_pmid.empty());
  CHECK(failed->warnings.size() == 1);
  up.config.endpoints["icite"] = {"", false};
  CHECK(search::citations(up.ports(), {"1"}, up.context())->warnings.size() == 1);
  CHECK(search::citations(up.ports(), {}, up.context())->warnings.empty());
}
