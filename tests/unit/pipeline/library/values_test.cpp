#include "pipeline/library/values.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace ev;

TEST_CASE("dates in the forms reference files have") {
  const struct {
    const char* date;
    const char* year;
    const char* iso;
    const char* original;
  } cases[] = {
      {"2019", "", "2019", ""},
      {"", "2019", "2019", ""},
      {"2019.0", "", "2019", ""},
      {"2019/03/07/", "", "2019-03-07", ""},
      {"2019/03//", "2019", "2019-03", ""},
      {"2019///Spring", "", "2019", "2019///Spring"},
      {"2019-3-7", "", "2019-03-07", ""},
      {"2019-02-31", "", "2019-02", ""},
      {"7 March 2019", "", "2019-03-07", ""},
      {"Mar 7", "2019", "2019-03-07", ""},
      {"MAR", "2019", "2019-03", ""},
      {"2019 Mar-Apr", "", "2019-03", "2019 Mar-Apr"},
      {"2019 Dec 15-31", "", "2019-12", "2019 Dec 15-31"},
      {"2019 Winter", "", "2019", "2019 Winter"},
      {"03/07/2019", "", "2019", "03/07/2019"},
      {"forthcoming", "", "", "forthcoming"},
      {"", "in press", "", "in press"},
      {"", "", "", ""},
  };
  for (const auto& c : cases) {
    INFO(c.date << " | " << c.year);
    const library::LooseDate date = library::loose_date(c.date, c.year);
    CHECK(date.iso == c.iso);
    CHECK(date.original == c.original);
  }
}

TEST_CASE("a note speaks of its record up to where it tells of other works") {
  for (const char* note :
       {"Comment in: J Invent. 2019;2:1. PMID: 90000009", "Comment on J Invent PMCID: PMC90009",
        "Erratum in: J Invent. 2020. doi: 10.5555/other", "Errata for PMC90009",
        "Correction in: https://doi.org/10.5555/other", "Republished from: PMID 90000009",
        "Retraction in: PMID: 90000009", "Expression of concern for PMC90009",
        "Update of: Cochrane. PMCID: PMC90009", "Summary for patients in: PMID: 90000009",
        "Original report in: PMID 90000009", "Reprint of: doi: 10.5555/other",
        "References: Doe J. doi: 10.5555/other", "Cited References: PMID: 90000009",
        "Cites: PMC90009"}) {
    CAPTURE(note);
    CHECK(library::about_itself(note).empty());
    const std::string behind = "PMID: 90000001; PMCID: PMC90001. " + std::string(note);
    CHECK(library::pmid_named_in(library::about_itself(behind)) == "90000001");
    CHECK(library::pmcid_named_in(library::about_itself(behind)) == "PMC90001");
  }
  for (const char* own :
       {"Export Date: 3 March 2020; Cited By: 5; PubMed ID: 90000001", "90000001\nPMCID: PMC90001",
        "Correspondence Address: J. Doe; doi: 10.5555/own", "Updated: 2020; PMID: 90000001",
        "see PMID 90000001, p. 3"}) {
    CHECK(library::about_itself(own) == own);
  }
}

