#include "pipeline/library/ris.hpp"

#include "pipeline/library/tagged_lines.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

using namespace ev;

TEST_CASE("tags of lines") {
  CHECK(library::ris_tag("TY  - JOUR") == "TY");
  CHECK(library::ris_tag("ER  -") == "ER");
  CHECK(library::ris_tag("TY - JOUR") == "TY");
  CHECK(library::ris_tag("ER - positive", 2).empty());
  CHECK(library::ris_tag("TY   - JOUR").empty());
  CHECK(library::ris_tag("Ty  - JOUR").empty());
  CHECK(library::medline_tag("PMID- 1") == "PMID");
  CHECK(library::medline_tag("TI  - x") == "TI");
  CHECK(library::medline_tag("      more").empty());
  CHECK(library::medline_tag("TO DO- x").empty());
}

TEST_CASE("a reference manager's export: continued keywords, names of the database") {
  const test::Read got = test::read_text(
      "TY  - JOUR\r\n"
      "AU  - Doe, Jane Q.\r\n"
      "AU  - Roe, Rick, Jr.\r\n"
      "AU  - The TRIAL-1 Study Group\r\n"
      "PY  - 2019\r\n"
      "DA  - Mar 7\r\n"
      "TI  - An invented title that goes\r\non in the next line\r\n"
      "T2  - Journal of Invented Medicine\r\n"
      "J2  - J Inv Med\r\n"
      "VL  - 12\r\nIS  - 3\r\nSP  - 100\r\nEP  - 109\r\n"
      "SN  - 0028-4793 (Print)\r\n1533-4406 (Electronic)\r\n"
      "DO  - https://doi.org/10.5555/JIM.1\r\n"
      "KW  - Adult\r\n*Heart Failure/therapy\r\nHumans\r\n"
      "AB  - BACKGROUND: One. METHODS: Two.\r\nRESULTS: ER - positive ones.\r\n"
      "N1  - 90000001\r\nPMCID: PMC90001\r\n"
      "C2  - PMC90001\r\n"
      "AN  - 90000001\r\nDB  - PubMed\r\nDP  - NLM\r\nLA  - eng\r\n"
      "UR  - https://example.org/a\r\nUR  - https://example.org/b\r\n"
      "PB  - Imagined Press\r\nM1  - 77\r\nID  - 4711\r\n"
      "ER  - \r\n\r\n");
  CHECK(got.report.format == "RIS");
  CHECK(got.report.warnings.empty());
  const model::Article& a = got.one();
  CHECK(a.pmid == "90000001");
  CHECK(a.pmcid == "PMC90001");
  CHECK(a.doi == "10.5555/jim.1");
  CHECK(a.title == "An invented title that goes on in the next line");
  REQUIRE(a.authors.size() == 3);
  CHECK(a.authors[0].name == "Doe Jane Q.");
  CHECK(a.authors[1].name == "Roe Rick Jr.");
  CHECK(a.authors[2].collective);
  CHECK(a.publication_date == "2019-03-07");
  CHECK(a.journal == "Journal of Invented Medicine");
  CHECK(a.journal_abbreviation == "J Inv Med");
  CHECK(a.volume == "12");
  CHECK(a.issue == "3");
  CHECK(a.pages == "100-109");
  CHECK(a.issns == std::vector<std::string>{"0028-4793", "1533-4406"});
  CHECK(a.keywords == std::vector<std::string>{"Adult", "Heart Failure/therapy", "Humans"});
  CHECK(a.sections.size() == 3);
  CHECK(a.languages == std::vector<std::string>{"eng"});
  CHECK(a.url == "https://pubmed.ncbi.nlm.nih.gov/90000001/");
  CHECK(a.metadata.at("urls") == "https://example.org/a https://example.org/b");
  CHECK(a.metadata.at("publisher") == "Imagined Press");
  CHECK(a.metadata.at("ris_M1") == "77");
  CHECK(a.metadata.at("record_id") == "4711");
  CHECK(a.metadata.at("reference_type") == "JOUR");
  CHECK(a.metadata.at("note") == "90000001 PMCID: PMC90001");
}

TEST_CASE("an accession number is a PMID only when the database says so") {
  const auto one = [](const std::string& fields) {
    return test::read_text("TY  - JOUR\nTI  - A\n" + fields + "ER  - \n").one();
  };
  CHECK(one("AN  - 90000001\nDB  - Ovid MEDLINE(R)\n").pmid == "90000001");
  CHECK(one("ID  - 90000001\nDB  - MEDLINE\n").pmid == "90000001");
  const model::Article embase = one("AN  - 90000001\nDB  - Embase\n");
  CHECK(embase.id.rfind("rec-", 0) == 0);
  CHECK(embase.metadata.at("accession_number") == "90000001");
  CHECK(one("C2  - 90000001\nDB  - Scopus\n").pmid == "90000001");
  CHECK(one("N1  - <p>PMID: 90000001</p>\n").pmid == "90000001");
  CHECK(one("UR  - http://www.ncbi.nlm.nih.gov/pubmed/90000001\n").pmid == "90000001");
  CHECK(one("AN  - WOS:000900000010\n").metadata.at("accession_number") == "WOS:000900000010");
  CHECK(one("UR  - https://doi.org/10.5555/abc\n").doi == "10.5555/abc");
  CHECK(one("M3  - 10.5555/abc\n").doi == "10.5555/abc");
  CHECK(one("M3  - Journal Article; Review\n").publication_types ==
        std::vector<std::string>{"Journal Article", "Review"});
}

