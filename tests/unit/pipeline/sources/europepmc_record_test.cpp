#include "pipeline/sources/europepmc_record.hpp"

#include "base/text.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using sources::read_europepmc_record;

namespace {

model::Article record(const char* json) {
  auto article = read_europepmc_record(Json::parse(json));
  REQUIRE(article);
  return *article;
}

std::vector<model::Article> core_records() {
  std::vector<model::Article> out;
  const Json reply = Json::parse(test::fixture("europepmc/core.json"));
  for (const Json& r : reply["resultList"]["result"]) {
    if (auto article = read_europepmc_record(r)) out.push_back(*article);
  }
  return out;
}

std::string section_text(const model::Article& a, std::size_t i) {
  return std::string(text::slice(a.abstract, static_cast<std::size_t>(a.sections[i].start),
                                 static_cast<std::size_t>(a.sections[i].end)));
}

}  // namespace

TEST_CASE("a whole record of Europe PMC becomes an article") {
  const model::Article a = core_records().at(0);
  CHECK(a.pmid == "90000001");
  CHECK(a.id.empty());
  CHECK(a.europepmc_id == "MED:90000001");
  CHECK(a.pmcid == "PMC9000001");
  CHECK(a.doi == "10.5555/zorva.2025.1");
  CHECK(a.title == "Zorvastatin lowers CD4⁺ counts in Fictomys (age < 40 weeks): R&D report.");
  CHECK(a.journal == "Journal of invented medicine");
  CHECK(a.journal_abbreviation == "J. Invent. Med.");
  CHECK(a.metadata.at("medline_ta") == "J Invent Med");
  CHECK(a.issns == std::vector<std::string>{"1111-1111", "2222-222X"});
  CHECK(a.volume == "12");
  CHECK(a.issue == "4");
  CHECK(a.pages == "10-19");
  CHECK(a.languages == std::vector<std::string>{"eng"});
  CHECK(a.publication_types ==
        std::vector<std::string>{"Randomized Controlled Trial", "Journal Article"});
  CHECK(a.keywords == std::vector<std::string>{"zorvastatin", "CD4⁺ cells"});
  CHECK(a.chemicals ==
        std::vector<model::Chemical>{{"Zorvastatin", "", ""}, {"Water", "059QF0KO0R", ""}});
  CHECK(a.grants == std::vector<model::Grant>{{"R01 XX000001", "XX", "NIX HHS", ""},
                                              {"", "", "Fund for & of Fiction", ""}});
  REQUIRE(a.mesh_headings.size() == 2);
  CHECK(a.mesh_headings[0] ==
        model::MeshHeading{"Heart Failure", "", true, {{"drug therapy", "", true}}});
  CHECK_FALSE(a.mesh_headings[1].major);
  CHECK(a.nct_ids == std::vector<std::string>{"NCT00000101", "NCT00000102"});
  CHECK(a.url == "https://pubmed.ncbi.nlm.nih.gov/90000001/");
  CHECK(a.metadata.at("source") == "europepmc");
  CHECK(a.metadata.at("manuscript_id") == "NIXMS1");
  CHECK_FALSE(a.is_preprint);
  CHECK(model::article_from_json(model::to_json(a)) == a);
}

TEST_CASE("authors keep names, collective names, ORCID and affiliations") {
  const model::Article a = core_records().at(0);
  REQUIRE(a.authors.size() == 3);
  CHECK(a.authors[0].name == "Doe Jane Anna");
  CHECK(a.authors[0].orcid == "0000-0002-1825-0097");
  CHECK(a.authors[0].affiliations ==
        std::vector<std::string>{"Institute of R&D, Nowhere.", "Second Home, Nowhere."});
  CHECK(a.authors[1].name == "Roe B");
  CHECK(a.authors[1].affiliations == std::vector<std::string>{"Only One, Nowhere."});
  CHECK(a.authors[2] == model::Author{.name = "The Invented Trial Group", .collective = true});
  // The record's own affiliation is the first author's, where the authors have none.
  const model::Article preprint = core_records().at(2);
  CHECK(preprint.authors.front().affiliations ==
        std::vector<std::string>{"Institute of R&D, Nowhere."});
}

