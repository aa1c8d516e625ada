#include "pipeline/sources/semanticscholar_record.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using sources::read_semanticscholar_paper;

namespace {

model::Article paper(std::size_t i) {
  static const Json document = Json::parse(test::fixture("semanticscholar/search.json"));
  return read_semanticscholar_paper(document["data"][i]).value();
}

}  // namespace

TEST_CASE("a paper becomes a record") {
  const model::Article a = paper(0);
  CHECK(a.pmid == "90000201");
  CHECK(a.id.empty());
  CHECK(a.doi == "10.5555/s2.one");
  CHECK(a.pmcid == "PMC9900201");
  CHECK(a.title == "Walnut oil for invented hip pain: a randomised trial");
  CHECK(a.abstract == "BACKGROUND: Hip pain is invented. RESULTS: Pain fell (P<0.05). NCT00009201");
  CHECK(a.nct_ids == std::vector<std::string>{"NCT00009201"});
  CHECK(a.journal == "Journal of Invented Hips");
  CHECK(a.issns == std::vector<std::string>{"0000-0035"});
  CHECK(a.publication_date == "2021-03-07");
  CHECK(a.volume == "12");
  CHECK(a.pages == "101-109");
  REQUIRE(a.authors.size() == 2);
  CHECK(a.authors[0].name == "Alpha Ada B.");
  CHECK(a.authors_complete);
  CHECK(a.publication_types == std::vector<std::string>{"Clinical Trial", "Journal Article"});
  CHECK(a.citation_counts == std::vector<model::CitationCount>{{"semanticscholar", 17}});
  CHECK(a.is_open_access == true);
  CHECK(a.pdf_url == "https://archive.example/one.pdf");
  CHECK(a.license == "ccby");
  CHECK(a.url == "https://pubmed.ncbi.nlm.nih.gov/90000201/");
  CHECK(a.metadata.at("source") == "semanticscholar");
  CHECK(a.metadata.at("semanticscholar_types") == "JournalArticle, ClinicalTrial");
  CHECK(a.retraction.status == model::RetractionStatus::none);
}

TEST_CASE("a preprint is told by its DOI, a filled-in day is none") {
  const model::Article a = paper(1);
  CHECK(a.pmid.empty());
  CHECK(a.id == "DOI:10.1101/2099.01.01.000001");
  CHECK(a.is_preprint);
  CHECK(a.publication_types == std::vector<std::string>{"Preprint"});
  CHECK(a.publication_date == "2023");
  CHECK(a.metadata.at("original_date") == "2023-01-01");
  CHECK(a.journal == "medRxiv");
  CHECK(a.abstract.empty());
  CHECK(a.is_open_access == false);
  CHECK(a.url == "https://doi.org/10.1101/2099.01.01.000001");
}

TEST_CASE("a paper without any other name has the program's own") {
  const model::Article a = paper(2);
  CHECK(a.id == "x-s2-990000003");
  CHECK(a.publication_date == "1999");
  CHECK(a.publication_types == std::vector<std::string>{"Review"});
  CHECK(a.url == "https://www.semanticscholar.org/paper/aa00000000000000000000000000000000000003");
}

TEST_CASE("identifiers of any shape; a title that says so makes a retracted paper") {
  const auto read = [](const char* text) { return read_semanticscholar_paper(Json::parse(text)); };
  CHECK(read(R"({"title":"A","externalIds":{"ArXiv":"9901.00001"}})")->doi ==
        "10.48550/arxiv.9901.00001");
  CHECK(read(R"({"title":"A","externalIds":{"PubMedCentral":"99"}})")->id == "PMC99");
  CHECK(read(R"({"title":"A","externalIds":{"PubMed":90000009}})")->pmid == "90000009");
  CHECK(read(R"({"title":"RETRACTED: A","externalIds":{"PubMed":"9"}})")->retraction.status ==
        model::RetractionStatus::retracted);
  for (const char* none : {"null", "7", "[]", "{}", R"({"title":"A"})", R"({"corpusId":1})",
                           R"({"title":"A","externalIds":{"PubMed":"x"}})"}) {
    INFO(none);
    CHECK_FALSE(read(none));
  }
}
