#include "pipeline/output/exports.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace {

model::Article paper() {
  model::Article a;
  a.pmid = "90000001";
  a.title = "50% of A & B: a {test}_case\nin two lines";
  a.authors = {{.name = "Größe Anna", .last_name = "Größe", .initials = "A"},
               {.name = "The Group", .collective = true}};
  a.journal = "Journal of Tests";
  a.publication_date = "2024-03";
  a.pages = "107-14";
  a.doi = "10.5555/x_1";
  a.retraction = {.status = "retracted", .notice_pmid = "90000002"};
  return a;
}

}  // namespace

TEST_CASE("RIS has one tag a line, inverted names and the retraction as a note") {
  CHECK(output::to_ris({paper()}) ==
        "TY  - JOUR\r\nTI  - 50% of A & B: a {test}_case in two lines\r\nAU  - Größe, Anna\r\nAU  "
        "- The Group\r\n"
        "JO  - Journal of Tests\r\nPY  - 2024\r\nDA  - 2024-03\r\nSP  - 107\r\nEP  - 14\r\nDO  - "
        "10.5555/x_1\r\n"
        "AN  - PMID: 90000001\r\nN1  - RETRACTED; notice: PMID 90000002\r\nER  - \r\n\r\n");
}

TEST_CASE("BibTeX escapes what TeX would read and keeps keys apart") {
  const std::string bib =
      output::to_bibtex({paper(), paper(), {.pmid = "3", .title = "No author"}});
  CHECK(bib.find("@article{grosse2024a,\n  title = {{50\\% of A \\& B: a \\{test\\}\\_case in two "
                 "lines}},\n"
                 "  author = {Größe, Anna and {The Group}}") == 0);
  CHECK(bib.find("@article{grosse2024b,") != std::string::npos);
  CHECK(bib.find("@article{anon,") != std::string::npos);
  CHECK(bib.find("note = {RETRACTED; notice: PMID 90000002}") != std::string::npos);
}

TEST_CASE("a record of the sample says so in both formats") {
  model::Article a{.pmid = "90000001", .title = "T"};
  a.metadata["general_note"] = "[sample] invented record";
  CHECK(output::to_ris({a}).find("N1  - [sample] invented record\r\n") != std::string::npos);
  CHECK(output::to_bibtex({a}).find("note = {[sample] invented record}") != std::string::npos);
}

TEST_CASE("nothing in, nothing out") {
  CHECK(output::to_ris({}).empty());
  CHECK(output::to_bibtex({}).empty());
}