TEST_CASE("an abstract's marks become sections, its comparisons stay") {
  const model::Article a = core_records().at(0);
  CHECK(a.abstract ==
        "Background: Mice & men differ.\n"
        "Methods: We gave 5\u00A0mg/m² to n\u00A0= 40 (NCT00000101).\n"
        "Results: Survival rose (P<0.001), i.e. a <b and c> d; Tₘₐₓ was 10^(-3) h.\n"
        "Conclusion: It works if x<5 & y>3.\n"
        "Trial registration: NCT00000102");
  REQUIRE(a.sections.size() == 5);
  CHECK(a.sections[1].label == "Methods");
  CHECK(section_text(a, 1) == "We gave 5\u00A0mg/m² to n\u00A0= 40 (NCT00000101).");
  CHECK(section_text(a, 4) == "Trial registration: NCT00000102");
  const model::Article preprint = core_records().at(2);
  CHECK(preprint.abstract == "Background: First.\nSecond.");
  CHECK(section_text(preprint, 0) == "First.\nSecond.");
  CHECK(core_records().at(1).sections.empty());
}

TEST_CASE("a record outside PubMed is named by its source") {
  const auto all = core_records();
  REQUIRE(all.size() == 4);  // the fifth has no identifier
  CHECK(all[1].pmid.empty());
  CHECK(all[1].id == "PMC:PMC9000002");
  CHECK(all[1].europepmc_id == "PMC:PMC9000002");
  CHECK(all[1].url == "https://europepmc.org/article/PMC/PMC9000002");
  CHECK(all[2].id == "PPR:PPR900001");
  CHECK(all[2].url == "https://doi.org/10.5555/ppr.1");
  CHECK(all[2].is_preprint);
  CHECK(all[2].journal == "inventRxiv");
  CHECK(all[2].metadata.at("version") == "2");
  CHECK(all[3].id == "PAT:WO9000001");
  CHECK_FALSE(all[3].citation_count);
  // The number of an Agricola record is not a PMID; a pmid member is, whatever the source.
  CHECK(record(R"({"id":"90000077","source":"AGR"})").pmid.empty());
  CHECK(record(R"({"id":"90000077","source":"AGR"})").id == "AGR:90000077");
  CHECK(record(R"({"id":"PMC1","source":"PMC","pmid":"90000078"})").id.empty());
  CHECK(record(R"({"pmid":90000079})").europepmc_id == "MED:90000079");
}

TEST_CASE("a record that cannot be named is an error, not an article") {
  for (const char* json :
       {R"({"source":"MED","title":"x"})", R"({"id":"1"})", "[]", "null", "7", "{}"}) {
    INFO(json);
    const auto article = read_europepmc_record(Json::parse(json));
    REQUIRE_FALSE(article);
    CHECK(article.error().code == Errc::upstream_changed);
  }
}

TEST_CASE("lists that collapsed and numbers in strings are read") {
  const model::Article a = core_records().at(1);
  CHECK(a.publication_types == std::vector<std::string>{"research-article"});
  CHECK(a.keywords == std::vector<std::string>{"alone"});
  CHECK(a.mesh_headings.at(0).descriptor == "Solitude");
  CHECK(a.publication_date == "2024-03-07");
  CHECK(core_records().at(0).citation_count == 17);
}