TEST_CASE("identifiers of works that a note tells of are not the record's") {
  const test::Read got = test::read_text(
      "TY  - JOUR\nTI  - An invented title of some length\nPY  - 2019\n"
      "N1  - Comment in: J Inv Med. 2020. PMID: 90000009; PMCID: PMC90009; doi: 10.5555/other\n"
      "C1  - References: Doe J. https://doi.org/10.5555/cited, ClinicalTrials.gov NCT09900009\n"
      "ER  - \n");
  REQUIRE(got.articles.size() == 1);
  const model::Article& a = got.one();
  CHECK(a.title == "An invented title of some length");
  CHECK(a.pmid.empty());
  CHECK(a.pmcid.empty());
  CHECK(a.doi.empty());
  CHECK(a.nct_ids.empty());
}

TEST_CASE("other writers: older tags, other dates, other places for pages") {
  const test::Read got = test::read_text(
      "Provider: Imagined\n\n"
      "TY  - JOUR\nT1  - Ovid's title.\nA1  - Doe J\nY1  - 2018///\nJF  - Full Name\nJA  - Short\n"
      "N2  - Text\nVL  - 1\nIS  - 2\nSP  - 5-9\nER  - \n"
      "TY  - JOUR\nTI  - Scopus title\nAU  - Roe, R.\nPY  - 2018\nT2  - J\nC7  - e123\nSP  - e123\n"
      "LA  - English\nM3  - Article\nDB  - Scopus\nER  - \n"
      "TY  - JOUR\nTI  - WoS title\nAU  - Poe, EA\nPY  - 2018\nDA  - MAR\nT2  - J\nSN  - "
      "0028-4793\n"
      "EI  - 1533-4406\nAN  - WOS:1\nER  - \n"
      "TY  - JOUR\nTI  - Dates differ\nPY  - 2018\nDA  - 2021/05/04/\nER  - \n"
      "TY  - CHAP\nTI  - A chapter\nBT  - The book\nAU  - Roe, R. et al.\nSN  - "
      "978-3-16-148410-0\nER  -\n");
  REQUIRE(got.articles.size() == 5);
  CHECK(got.articles[0].title == "Ovid's title.");
  CHECK(got.articles[0].publication_date == "2018");
  CHECK(got.articles[0].journal == "Full Name");
  CHECK(got.articles[0].journal_abbreviation == "Short");
  CHECK(got.articles[0].abstract == "Text");
  CHECK(got.articles[0].pages == "5-9");
  CHECK(got.articles[1].pages == "e123");
  CHECK(got.articles[1].metadata.at("ris_C7") == "e123");
  CHECK(got.articles[2].publication_date == "2018-03");
  CHECK(got.articles[2].issns.size() == 2);
  CHECK(got.articles[3].publication_date == "2018");
  CHECK(got.articles[3].metadata.at("other_date") == "2021/05/04/");
  CHECK(got.articles[4].journal == "The book");
  CHECK(got.articles[4].is_book);
  CHECK(got.articles[4].metadata.at("isbn") == "978-3-16-148410-0");
  CHECK(got.report.warnings.size() == 1);  // the lines before the first record
}

TEST_CASE("records that are not closed or hold nothing") {
  const test::Read got = test::read_text(
      "TY  - JOUR\nTI  - Not closed\n"
      "TY  - JOUR\nER  - \n"
      "TY  - JOUR\nTI  - M\xFCller\nER  - \n"
      "TY  - JOUR\nTI  - Cut o");
  REQUIRE(got.articles.size() == 3);
  CHECK(got.articles[1].title == "Müller");
  CHECK(got.articles[2].title == "Cut o");
  REQUIRE(got.report.malformed.size() == 1);
  CHECK(got.report.malformed[0].line == 3);
  CHECK(got.report.warnings.size() == 3);
}

TEST_CASE("one blank before the hyphen is read when TY has it") {
  const test::Read got = test::read_text("TY - JOUR\nTI - A\nAU - Doe, J.\nER -\n");
  CHECK(got.one().title == "A");
  CHECK(got.one().authors.size() == 1);
}

TEST_CASE("standing and preprints") {
  const test::Read got = test::read_text(
      "TY  - JOUR\nTI  - RETRACTED: Something (NCT09000001)\nER  - \n"
      "TY  - JOUR\nTI  - Early\nJO  - medRxiv\nER  - \n");
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[0].retraction.status == model::RetractionStatus::retracted);
  CHECK(got.articles[0].nct_ids == std::vector<std::string>{"NCT09000001"});
  CHECK(got.articles[1].is_preprint);
  CHECK(got.articles[1].journal == "medRxiv");
}

TEST_CASE("a comma behind a group's name, and the registry's own number in a note") {
  const test::Read got = test::read_text(
      "TY  - JOUR\nTI  - T\nAU  - Eurocode Alpha,\nAU  - Doe J,\nAU  - Plato,\n"
      "N1  - ClinicalTrials.gov: NCT00001234\nN1  - compare NCT00009999\nER  - \n",
      "x.ris");
  const model::Article& a = got.one();
  REQUIRE(a.authors.size() == 3);
  CHECK(a.authors[0].name == "Eurocode Alpha");
  CHECK(a.authors[0].collective);
  CHECK_FALSE(a.authors[1].collective);
  CHECK(a.authors[1].initials == "J");
  CHECK_FALSE(a.authors[2].collective);
  CHECK(a.nct_ids == std::vector<std::string>{"NCT00001234"});
}
