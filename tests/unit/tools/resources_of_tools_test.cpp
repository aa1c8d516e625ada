#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/scoring_support.hpp"
#include "support/temp_dir.hpp"
#include "tools/resources.hpp"

#include <stdexcept>

using namespace ev;

namespace {

struct Shelf : test::Pipeline {
  test::TempDir home;
  mcp::Resources resources = tools::evidence_resources(services);
  Shelf() { config.home = home.path(); }

  Result<mcp::ResourceRead> read(const std::string& uri) {
    return resources.read(uri, call_context);
  }
  Json json(const std::string& uri) {
    const auto got = read(uri);
    if (!got) throw std::runtime_error(got.error().message);
    const mcp::ResourceRead& read_back = *got;
    REQUIRE(read_back.contents.size() == 1);
    CHECK(read_back.contents[0].uri == uri);
    CHECK(read_back.contents[0].mime_type == "application/json");
    return parse_json(read_back.contents[0].text).value();
  }
  Errc failure(const std::string& uri) {
    const auto read_back = read(uri);
    return read_back ? Errc::internal : read_back.error().code;
  }
};

}  // namespace

TEST_CASE("a result set is read as rows with what its stages found") {
  Shelf s;
  const std::string records = s.records();
  const Json plain = s.json(tools::result_set_uri(records));
  CHECK(plain["result_set"] == records);
  CHECK(plain["stage"] == "records");
  CHECK(plain["records"] == 5);
  REQUIRE(plain["rows"].size() == 5);
  CHECK(plain["rows"][0]["pmid"] == "11");
  CHECK(plain.contains("content_notice"));
  CHECK_FALSE(plain.contains("sample"));
  const Json scored = s.json(tools::result_set_uri(s.scored()));
  CHECK(scored["stage"] == "scored");
  CHECK(scored["base"] == records);
  CHECK(scored["rows"][0]["total_score"].is_number());
  CHECK(scored.dump().find("retracted") != std::string::npos);
}

