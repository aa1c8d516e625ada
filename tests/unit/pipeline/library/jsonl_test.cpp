#include "pipeline/library/jsonl.hpp"

#include "base/json.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/library/import_support.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

TEST_CASE("lines of canonical articles come back as they were") {
  model::Article a{.pmid = "90000001", .title = "Größe \"quoted\"", .abstract = "AIM: x\nEND: y"};
  a.authors.push_back({.name = "Doe Jane", .last_name = "Doe", .initials = "J"});
  a.sections.push_back({.label = "AIM", .start = 5, .end = 6});
  a.mesh_headings.push_back({.descriptor = "Heart", .major = true});
  a.metadata["record_id"] = "r1";
  a.citation_count = 3;
  const test::Read got = test::read_text(model::to_json_text(a) + "\r\n\n");
  CHECK(got.report.format == "JSONL");
  CHECK(got.one() == a);
}

TEST_CASE("numbers, own members and bare terms") {
  const test::Read got = test::read_text(
      R"({"pmid": 90000001, "title": "T", "authors": ["Doe J"], "mesh_terms": ["Heart"], "mine": [1], "record_id": 7})"
      "\n");
  const model::Article& a = got.one();
  CHECK(a.pmid == "90000001");
  CHECK(a.authors.at(0).name == "Doe J");
  CHECK(a.mesh_headings.at(0).descriptor == "Heart");
  CHECK(a.metadata.at("record_id") == "7");
}

TEST_CASE("a line that is no article is named with its number, the rest is read") {
  const test::Read got = test::read_text(
      "{\"pmid\":\"90000001\",\"title\":\"a\"}\n"
      "{\"pmid\":\"90000002\",\"title\":\n"
      "\n"
      "{\"pmid\":\"90000003\",\"title\":5}\n"
      "[]\n"
      "{\"journal\":\"J\"}\n"
      "{\"pmid\":\"90000004\",\"abstract\":\"only\"}");
  CHECK(got.articles.size() == 2);
  REQUIRE(got.report.malformed.size() == 4);
  std::vector<std::uint64_t> lines;
  for (const auto& m : got.report.malformed) lines.push_back(m.line);
  CHECK(lines == std::vector<std::uint64_t>{2, 4, 5, 6});
  CHECK(got.report.malformed[1].reason.find("title must be a string") != std::string::npos);
  CHECK(got.report.malformed[0].offset == 32);
}

TEST_CASE("a mark, CRLF and Latin-1 bytes are no obstacle") {
  const test::Read got =
      test::read_text("\xEF\xBB\xBF{\"title\":\"M\xFCller\"}\r\n{\"title\":\"M\xC3\xBCller\"}\r\n");
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[0].title == "Müller");
  CHECK(got.articles[1].title == "Müller");
  REQUIRE(got.report.warnings.size() == 1);
  CHECK(got.report.warnings[0].find("line 1: bytes that are not UTF-8") == 0);
}

TEST_CASE("a retraction in the title is seen") {
  const test::Read got = test::read_text("{\"title\":\"RETRACTED: Something\"}\n");
  CHECK(got.one().retraction.status == model::RetractionStatus::retracted);
}

TEST_CASE("sections outside the abstract are left out with a warning") {
  const test::Read got = test::read_text(
      R"({"title":"T","abstract":"Größe","sections":[{"label":"A","start":0,"end":5},{"label":"B","start":3,"end":6}]})");
  CHECK(got.one().sections.size() == 1);
  CHECK(got.report.warnings.size() == 1);
}

TEST_CASE("real lines are read alike with and without a document") {
  const auto path = test::shared_dir() / "eval/data/known_item/docs.jsonl.gz";
  if (test::shared_dir().empty() || !std::filesystem::exists(path)) {
    test::skipped("no shared folder with eval/data/known_item");
    return;
  }
  const auto source = sources::open_file_source(path);
  REQUIRE(source);
  const auto records = library::jsonl_records(**source);
  int plain = 0;
  for (int i = 0; i < 500; ++i) {
    std::string line;
    library::RawRecord record;
    if (!records->next(line, record).value_or(false)) break;
    const auto slow = model::article_from_client(*parse_json(line), "article");
    const auto quick = model::article_from_plain_text(line);
    REQUIRE(slow);
    if (!quick) continue;
    ++plain;
    CHECK(*quick == *slow);
  }
  CHECK(plain > 490);
}

TEST_CASE("the year of a line is read by the names it goes by, and what is not read is said") {
  struct Case {
    const char* members;
    const char* date;
  };
  for (const auto& [members, date] :
       std::initializer_list<Case>{{R"("year":2020)", "2020"},
                                   {R"("year":"2020")", "2020"},
                                   {R"("publication_year":2020)", "2020"},
                                   {R"("date":"2020-03-07")", "2020-03-07"},
                                   {R"("pub_date":"2020 Mar")", "2020-03"},
                                   {R"("year":2020,"date":"2020-03")", "2020-03"},
                                   {R"("year":2019,"publication_date":"2020-03")", "2020-03"},
                                   {R"("year":2020,"record_id":"r")", "2020"},
                                   {R"("year":"soon")", ""},
                                   {R"("year":[2020])", ""},
                                   {R"("year":null)", ""}}) {
    CAPTURE(members);
    const test::Read got = test::read_text(std::string(R"({"title":"T",)") + members + "}");
    CHECK(got.one().publication_date == date);
    CHECK(got.report.warnings.empty());
  }
  for (const char* member : {R"("venue":"J")", R"("venue":{"name":"J"})", R"("venue":5)"}) {
    CAPTURE(member);
    const test::Read got = test::read_text(std::string(R"({"title":"T",)") + member + "}");
    REQUIRE(got.articles.size() == 1);
    REQUIRE(got.report.warnings.size() == 1);
    CHECK(got.report.warnings[0].find("\"venue\"") != std::string::npos);
  }
}
