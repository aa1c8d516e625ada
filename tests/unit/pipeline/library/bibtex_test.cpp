#include "pipeline/library/bibtex.hpp"

#include "pipeline/library/bibtex_entry.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

using namespace ev;

TEST_CASE("entries with macros, months, nested braces and accents") {
  const test::Read got = test::read_text(R"(% Encoding: UTF-8
@string{jim = "Journal of " # {Invented Medicine}}
@comment{nothing here}
@preamble{"\newcommand{\x}{y}"}

@Article{doe2019,
  author    = {Doe, Jane Q. and M{\"u}ller, J{\"o}rg and {Imagined Health and Care Organization}
               and Ludwig van der Berg and others},
  title     = {{DNA} and the {\'E}cole: a "quoted" $\alpha$ study},
  journal   = jim,
  year      = 2019,
  month     = mar,
  volume    = "12",
  number    = {3},
  pages     = {100--109},
  doi       = {10.5555/jim\_1},
  pmid      = {90000001},
  issn      = {0028-4793},
  keywords  = {heart, blood},
  abstract  = {Objective: One. Methods: Two at 5~\%.},
  language  = {english},
  url       = {https://example.org/a_b},
  note      = {A note},
  mine      = {kept},
}
@inproceedings(roe2020, title="A talk", booktitle={Proceedings}, year=2020, author="Roe, R.")
)");
  CHECK(got.report.format == "BibTeX");
  CHECK(got.report.malformed.empty());
  REQUIRE(got.articles.size() == 2);
  const model::Article& a = got.articles[0];
  CHECK(a.pmid == "90000001");
  REQUIRE(a.authors.size() == 4);
  CHECK(a.authors[0].name == "Doe Jane Q.");
  CHECK(a.authors[1].name == "Müller Jörg");
  CHECK(a.authors[2].name == "Imagined Health and Care Organization");
  CHECK(a.authors[2].collective);
  CHECK(a.authors[3].name == "van der Berg Ludwig");
  CHECK_FALSE(a.authors_complete);
  CHECK(a.title == "DNA and the École: a \"quoted\" α study");
  CHECK(a.journal == "Journal of Invented Medicine");
  CHECK(a.publication_date == "2019-03");
  CHECK(a.volume == "12");
  CHECK(a.issue == "3");
  CHECK(a.pages == "100-109");
  CHECK(a.doi == "10.5555/jim_1");
  CHECK(a.issns == std::vector<std::string>{"0028-4793"});
  CHECK(a.keywords == std::vector<std::string>{"heart", "blood"});
  CHECK(a.sections.size() == 2);
  CHECK(a.abstract.find("5 %") != std::string::npos);
  CHECK(a.languages == std::vector<std::string>{"eng"});
  CHECK(a.metadata.at("record_id") == "doe2019");
  CHECK(a.metadata.at("bibtex_mine") == "kept");
  CHECK(a.metadata.at("note") == "A note");
  CHECK(a.metadata.at("urls") == "https://example.org/a_b");
  CHECK(got.articles[1].journal == "Proceedings");
  CHECK(got.articles[1].metadata.at("record_id") == "roe2020");
}

TEST_CASE("months as numbers and with a day, dates of biblatex, preprints") {
  const test::Read got = test::read_text(
      "@article{a, title={A}, year={2019}, month={3}}\n"
      "@article{b, title={B}, year={2019}, month={7 } # mar}\n"
      "@article{c, title={C}, date={2019-03-07}, journaltitle={J}}\n"
      "@misc{d, title={D}, eprint={2001.00001}, archiveprefix={arXiv}, year=2020}\n"
      "@article{e, title={E}, eprint={90000001}, eprinttype={pubmed}}\n");
  REQUIRE(got.articles.size() == 5);
  CHECK(got.articles[0].publication_date == "2019-03");
  CHECK(got.articles[1].publication_date == "2019-03-07");
  CHECK(got.articles[2].publication_date == "2019-03-07");
  CHECK(got.articles[3].is_preprint);
  CHECK(got.articles[3].metadata.at("accession_number") == "2001.00001");
  CHECK(got.articles[4].pmid == "90000001");
}

TEST_CASE("a day beside the month, groups with signs in them, types by name") {
  const test::Read got = test::read_text(
      "@article{a, title={A}, year={2019}, month=mar, day={7},\n"
      "  author={{R\\&D Group of Gr{\\\"o}{\\ss}e} and {\\\"O}zt{\\\"u}rk, {\\'E}va},\n"
      "  publication_types={Journal Article; Preprint}}\n"
      "@article{b, title={B}, year={2019}, month={3}, day={7}}\n");
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[0].publication_date == "2019-03-07");
  CHECK(got.articles[1].publication_date == "2019-03-07");
  REQUIRE(got.articles[0].authors.size() == 2);
  CHECK(got.articles[0].authors[0].name == "R&D Group of Größe");
  CHECK(got.articles[0].authors[0].collective);
  CHECK(got.articles[0].authors[1].last_name == "Öztürk");
  CHECK(got.articles[0].publication_types ==
        std::vector<std::string>{"Journal Article", "Preprint"});
  CHECK(got.articles[0].is_preprint);
}

TEST_CASE("broken entries are named with their line, the others read") {
  const test::Read got = test::read_text(
      "@article{a, title={First}}\n"
      "@article{b, title={Never closed,\n  year=2019\n"
      "@article{c, title={Third}}\n"
      "@article{d, title {no sign}}\n"
      "@article{e, year = }\n"
      "@article{title={No key}}\n"
      "@article{f, title={M\xFCller}}\n"
      "@article{g, title={Cut");
  REQUIRE(got.articles.size() == 3);
  CHECK(got.articles[2].title == "Müller");
  std::vector<std::uint64_t> lines;
  for (const auto& m : got.report.malformed) lines.push_back(m.line);
  CHECK(lines == std::vector<std::uint64_t>{2, 5, 6, 7, 9});
}

TEST_CASE("values of an entry") {
  const library::Names macros = {{"x", "X"}};
  const auto entry = library::bibtex_entry(
      R"(@a{k, f = x # " and " # {y {z}} # 7, G = "a {"} b", h = unknown})", &macros);
  REQUIRE(entry);
  CHECK(entry->key == "k");
  REQUIRE(entry->fields.size() == 3);
  CHECK(entry->fields[0].second == "X and y {z}7");
  CHECK(entry->fields[1].first == "g");
  CHECK(entry->fields[1].second == "a {\"} b");
  CHECK(entry->fields[2].second == "unknown");
}

TEST_CASE("entries begin anywhere in a line, and none is lost") {
  const std::string a = "@article{a,title={A}}", b = "@article{b,title={B}}";
  for (const std::string& text :
       {a + " " + b, a + b, a + ", " + b, a + "}" + b, a + " and " + b,
        "@string{t={A}}@article{a,title=t}" + b, "@comment{x}" + a + "@comment{y}" + b,
        a + "\n  } " + b + "% end", "@article(a,title={A})" + b, a + "\t@article {b,title={B}}",
        a + " x@article{no, " + b, "@article{a,\n title={A}\n}" + b}) {
    CAPTURE(text);
    const test::Read got = test::read_text(text, "one.bib");
    REQUIRE(got.articles.size() == 2);
    CHECK(got.articles[0].title == "A");
    CHECK(got.articles[1].title == "B");
    CHECK(got.report.malformed.empty());
  }
  std::string many;
  for (int i = 0; i < 3'000; ++i) {
    many += "@article{a" + std::to_string(i) + ",title={T" + std::to_string(i) + "}}";
  }
  CHECK(test::read_text(many, "many.bib").articles.size() == 3'000);
  // What is not closed is said, also behind another entry of its line.
  const test::Read cut =
      test::read_text(a + "@article{b,title={B}\n@article{c,title={C}}", "x.bib");
  CHECK(cut.articles.size() == 2);
  REQUIRE(cut.report.malformed.size() == 1);
  CHECK(cut.report.malformed.front().reason.find("not closed") != std::string::npos);
}