TEST_CASE("a long result set says what it leaves out and how to read on") {
  Shelf s;
  const Json set = s.json(tools::result_set_uri(s.hostile_features(300)));
  CHECK(set["rows"].size() + set["not_shown"].get<std::size_t>() == 300);
  CHECK(set["read_on"].get<std::string>().find("pubmed_filter_rank") != std::string::npos);
  CHECK(set.dump().size() < 60'000);
  CHECK(set.dump().find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("an article is read from the store") {
  Shelf s;
  std::vector<model::Article> articles = test::five_articles();
  for (model::Article& a : articles) a.metadata["source"] = "pubmed";
  REQUIRE(tools::store_articles(s.services, articles, tools::Keep::replacing));
  const Json article = s.json("evidence://articles/14");
  CHECK(article["pmid"] == "14");
  CHECK(article["abstract"].get<std::string>().find("zinc") != std::string::npos);
  CHECK(article["retraction"]["status"] == "retracted");
  CHECK(s.read("evidence://articles/14").value().caching.scope == "public");
  s.config.sample = true;
  CHECK(s.json("evidence://articles/14")["sample"] == true);
}

TEST_CASE("hypotheses and exports are read; the text of an export is not touched") {
  Shelf s;
  REQUIRE(s.services.documents.put("hypothesis", "hyp-0123456789ab",
                                   R"({"drug":"Zinc","target":"T","pathway":"","effect":"E"})"));
  CHECK(s.json("evidence://hypotheses/hyp-0123456789ab")["drug"] == "Zinc");
  const std::string name = "sample-rs-0123456789.ris";
  REQUIRE(ensure_private_dir(s.home.path() / "exports"));
  REQUIRE(write_file_atomically(s.home.path() / "exports" / name, "TY  - JOUR\r\nER  - \r\n"));
  const mcp::ResourceRead ris = s.read(tools::export_uri(name)).value();
  CHECK(ris.contents[0].text == "TY  - JOUR\r\nER  - \r\n");
  CHECK(ris.contents[0].mime_type == "application/x-research-info-systems");
}

TEST_CASE("the report of a finished run is read as text and as a page") {
  Shelf s;
  const std::string uri = "evidence://runs/run-0123456789ab/report";
  REQUIRE(
      s.services.runs.start({.run_id = "run-0123456789ab", .question = "zinc?", .options = "{}"}));
  CHECK(s.failure(uri) == Errc::not_found);
  CHECK(s.resources.list("", s.ctx).value().resources.empty());
  REQUIRE(s.services.runs.finish("run-0123456789ab", 0, {.stage = "report", .json = "{}"},
                                 {.answer = "{}", .html = "<p>zinc", .markdown = "# zinc"}));
  CHECK(s.read(uri).value().contents[0].text == "# zinc");
  CHECK(s.read(uri + ".html").value().contents[0].text == "<p>zinc");
  CHECK(s.failure(uri + "x") == Errc::not_found);
  const auto listed = s.resources.list("", s.ctx).value();
  REQUIRE(listed.resources.size() == 1);
  CHECK(listed.resources[0].uri == uri);
  CHECK(listed.resources[0].title == "zinc?");
}

TEST_CASE("URIs have a strict grammar") {
  Shelf s;
  REQUIRE(write_file_atomically(s.home.path() / "secret.ris", "secret"));
  for (const char* uri : {"",
                          "evidence://",
                          "evidence://result-sets/",
                          "evidence://result-sets/rs-000000000",
                          "evidence://result-sets/rs-0000000000",
                          "evidence://result-sets/rs-00000000zz",
                          "evidence://result-sets/rs-0000000000/x",
                          "evidence://articles/",
                          "evidence://articles/0",
                          "evidence://articles/1x",
                          "evidence://articles/1234567890",
                          "evidence://articles/-1",
                          "evidence://hypotheses/hyp-0123456789AB",
                          "evidence://hypotheses/hyp-000000000000",
                          "evidence://exports/../secret.ris",
                          "evidence://exports/secret.ris",
                          "evidence://exports/rs-0123456789.exe",
                          "evidence://exports/rs-0123456789.ris",
                          "evidence://exports/sample-sample-rs-0123456789.ris",
                          "evidence://runs/1/report",
                          "file:///etc/passwd",
                          "EVIDENCE://articles/1",
                          "https://example.org/"}) {
    CAPTURE(uri);
    const Errc code = s.failure(uri);
    CHECK((code == Errc::not_found || code == Errc::unknown_result_set));
  }
}

TEST_CASE("recent sets and hypotheses are listed in pages") {
  Shelf s;
  for (int i = 0; i < 60; ++i) {
    auto article = test::stored_article(std::to_string(100 + i), "T", "A", "2024");
    REQUIRE(
        tools::store_records(s.services, {article}, {{"query", "question " + std::to_string(i)}}));
  }
  REQUIRE(s.services.documents.put("hypothesis", "hyp-0123456789ab",
                                   R"({"drug":"Zinc","target":"T","pathway":"","effect":"E"})"));
  const auto first = s.resources.list("", s.ctx).value();
  CHECK(first.resources.size() == 50);
  CHECK(first.resources[0].uri.rfind("evidence://result-sets/rs-", 0) == 0);
  CHECK(first.resources[0].title.rfind("question ", 0) == 0);
  CHECK(first.resources[0].description.find("1 records (records)") == 0);
  const auto second = s.resources.list(first.next_cursor, s.ctx).value();
  REQUIRE(second.resources.size() == 11);
  CHECK(second.next_cursor.empty());
  CHECK(second.resources.back().title == "Zinc → T → E");
  CHECK(s.resources.list("nonsense", s.ctx).error().code == Errc::invalid_argument);
  // Every listed resource can be read.
  CHECK(s.read(second.resources.back().uri));
  CHECK(s.read(first.resources[49].uri));
}
