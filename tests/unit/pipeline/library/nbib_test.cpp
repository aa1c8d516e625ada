#include "pipeline/library/nbib.hpp"

#include "pipeline/model/article_json.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

using namespace ev;

namespace {

// What MEDLINE text does not carry.
model::Article without_what_only_xml_has(model::Article a) {
  for (model::MeshHeading& heading : a.mesh_headings) {
    heading.ui.clear();
    for (model::MeshQualifier& qualifier : heading.qualifiers) qualifier.ui.clear();
  }
  for (model::Chemical& chemical : a.chemicals) chemical.ui.clear();
  for (model::OtherAbstract& other : a.other_abstracts) other.type.clear();
  for (model::CommentsCorrection& c : a.comments_corrections) c.note.clear();
  a.references.clear();
  a.metadata.erase("indexing_method");
  a.metadata.erase("medline_ta");
  return a;
}

}  // namespace

TEST_CASE("the same record read as MEDLINE text and as XML is the same article") {
  const test::Read xml = test::read_text(test::fixture("nbib/twin.xml"), "twin.xml");
  const test::Read nbib = test::read_text(test::fixture("nbib/twin.nbib"), "twin.nbib");
  CHECK(xml.report.format == "PubMed XML");
  CHECK(nbib.report.format == "MEDLINE/nbib");
  CHECK(nbib.report.warnings.empty());
  REQUIRE(xml.articles.size() == 4);
  REQUIRE(nbib.articles.size() == xml.articles.size());
  for (std::size_t i = 0; i < xml.articles.size(); ++i) {
    const model::Article expected = without_what_only_xml_has(xml.articles[i]);
    INFO(model::to_json_text(expected));
    INFO(model::to_json_text(nbib.articles[i]));
    CHECK(nbib.articles[i] == expected);
  }
  CHECK(nbib.articles[1].retraction.status == model::RetractionStatus::retracted);
  CHECK(nbib.articles[2].retraction.status == model::RetractionStatus::notice);
}

TEST_CASE("grants with identifiers that hold slashes") {
  const test::Read got = test::read_text(
      "PMID- 90000001\nTI  - T.\n"
      "GR  - MR/K00/1/MRC_/Medical Council/United Kingdom\n"
      "GR  - 001/World Org/International\n"
      "GR  - Some Trust/United Kingdom\n");
  const auto& grants = got.one().grants;
  REQUIRE(grants.size() == 3);
  CHECK(grants[0] == model::Grant{"MR/K00/1", "MRC_", "Medical Council", "United Kingdom"});
  CHECK(grants[1] == model::Grant{"001", "", "World Org", "International"});
  CHECK(grants[2] == model::Grant{"", "", "Some Trust", "United Kingdom"});
}

TEST_CASE("records without an empty line between them, CRLF, no PMID, stray text") {
  const test::Read got = test::read_text(
      "\xEF\xBB\xBFPMID- 90000001\r\nTI  - First\r\n      title.\r\nPMID- 90000002\r\nTI  - "
      "M\xFCller.\r\n\r\n"
      "OWN - NLM\r\nTI  - No number.\r\nLID - 10.5555/x [doi]\r\n\r\n"
      "stray words\r\n\r\n"
      "PMID- 9x\r\nTI  - Odd number.\r\n\r\n"
      "PMID- 90000003\r\n");
  REQUIRE(got.articles.size() == 5);
  CHECK(got.articles[0].title == "First title.");
  CHECK(got.articles[1].title == "Müller.");
  CHECK(got.articles[2].id.rfind("rec-", 0) == 0);
  CHECK(got.articles[2].url == "https://doi.org/10.5555/x");
  CHECK(got.articles[3].metadata.at("pmid_as_given") == "9x");
  CHECK(got.articles[4].pmid == "90000003");
  REQUIRE(got.report.malformed.size() == 1);
  CHECK(got.report.malformed[0].line == 11);
}

TEST_CASE("short names alone, a list that is not complete") {
  const test::Read got = test::read_text(
      "PMID- 90000001\nTI  - T.\nAU  - van der Berg JA Jr\nAU  - Doe J\nAU  - et al.\n");
  const model::Article& a = got.one();
  REQUIRE(a.authors.size() == 2);
  CHECK(a.authors[0].name == "van der Berg JA Jr");
  CHECK(a.authors[0].last_name == "van der Berg");
  CHECK(a.authors[0].initials == "JA");
  CHECK_FALSE(a.authors_complete);
}
