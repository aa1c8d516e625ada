#include "pipeline/output/exports.hpp"

#include "base/json.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

#include <nlohmann/json.hpp>

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
  a.url = "https://pubmed.ncbi.nlm.nih.gov/90000001/";
  a.retraction = {.status = model::RetractionStatus::retracted, .notice_pmid = "90000002"};
  return a;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("RIS: one tag a line, inverted names, the retraction as a note") {
  CHECK(output::to_ris({paper()}) ==
        "TY  - JOUR\r\nTI  - 50% of A & B: a {test}_case in two lines\r\nAU  - Größe, Anna\r\n"
        "AU  - The Group,\r\nJF  - Journal of Tests\r\nPY  - 2024\r\nDA  - 2024/03//\r\n"
        "SP  - 107\r\nEP  - 14\r\nDO  - 10.5555/x_1\r\nAN  - PMID: 90000001\r\n"
        "UR  - https://pubmed.ncbi.nlm.nih.gov/90000001/\r\nM3  - Retracted Publication\r\n"
        "N1  - RETRACTED (notice: PubMed 90000002)\r\nER  - \r\n\r\n");
}

TEST_CASE("BibTeX: what TeX would read is spelled, braces stay balanced") {
  const std::string bib = output::to_bibtex({paper()});
  CHECK(bib ==
        "@article{grosse2024-90000001,\n"
        "  title = {{50\\% of A \\& B: a \\{test\\}\\_case in two lines}},\n"
        "  author = {Gr{\\\"o}{\\ss}e, Anna and {The Group}},\n"
        "  journal = {Journal of Tests},\n  year = {2024},\n  month = mar,\n  pages = {107--14},\n"
        "  doi = {10.5555/x_1},\n  url = {https://pubmed.ncbi.nlm.nih.gov/90000001/},\n"
        "  pmid = {90000001},\n  publication_types = {Retracted Publication},\n"
        "  note = {RETRACTED (notice: PubMed 90000002)}\n}\n\n");
  int depth = 0;
  for (const char c : bib) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    CHECK(depth >= 0);
  }
  CHECK(depth == 0);
}

TEST_CASE("MEDLINE: tags of four, long values go on behind six blanks") {
  model::Article a = paper();
  a.publication_date = "2024-03-07";
  a.abstract = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen.";
  const std::vector<model::Article> one = {a};
  CHECK(output::to_nbib(output::plain_records(one)) ==
        "PMID- 90000001\nDP  - 2024 Mar 7\nTI  - 50% of A & B: a {test}_case in two lines\n"
        "PG  - 107-14\nLID - 10.5555/x_1 [doi]\n"
        "AB  - One two three four five six seven eight nine ten eleven twelve thirteen\n"
        "      fourteen.\n"
        "FAU - Größe, Anna\nAU  - Größe A\nCN  - The Group\nPT  - Retracted Publication\n"
        "JT  - Journal of Tests\nRIN - PMID: 90000002\nAID - 10.5555/x_1 [doi]\n"
        "SO  - Journal of Tests. 2024 Mar 7:107-14. doi: 10.5555/x_1.\n");
}

TEST_CASE("CSV: RFC 4180, formulas disarmed, the caller's own fields behind") {
  model::Article a{.pmid = "90000001", .title = "=HYPERLINK(\"x\"), or so"};
  a.abstract = "BACKGROUND: One.\nRESULTS: Two.";
  a.keywords = {"Diabetes, type 2"};
  std::vector<output::ExportRecord> records = {{.article = &a, .rank = 1, .score = 0.5}};
  records[0].features = {{"sample_size", "120"}, {"title", "@x"}};
  const std::string csv = output::to_csv(records);
  CHECK(csv.starts_with(R"("pmid","record_id","title","authors","year",)"));
  CHECK(says(csv, ",\"rank\",\"score\",\"notes\",\"sample_size\",\"extracted_title\"\r\n"));
  CHECK(says(csv, ",\"'=HYPERLINK(\"\"x\"\"), or so\","));
  CHECK(says(csv, ",\"BACKGROUND: One.\nRESULTS: Two.\","));
  CHECK(says(csv, ",\"Diabetes, type 2;\","));
  CHECK(says(csv, ",\"1\",\"0.5\",\"Rank 1. Score 0.5\",\"120\",\"'@x\"\r\n"));
}

