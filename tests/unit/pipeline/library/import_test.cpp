#include "pipeline/library/import.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"
#include "unit/pipeline/library/import_support.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <fstream>
#include <stop_token>

using namespace ev;

namespace {

struct Imported {
  Result<library::ImportReport> report;
  std::vector<std::string> pmids;
  std::vector<std::string> titles;
};

Imported imported(const std::filesystem::path& path, const library::ImportOptions& options = {}) {
  std::vector<std::string> pmids;
  std::vector<std::string> titles;
  auto report = library::import_file(
      path, options,
      [&](const model::Article& a) -> Result<void> {
        pmids.push_back(a.pmid);
        titles.push_back(a.title);
        return {};
      },
      Context{});
  return {std::move(report), std::move(pmids), std::move(titles)};
}

std::filesystem::path write(const test::TempDir& dir, const char* name,
                            const std::string& content) {
  const auto path = dir.path() / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string numbered_set(int records) {
  std::string out = "<PubmedArticleSet>\n";
  for (int i = 0; i < records; ++i) {
    out += "<PubmedArticle><MedlineCitation><PMID Version=\"1\">" + std::to_string(90200000 + i) +
           "</PMID><Article><ArticleTitle>Number " + std::to_string(i) +
           "</ArticleTitle><Abstract><AbstractText>" + std::string(200, 'x') +
           "</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>\n";
  }
  return out + "</PubmedArticleSet>\n";
}

}  // namespace

TEST_CASE("a file is imported in its order, on any number of threads") {
  const test::TempDir dir;
  const auto path = write(dir, "set.xml", numbered_set(3000));
  for (const int threads : {1, 3}) {
    const Imported got = imported(path, {.threads = threads});
    REQUIRE(got.report);
    CHECK(got.report->records == 3000);
    CHECK(got.report->warnings.empty());
    CHECK(got.report->bytes == std::filesystem::file_size(path));
    REQUIRE(got.pmids.size() == 3000);
    CHECK(std::is_sorted(got.pmids.begin(), got.pmids.end()));
  }
}

TEST_CASE("compressed files are read alike") {
  const test::TempDir dir;
  const auto path = dir.path() / "set.xml.gz";
  const std::string xml = numbered_set(20);
  const gzFile file = gzopen(path.string().c_str(), "wb");
  gzwrite(file, xml.data(), static_cast<unsigned>(xml.size()));
  gzclose(file);
  CHECK(imported(path).report->records == 20);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 40);
  const Imported cut = imported(path);
  REQUIRE(cut.report);
  CHECK_FALSE(cut.report->warnings.empty());
}

TEST_CASE("what is wrong in a file is reported, the rest imported") {
  const Imported got = imported(test::fixture_path("pubmed/malformed.xml"));
  REQUIRE(got.report);
  CHECK(got.pmids == std::vector<std::string>{"90100101", "90100104", "90100105"});
  CHECK(got.report->malformed.size() == 3);
  const Imported all = imported(test::fixture_path("pubmed/pitfalls.xml"));
  CHECK(all.report->deleted.size() == 2);
  CHECK(all.report->duplicates == std::vector<std::string>{"90100095"});
  CHECK(all.report->records == all.pmids.size());
}

TEST_CASE("of several versions the highest is the last handed over") {
  const test::TempDir dir;
  const auto record = [](int version, const std::string& title) {
    return "<PubmedArticle><MedlineCitation><PMID Version=\"" + std::to_string(version) +
           "\">90200001</PMID><Article><ArticleTitle>" + title +
           "</ArticleTitle></Article></MedlineCitation></PubmedArticle>";
  };
  const auto path = write(dir, "set.xml",
                          "<PubmedArticleSet>" + record(1, "one") + record(3, "three") +
                              record(2, "two") + "</PubmedArticleSet>");
  const Imported got = imported(path);
  CHECK(got.titles == std::vector<std::string>{"one", "three"});
  CHECK(got.report->records == 1);
  CHECK(got.report->duplicates == std::vector<std::string>{"90200001"});
}