TEST_CASE("dates are as precise as given, and the others are kept") {
  const auto date = [](const std::string& members) {
    const model::Article a = record(("{\"id\":\"1\",\"source\":\"MED\"," + members + "}").c_str());
    const auto original = a.metadata.find("original_date");
    return a.publication_date + (original == a.metadata.end() ? "" : " (" + original->second + ")");
  };
  const auto printed = [&](const std::string& text) {
    return date(
        "\"journalInfo\":{\"dateOfPublication\":\"" + text +
        "\",\"printPublicationDate\":\"2025-01-01\"},\"firstPublicationDate\":\"2024-12-30\"");
  };
  CHECK(printed("2025") == "2025");
  CHECK(printed("2025 Dec") == "2025-12");
  CHECK(printed("2025 December 5") == "2025-12-05");
  CHECK(printed("2025 Dec 05") == "2025-12-05");
  CHECK(printed("2025 12") == "2025-12");
  CHECK(printed("2025 Sep-Oct") == "2025-09 (2025 Sep-Oct)");
  CHECK(printed("2025 Winter") == "2025 (2025 Winter)");
  CHECK(printed("2025 Dec-2026 Jan") == "2025-12 (2025 Dec-2026 Jan)");
  CHECK(printed("Nov 1985") == "1985 (Nov 1985)");
  CHECK(printed("no date") == "2024-12-30 (no date)");
  CHECK(date(R"("journalInfo":{"yearOfPublication":2020,"monthOfPublication":"5"})") == "2020-05");
  CHECK(date(R"("journalInfo":{"yearOfPublication":2020,"monthOfPublication":0})") == "2020");
  CHECK(date(R"("electronicPublicationDate":"2020-05-09")") == "2020-05-09");
  // Europe PMC fills a missing day and month with 1.
  CHECK(date(R"("pubYear":"2010","firstPublicationDate":"2010-06-01")") == "2010-06");
  CHECK(date(R"("pubYear":"2010","firstPublicationDate":"2010-01-01")") == "2010");
  CHECK(date(R"("pubYear":"2010","firstPublicationDate":"2010-06-15")") == "2010-06-15");
  CHECK(date(R"("pubYear":"2010","firstPublicationDate":"2009-12-28")") == "2010");
  CHECK(date(R"("firstPublicationDate":"soon","pubYear":"2010")") == "2010");
  CHECK(date(R"("bookOrReportDetails":{"yearOfPublication":2009})") == "2009");
  CHECK(date(R"("title":"x")").empty());
  const model::Article preprint = core_records().at(2);
  CHECK(preprint.publication_date == "2025-03-01");
  const model::Article a = core_records().at(0);
  CHECK(a.publication_date == "2025-09");
  CHECK(a.metadata.at("electronic_date") == "2025-08-22");
  CHECK(a.metadata.at("first_publication_date") == "2025-08-22");
}

TEST_CASE("access and counts name their source") {
  const model::Article a = core_records().at(0);
  CHECK(a.is_open_access == true);
  CHECK(a.pdf_url == "https://example.org/open.pdf");  // open before free; never behind a wall
  CHECK(a.license == "cc by");
  CHECK(a.citation_counts == std::vector<model::CitationCount>{{"europepmc", 17}});
  CHECK(a.metadata.at("citation_source") == "europepmc");
  const model::Article none = record(R"({"id":"1","source":"MED"})");
  CHECK_FALSE(none.is_open_access);
  CHECK(none.citation_counts.empty());
  CHECK(none.metadata.count("citation_source") == 0);
  CHECK(
      record(R"({"id":"1","source":"MED","isOpenAccess":"N","citedByCount":-3})").is_open_access ==
      false);
}

TEST_CASE("a short record is read from its strings") {
  const model::Article a = record(
      R"({"id":"90000002","source":"MED","pmid":"90000002","title":"Short.","authorString":"Lee MS, de la Roe AB, The X Group, et al.",
          "journalTitle":"J Invent Med","journalIssn":"1111-1111; 2222-222x; ","journalVolume":"9","issue":"2",
          "pubType":"retracted publication; journal article","isOpenAccess":"N"})");
  CHECK(a.journal == "J Invent Med");
  CHECK(a.issns == std::vector<std::string>{"1111-1111", "2222-222X"});
  CHECK(a.volume == "9");
  REQUIRE(a.authors.size() == 3);
  CHECK(a.authors[1] ==
        model::Author{.name = "de la Roe AB", .last_name = "de la Roe", .initials = "AB"});
  CHECK(a.authors[2].last_name.empty());
  CHECK_FALSE(a.authors_complete);
  CHECK(a.publication_types.size() == 2);
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
}

