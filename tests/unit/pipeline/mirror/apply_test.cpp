#include "pipeline/mirror/apply.hpp"

#include "pipeline/library/stored_article.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "unit/pipeline/mirror/nlm_world.hpp"

using namespace ev;
using ev::test::Ids;
using ev::test::NlmWorld;

namespace {

struct Shelf {
  NlmWorld world;
  int made = 0;

  Shelf() { REQUIRE(world.mirror.create({.url = "u", .year = "26", .bits = 3})); }
  Result<mirror::Applied> apply(const std::string& xml, bool cut = false) {
    std::string bytes = test::gzipped(xml);
    if (cut) bytes.resize(bytes.size() - 20);
    const std::string name = NlmWorld::name(++made);
    REQUIRE(write_file_atomically(world.dir.path() / name, bytes));
    return mirror::apply_file(world.mirror, {.name = name, .update = true, .md5 = name},
                              world.dir.path() / name, {});
  }
};

}  // namespace

TEST_CASE("records of a file are found by word and key, and come back whole") {
  Shelf shelf;
  const auto applied =
      shelf.apply(test::set_xml({{1, "Heart failure in adults"}, {12, "A heart", true}}));
  REQUIRE(applied);
  CHECK(applied->records == 2);
  CHECK(applied->counts.retracted == 1);
  CHECK(shelf.world.found("heart") == Ids{"12", "1"});
  CHECK(shelf.world.mirror.count({.kind = store::IndexQuery::Kind::key, .key = "year:2020"}, {})
            .value() == 2);
  const auto stored = shelf.world.mirror.latest({"12"}, std::chrono::seconds(0));
  CHECK(stored->front().json.find("\"A heart\"") != std::string::npos);
}

TEST_CASE("the words of a record that is revised or deleted go, all of them") {
  Shelf shelf;
  REQUIRE(shelf.apply(test::set_xml({{1, "Beta-blocker β dose"}, {2, "Second record"}})));
  REQUIRE(shelf.apply(test::set_xml({{1, "Corrected title"}}, {2})));
  for (const char* word : {"beta", "blocker", "dose", "second", "record"}) {
    CHECK(shelf.world.found(word).empty());
  }
  CHECK(shelf.world.found("corrected") == Ids{"1"});
  CHECK(shelf.world.mirror.verify({})->empty());
}

TEST_CASE("a file that is cut off or no PubMed XML applies nothing") {
  Shelf shelf;
  std::vector<test::RecordText> many;
  for (int i = 1; i <= 300; ++i) many.push_back({i, "Title " + std::to_string(i * 7919)});
  const auto cut = shelf.apply(test::set_xml(many), true);
  REQUIRE_FALSE(cut);
  CHECK(cut.error().code == Errc::upstream_changed);
  CHECK_FALSE(shelf.apply("<html>moved</html>"));
  const std::string open = test::set_xml(many);
  CHECK_FALSE(shelf.apply(open.substr(0, open.size() - 22)));
  CHECK(shelf.world.found("title").empty());
  CHECK(shelf.world.mirror.files()->empty());
}

TEST_CASE("a record that cannot be read is counted, the others are applied") {
  Shelf shelf;
  std::string xml = test::set_xml({{1, "First"}, {2, "Second"}});
  const std::size_t at = xml.find("<Title>J");
  xml.replace(at, 8, "<Title>J<");
  const auto applied = shelf.apply(xml);
  REQUIRE(applied);
  CHECK(applied->malformed == 1);
  CHECK(shelf.world.mirror.files()->front().malformed == 1);
  CHECK(shelf.world.found("second") == Ids{"2"});
}

TEST_CASE("a stored record has the words of the record it was made of") {
  const char* xml =
      "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID Version=\"2\">77</PMID><Article>"
      "<Journal><ISSN>1234-567X</ISSN><JournalIssue><Volume>3</Volume><PubDate><MedlineDate>2001 "
      "Spring</MedlineDate></PubDate></JournalIssue><Title>The J&amp;K</Title></Journal>"
      "<ArticleTitle>[Über <i>m</i>&lt;sup&gt;2&lt;/sup&gt; &#946;-test].</ArticleTitle><Abstract>"
      "<AbstractText Label=\"AIM\">a &gt; b</AbstractText><AbstractText>Rest H<sub>2</sub>O."
      "</AbstractText></Abstract><AuthorList CompleteYN=\"N\"><Author><LastName>O'Neil</LastName>"
      "<ForeName>J L</ForeName><Initials>JL</Initials></Author><Author><CollectiveName>The Group"
      "</CollectiveName></Author></AuthorList><Language>ger</Language><VernacularTitle>Titel"
      "</VernacularTitle></Article><MeshHeadingList><MeshHeading><DescriptorName UI=\"D1\" "
      "MajorTopicYN=\"N\">Heart, Left</DescriptorName><QualifierName UI=\"Q1\" MajorTopicYN=\"Y\">"
      "drug "
      "therapy</QualifierName></MeshHeading></MeshHeadingList></MedlineCitation></PubmedArticle>";
  sources::XmlReader reader;
  const auto article = reader.read(xml);
  REQUIRE(article);
  const store::IndexColumns fresh = library::index_text(*article);
  const auto stored = mirror::text_of_record()(model::to_json_text(*article));
  REQUIRE(stored);
  CHECK(stored->parts == fresh.parts);
  CHECK(stored->keys == fresh.keys);
}