TEST_CASE("a number longer than PubMed's is one record as well") {
  const test::TempDir dir;
  const auto record = [](const std::string& pmid, const std::string& title) {
    return "<PubmedArticle><MedlineCitation><PMID Version=\"1\">" + pmid +
           "</PMID><Article><ArticleTitle>" + title +
           "</ArticleTitle></Article></MedlineCitation></PubmedArticle>";
  };
  const Imported got =
      imported(write(dir, "set.xml",
                     "<PubmedArticleSet>" + record("123456789", "one") + record("90200002", "two") +
                         record("123456789", "one again") + "</PubmedArticleSet>"));
  CHECK(got.titles == std::vector<std::string>{"one", "two", "one again"});
  CHECK(got.report->records == 2);
  CHECK(got.report->duplicates == std::vector<std::string>{"123456789"});
}

TEST_CASE("a file that is cut off says so") {
  const test::TempDir dir;
  const std::string xml = numbered_set(10);
  const Imported got = imported(write(dir, "cut.xml", xml.substr(0, xml.size() - 250)));
  REQUIRE(got.report);
  CHECK(got.report->records == 9);
  CHECK(got.report->malformed.size() == 1);
  CHECK(got.report->warnings.size() == 1);
}

TEST_CASE("the content tells the format, whatever the file is called") {
  const test::TempDir dir;
  for (const char* name : {"a.ris", "a.csv", "a.gz", "xml"}) {
    INFO(name);
    const Imported got = imported(write(dir, name, numbered_set(1)));
    REQUIRE(got.report);
    CHECK(got.report->format == "PubMed XML");
  }
  CHECK(imported(write(dir, "x.txt", "TY  - JOUR\nTI  - A\nER  - \n")).report->format == "RIS");
}

TEST_CASE("other formats are refused with the formats that are read") {
  const test::TempDir dir;
  for (const char* content :
       {"no markup", "<html><body/></html>", "", "[1, 2]", "PK\x03\x04", "{\n \"pmid\": 1\n}"}) {
    INFO(content);
    const Imported got = imported(write(dir, "text.xml", content));
    REQUIRE_FALSE(got.report);
    CHECK(got.report.error().code == Errc::invalid_argument);
    CHECK(got.report.error().message.find("MEDLINE/nbib, RIS, CSV") != std::string::npos);
    CHECK_FALSE(got.report.error().recovery.empty());
  }
  CHECK(imported(write(dir, "empty.xml", "<PubmedArticleSet></PubmedArticleSet>")).report);
  CHECK(imported(dir.path() / "none.xml").report.error().code == Errc::not_found);
}

TEST_CASE("all formats are read compressed, in order, on any number of threads") {
  const test::TempDir dir;
  std::string ris, jsonl, csv = "record_id,title\n";
  for (int i = 0; i < 1500; ++i) {
    const std::string n = std::to_string(90300000 + i);
    ris += "TY  - JOUR\nTI  - Number " + n + "\nAB  - " + std::string(300, 'x') + "\nER  - \n";
    jsonl += R"({"pmid":")" + n + R"(","title":"Number )" + n + "\"}\n";
    csv += n + ",Number " + n + "\n";
  }
  for (const std::string& content : {ris, jsonl, csv}) {
    const auto path = dir.path() / "records.gz";
    const gzFile file = gzopen(path.string().c_str(), "wb");
    gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
    gzclose(file);
    for (const int threads : {0, 1, 3}) {
      const Imported got = imported(path, {.threads = threads});
      REQUIRE(got.report);
      CHECK(got.report->records == 1500);
      CHECK(got.report->bytes == content.size());
      REQUIRE(got.titles.size() == 1500);
      CHECK(std::is_sorted(got.titles.begin(), got.titles.end()));
    }
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    const Imported cut = imported(path);
    REQUIRE(cut.report);
    CHECK(cut.report->records > 200);
    CHECK_FALSE(cut.report->warnings.empty());
  }
}