TEST_CASE("relations are typed from this record's side") {
  const auto all = core_records();
  CHECK(all[0].related ==
        std::vector<model::Relation>{{"has_notice", "PMID:90000009", "europepmc"},
                                     {"has_preprint", "PPR:PPR900001", "europepmc"}});
  CHECK(all[2].related ==
        std::vector<model::Relation>{{"preprint_of", "PMID:90000001", "europepmc"},
                                     {"version_of", "PPR:PPR900000", "europepmc"}});
  REQUIRE(all[0].comments_corrections.size() == 3);
  CHECK(all[0].comments_corrections[0].type == "RetractionIn");
  CHECK(all[0].comments_corrections[0].note == "by the editor");
  CHECK(all[0].comments_corrections[1].pmid.empty());  // a preprint's id is no PMID
  CHECK(all[0].comments_corrections[2].type == "CommentIn");
}

TEST_CASE("the standing of a record is judged and says by what") {
  const model::Article a = core_records().at(0);
  CHECK(a.retraction == model::Retraction{model::RetractionStatus::retracted,
                                          {"europepmc:commentCorrection"},
                                          "90000009",
                                          "2026-01-05"});
  const auto status = [](const std::string& members) {
    return record(("{\"id\":\"1\",\"source\":\"MED\"," + members + "}").c_str()).retraction;
  };
  CHECK(status(R"("title":"RETRACTED: x")").sources == std::vector<std::string>{"title"});
  CHECK(status(R"("pubTypeList":{"pubType":["Retracted Publication"]})").sources ==
        std::vector<std::string>{"europepmc:pubType"});
  CHECK(status(R"("pubTypeList":{"pubType":["Published Erratum","correction"]})").status ==
        model::RetractionStatus::notice);
  CHECK(status(R"("pubTypeList":{"pubType":["retraction"]})").status ==
        model::RetractionStatus::notice);
  CHECK(status(R"("pubTypeList":{"pubType":["Preprint","Preprint-withdrawal"]})").status ==
        model::RetractionStatus::retracted);
  CHECK(
      status(
          R"("commentCorrectionList":{"commentCorrection":[{"type":"Erratum in","id":"2","source":"MED"}]})")
          .status == model::RetractionStatus::corrected);
  CHECK(status(R"("title":"x")") == model::Retraction{});
}

TEST_CASE("a translated title loses its brackets") {
  const model::Article a =
      record(R"({"id":"1","source":"MED","title":"[On zorvastatin].","language":"ger"})");
  CHECK(a.title == "On zorvastatin.");
  CHECK(a.metadata.at("title_translated") == "yes");
}

TEST_CASE("members of the wrong kind never break a record") {
  const char* names[] = {
      "title",        "abstractText", "authorList",          "authorString",
      "journalInfo",  "pubTypeList",  "meshHeadingList",     "keywordList",
      "chemicalList", "grantsList",   "fullTextUrlList",     "commentCorrectionList",
      "versionList",  "language",     "citedByCount",        "isOpenAccess",
      "doi",          "pmcid",        "bookOrReportDetails", "firstPublicationDate",
      "pubYear",      "license",      "versionNumber"};
  const char* values[] = {
      "null",
      "7",
      "true",
      "\"x\"",
      "[]",
      "{}",
      "[[1]]",
      "[null,{\"type\":[]}]",
      "{\"author\":7,\"journal\":[],\"pubType\":{},\"meshHeading\":[1],\"grant\":[\"g\"]}"};
  for (const char* name : names) {
    for (const char* value : values) {
      const std::string json =
          std::string("{\"id\":\"5\",\"source\":\"MED\",\"") + name + "\":" + value + "}";
      INFO(json);
      const auto a = read_europepmc_record(Json::parse(json));
      REQUIRE(a);
      CHECK(a->pmid == "5");
    }
  }
}
