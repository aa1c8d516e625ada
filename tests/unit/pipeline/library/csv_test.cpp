#include "pipeline/library/csv.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

using namespace ev;

TEST_CASE("a table of references") {
  const test::Read got = test::read_text(
      "record_id,author,title,year,journal,abstract,volume,number,pages,doi,isbn,pmid\n"
      "t1,\"Doe, J. Q. and Roe, R.\",\"A \"\"quoted\"\", title\",2004,J Inv Med,\"Line one\r\nline "
      "two\",5,2 Suppl 1,10-19,https://doi.org/10.5555/X.1,0028-4793,\n"
      "t2,,Second,2005,,,,,,,,90000002\n");
  CHECK(got.report.format == "CSV");
  CHECK(got.report.malformed.empty());
  REQUIRE(got.articles.size() == 2);
  const model::Article& a = got.articles[0];
  CHECK(a.id.rfind("rec-", 0) == 0);
  CHECK(a.title == "A \"quoted\", title");
  CHECK(a.abstract == "Line one line two");
  REQUIRE(a.authors.size() == 2);
  CHECK(a.authors[0].name == "Doe JQ");
  CHECK(a.publication_date == "2004");
  CHECK(a.journal == "J Inv Med");
  CHECK(a.volume == "5");
  CHECK(a.issue == "2 Suppl 1");
  CHECK(a.pages == "10-19");
  CHECK(a.doi == "10.5555/x.1");
  CHECK(a.issns == std::vector<std::string>{"0028-4793"});
  CHECK(a.metadata.at("record_id") == "t1");
  CHECK(got.articles[1].pmid == "90000002");
  CHECK(got.articles[1].url == "https://pubmed.ncbi.nlm.nih.gov/90000002/");
}

TEST_CASE("names of columns by their synonyms, in any case; others are kept") {
  const test::Read got = test::read_text(
      "\xEF\xBB\xBFPubMed ID;Authors;ARTICLE TITLE;Publication Year;Source title;PMCID;Author "
      "Keywords;Cited by;Page start;Page end;Screener\r\n"
      "90000001.0;Doe JQ, Roe R;T;2004.0;J;PMC9001;a;3;10;19;yes\r\n"
      "NA;NA;U;NA;NA;NA;NA;NA;NA;NA;NA\r\n");
  REQUIRE(got.articles.size() == 2);
  const model::Article& a = got.articles[0];
  CHECK(a.pmid == "90000001");
  CHECK(a.authors.size() == 2);
  CHECK(a.publication_date == "2004");
  CHECK(a.journal == "J");
  CHECK(a.pmcid == "PMC9001");
  CHECK(a.citation_count == 3);
  CHECK(a.pages == "10-19");
  CHECK(a.metadata.at("Screener") == "yes");
  const model::Article& b = got.articles[1];
  CHECK(b.title == "U");
  CHECK(b.authors.empty());
  CHECK(b.publication_date.empty());
  CHECK(b.metadata.empty());
}

TEST_CASE("tab-separated text, in UTF-16 as spreadsheets write it") {
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string("Title\tYear\r\nFirst\t2001\r\n")) {
    utf16 += c;
    utf16 += '\0';
  }
  const test::Read got = test::read_text(utf16);
  CHECK(got.report.format == "TSV");
  CHECK(got.one().title == "First");
}

TEST_CASE("odd rows are kept when they can be, named when not") {
  const test::Read got = test::read_text(
      "title,year,pmid\n"
      "Short\n"
      "\n"
      "One,two,3,four\n"
      "Trailing,2001,90000001,,\n"
      "Bad id,2001,9x\n"
      ",,\n"
      "M\xFCller,2001,\n");
  REQUIRE(got.articles.size() == 4);
  CHECK(got.articles[0].title == "Short");
  CHECK(got.articles[1].pmid == "90000001");
  CHECK(got.articles[2].metadata.at("pmid_as_given") == "9x");
  CHECK(got.articles[3].title == "Müller");
  REQUIRE(got.report.malformed.size() == 2);
  CHECK(got.report.malformed[0].line == 4);
  CHECK(got.report.malformed[0].reason.find("4 cells") != std::string::npos);
  CHECK(got.report.malformed[1].line == 7);
  CHECK(got.report.warnings.size() == 3);
}

TEST_CASE("a quote that is never closed costs its row only") {
  const test::Read got = test::read_text(
      "title,year\n"
      "\"Open,2001\n"
      "Next,2002\n"
      "\"Fine, too\",2003\n"
      "5\" nails,2004\n");
  // The stray quote meets the quote of line 4: lines 2 to 4 are one row of too many cells, or are
  // cut; the last line is sound either way.
  REQUIRE_FALSE(got.articles.empty());
  CHECK(got.articles.back().title == "5\" nails");
  CHECK_FALSE(got.report.malformed.empty());
  const test::Read end = test::read_text("title,year\n\"Open,2001\nNext,2002\nLast,2003\n");
  CHECK(end.articles.size() == 2);
  REQUIRE(end.report.malformed.size() == 1);
  CHECK(end.report.malformed[0].line == 2);
  CHECK(end.report.malformed[0].reason.find("never closed") != std::string::npos);
}

TEST_CASE("equal rows and equal PMIDs stay rows") {
  const test::Read got = test::read_text("title,pmid\nA,\nA,\nB,90000001\nB,90000001\n");
  REQUIRE(got.articles.size() == 4);
  CHECK(got.articles[1].id == got.articles[0].id + "-2");
  CHECK(got.report.records == 4);
  CHECK(got.report.duplicates == std::vector<std::string>{"90000001"});
}

TEST_CASE("a header alone holds no record") {
  const test::Read got = test::read_text("title,year\n");
  CHECK(got.error.empty());
  CHECK(got.articles.empty());
  CHECK(got.report.warnings == std::vector<std::string>{"the file holds no record"});
}

TEST_CASE("cells") {
  using Cells = std::vector<std::string>;
  CHECK(library::cells_of("a,\"b,\"\"c\"\"\",,d", ',') == Cells{"a", "b,\"c\"", "", "d"});
  CHECK(library::cells_of("", ',') == Cells{""});
  CHECK(library::cells_of("\"a\"x,b", ',') == Cells{"ax", "b"});
  CHECK(library::cells_of("\"a", ',') == Cells{"a"});
}

TEST_CASE("trial numbers have a column; the guard against formulas is no text") {
  const test::Read got = test::read_text(
      "title,nct_ids,volume\n\"'=1+1\",NCT00001234; NCT00001235,'-3\n'tis so,,\n", "x.csv");
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[0].title == "=1+1");
  CHECK(got.articles[0].volume == "-3");
  CHECK(got.articles[0].nct_ids == std::vector<std::string>{"NCT00001234", "NCT00001235"});
  CHECK(got.articles[1].title == "'tis so");
}