TEST_CASE("no format gives a PMID to a record that has none") {
  model::Article a{.id = "PPR:PPR1", .title = "Preprint"};
  a.is_preprint = true;
  a.retraction = {.status = model::RetractionStatus::retracted, .notice_pmid = "90000002"};
  a.related = {{"preprint_of", "PMID:90000003", "europepmc"}, {"has_notice", "DOI:10.5555/n", "x"}};
  a.url = "https://europepmc.org/article/PPR/PPR1";
  const std::vector<model::Article> one = {a};
  const auto records = output::plain_records(one);
  for (const auto& [format, file] : {std::pair{output::ExportFormat::ris, "x.ris"},
                                     {output::ExportFormat::bibtex, "x.bib"},
                                     {output::ExportFormat::nbib, "x.nbib"},
                                     {output::ExportFormat::csv, "x.csv"}}) {
    CAPTURE(file);
    const std::string text = output::export_text(format, records);
    const test::Read read = test::read_text(text, file);
    REQUIRE(read.articles.size() == 1);
    CHECK(read.one().pmid == "");
    CHECK(read.one().doi == "");
    CHECK(read.one().retraction.status == model::RetractionStatus::retracted);
    CHECK(says(text, "PPR:PPR1"));
  }
  const std::string csl = output::to_csl_json(records);
  CHECK_FALSE(says(csl, "\"PMID\""));
  CHECK(says(csl, "PPR:PPR1"));
}

TEST_CASE("kinds of works in the types of the formats") {
  model::Article preprint{.id = "PPR:PPR1", .title = "P"};
  preprint.is_preprint = true;
  preprint.journal = "medRxiv";
  model::Article trial{.id = "NCT00001234", .title = "T"};
  trial.nct_ids = {"NCT00001234"};
  trial.trial.emplace();
  model::Article data{.id = "W1", .title = "D", .publication_types = {"Dataset"}};
  model::Article book{.pmid = "90000001", .title = "B"};
  book.is_book = true;
  const std::vector<model::Article> all = {preprint, trial, data, book};
  const std::string ris = output::to_ris(all);
  const std::string bib = output::to_bibtex(all);
  for (const char* type : {"TY  - UNPB", "TY  - RPRT", "TY  - DATA", "TY  - BOOK"}) {
    CHECK(says(ris, type));
  }
  CHECK(says(bib, "@misc{anon-PPRPPR1"));
  CHECK(says(bib, "type = {Preprint}"));
  CHECK(says(bib, "@techreport{anon-NCT00001234"));
  CHECK(says(bib, "type = {Clinical trial registration}"));
  CHECK(says(bib, "institution = {ClinicalTrials.gov}"));
  CHECK(says(bib, "@book{anon-90000001"));
  CHECK(says(output::to_nbib(output::plain_records(all)), "SI  - ClinicalTrials.gov/NCT00001234"));
}

TEST_CASE("formats by name") {
  CHECK(output::export_format("csl_json")->extension == "json");
  CHECK(output::export_format("docx") == nullptr);
  for (const output::FormatInfo& info : output::export_formats()) {
    CHECK(output::export_format(info.name)->format == info.format);
  }
}

TEST_CASE("nothing in, nothing out") {
  CHECK(output::to_ris(std::vector<model::Article>{}).empty());
  CHECK(output::to_bibtex(std::vector<model::Article>{}).empty());
  CHECK(output::to_nbib({}).empty());
  CHECK(parse_json(output::to_csl_json({})).value().empty());
}