TEST_CASE("records without a PMID have a stable id of their own, equal ones included") {
  const std::string ris = "TY  - JOUR\nTI  - Same\nER  - \n";
  const test::Read once = test::read_text(ris);
  const test::Read thrice = test::read_text(ris + "TY  - JOUR\nTI  - Other\nER  - \n" + ris + ris);
  const std::string id = once.one().id;
  CHECK(id.rfind("rec-", 0) == 0);
  CHECK(id.size() == 16);
  REQUIRE(thrice.articles.size() == 4);
  CHECK(thrice.articles[0].id == id);
  CHECK(thrice.articles[1].id != id);
  CHECK(thrice.articles[2].id == id + "-2");
  CHECK(thrice.articles[3].id == id + "-3");
  // The lines of JSON hold the same ids.
  const test::TempDir dir;
  std::string text;
  const auto report = library::file_to_jsonl(
      write(dir, "a.ris", ris + ris), {},
      [&](std::string_view line) -> Result<void> {
        text += line;
        return {};
      },
      Context{});
  REQUIRE(report);
  CHECK(text.find("\"" + id + "-2\"") != std::string::npos);
}

TEST_CASE("equal PMIDs stay rows but in PubMed XML") {
  const test::Read got = test::read_text(
      "{\"pmid\":\"90300001\",\"title\":\"a\"}\n{\"pmid\":90300001,\"title\":\"b\"}\n");
  CHECK(got.report.records == 2);
  CHECK(got.articles.size() == 2);
  CHECK(got.report.duplicates == std::vector<std::string>{"90300001"});
}

TEST_CASE("JSON lines hold the canonical articles") {
  std::string text;
  const auto report = library::file_to_jsonl(
      test::fixture_path("pubmed/pitfalls.xml"), {},
      [&](std::string_view line) -> Result<void> {
        text += line;
        return {};
      },
      Context{});
  REQUIRE(report);
  const auto lines = text::split(text, '\n');
  REQUIRE(lines.size() == report->records + 1);
  CHECK(lines.back().empty());
  const auto first = parse_json(lines.front());
  REQUIRE(first);
  CHECK((*first)["pmid"] == "90100001");
  CHECK((*first)["authors"] == Json({"Doe Jane Q"}));
}

TEST_CASE("the sink's error and cancellation end the import") {
  const test::TempDir dir;
  const auto path = write(dir, "set.xml", numbered_set(5000));
  int calls = 0;
  const auto failed = library::import_file(
      path, {},
      [&](const model::Article&) -> Result<void> {
        if (++calls == 5) return Error{.code = Errc::internal, .message = "full"};
        return {};
      },
      Context{});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "full");
  CHECK(calls == 5);
  std::stop_source stop;
  stop.request_stop();
  const test::FakeClock clock;
  const auto cancelled = library::import_file(
      path, {}, [](const model::Article&) -> Result<void> { return {}; },
      Context{.clock = &clock, .stop = stop.get_token()});
  CHECK(cancelled.error().code == Errc::cancelled);
}

TEST_CASE("XML in another encoding is read as such, and it is said") {
  const auto file = [](const std::string& declared, const std::string& title) {
    return R"(<?xml version="1.0")" + declared +
           R"(?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>77</PMID><Article><ArticleTitle>)" +
           title + "</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";
  };
  for (const char* declared :
       {" encoding=\"ISO-8859-1\"", " encoding='windows-1252'", "", " encoding=\"UTF-8\""}) {
    CAPTURE(declared);
    const test::Read got = test::read_text(file(declared, "M\xFCller"));
    CHECK(got.one().title == "Müller");
    REQUIRE(got.report.warnings.size() == 1);
    CHECK(got.report.warnings[0].find("PMID 77: bytes that are not UTF-8") == 0);
  }
  const test::Read plain = test::read_text(file(" encoding='utf-8'", "Müller"));
  CHECK(plain.one().title == "Müller");
  CHECK(plain.report.warnings.empty());
  const test::Read other = test::read_text(file(" encoding='KOI8-R'", "T"));
  REQUIRE(other.report.warnings.size() == 1);
  CHECK(other.report.warnings[0].find("KOI8-R") != std::string::npos);
}