TEST_CASE("identifiers in fields and in running text") {
  CHECK(library::pmid_of_value("90000001") == "90000001");
  CHECK(library::pmid_of_value(" 0090000001 ") == "90000001");
  CHECK(library::pmid_of_value("90000001.0") == "90000001");
  CHECK(library::pmid_of_value("PMID: 90000001") == "90000001");
  CHECK(library::pmid_of_value("https://pubmed.ncbi.nlm.nih.gov/90000001/") == "90000001");
  CHECK(library::pmid_of_value("WOS:000900000010").empty());
  CHECK(library::pmid_of_value("12345678901").empty());
  CHECK(library::pmid_named_in("see PMID 90000001, p. 3") == "90000001");
  CHECK(library::pmid_named_in("90000001").empty());
  CHECK(library::pmid_named_in("http://www.ncbi.nlm.nih.gov/pubmed/90000001?x=1") == "90000001");
  CHECK(library::pmcid_named_in("PMCID: PMC90001") == "PMC90001");
  CHECK(library::pmcid_named_in("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC90001/") ==
        "PMC90001");
  CHECK(library::pmcid_named_in("no number").empty());
  CHECK(library::doi_of_value("https://doi.org/10.5555/ABC.1") == "10.5555/abc.1");
  CHECK(library::doi_of_value("10.5555").empty());
  CHECK(library::doi_of_field("DOI 10.5555/ABC.1") == "10.5555/abc.1");
  CHECK(library::doi_of_field("ARTN 12 10.5555/abc.1") == "10.5555/abc.1");
  CHECK(library::doi_of_field("none").empty());
  CHECK(library::doi_named_in("J Inv. doi: 10.5555/abc.1.") == "10.5555/abc.1");
}

TEST_CASE("languages, ISSNs and pages") {
  for (const char* english : {"eng", "en", "English", "en-GB", "ENG"}) {
    CHECK(library::language_code(english) == "eng");
  }
  CHECK(library::language_code("Deutsch") == "deutsch");
  std::vector<std::string> issns;
  CHECK(library::issns_in("0028-4793 (Print); 1533-4406 (Electronic)", issns));
  CHECK(library::issns_in("00284793", issns));
  CHECK(issns == std::vector<std::string>{"0028-4793", "1533-4406"});
  CHECK_FALSE(library::issns_in("978-3-16-148410-0", issns));
  CHECK_FALSE(library::issns_in("00284794", issns));  // its check digit is wrong
  CHECK(issns.size() == 2);
  CHECK(library::page_range("123", "130") == "123-130");
  CHECK(library::page_range("123--130", "") == "123-130");
  CHECK(library::page_range("123 – 130", "") == "123-130");
  CHECK(library::page_range("123-30", "130") == "123-30");
  CHECK(library::page_range("e12", "e12") == "e12");
  CHECK(library::page_range("", "") == "");
}

TEST_CASE("labelled abstracts get their sections") {
  model::Article a;
  library::set_abstract(
      "BACKGROUND: Größe matters. METHODS: We  asked 20 people (95% CI: 3-4). ODD LABEL (N): Fine. "
      "RESULTS: DNA: it was there. CONCLUSIONS: Yes.",
      a);
  REQUIRE(a.sections.size() == 5);
  CHECK(a.abstract ==
        "BACKGROUND: Größe matters.\nMETHODS: We asked 20 people (95% CI: 3-4).\nODD LABEL (N): "
        "Fine.\nRESULTS: DNA: it was there.\nCONCLUSIONS: Yes.");
  CHECK(a.sections[1].nlm_category == "METHODS");
  CHECK(a.sections[2].label == "ODD LABEL (N)");
  CHECK(a.sections[2].nlm_category.empty());
  const auto& results = a.sections[3];
  CHECK(text::slice(a.abstract, static_cast<std::size_t>(results.start),
                    static_cast<std::size_t>(results.end)) == "DNA: it was there.");
}

TEST_CASE("labels in small letters count when they are known") {
  model::Article a;
  library::set_abstract("Objective: To see. Methods: We looked. Results: Seen.", a);
  CHECK(a.sections.size() == 3);
  CHECK(a.sections[0].label == "Objective");
  CHECK(a.sections[0].nlm_category == "OBJECTIVE");
}

TEST_CASE("running text is no structured abstract") {
  for (const char* text : {"We looked. METHODS: none. RESULTS: none.", "RNASE: an enzyme. It cuts.",
                           "RESULTS: only one label.", "methods: small. results: small.", ""}) {
    model::Article a;
    library::set_abstract(text, a);
    CHECK(a.abstract == text);
    CHECK(a.sections.empty());
  }
}

TEST_CASE("white space is squeezed, control characters go") {
  CHECK(library::squeezed(" a\t\nb \xC2\xA0 c\x01 ") == "a b c");
}
