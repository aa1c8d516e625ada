#include "pipeline/translate/values.hpp"

#include "support/catch.hpp"

namespace ev::translate {

using pubmed_query::Date;
using pubmed_query::Field;
using pubmed_query::make_term;

TEST_CASE("words and plain text") {
  CHECK(words_of("beta-blocker's 5%") == std::vector<std::string>{"beta", "blocker", "s", "5"});
  CHECK(search_words("effects of the drug") == std::vector<std::string>{"effects", "drug"});
  CHECK(plain_text(" a1 \"b1\"\t\\ [c1] ", "[]") == "a1 b1 c1");
  CHECK(plain_text("- !", "").empty());
  CHECK(is_plain_word("asthma"));
  CHECK(is_plain_word("\u03b2"));
  CHECK_FALSE(is_plain_word("NOT"));
  CHECK_FALSE(is_plain_word("a-b"));
  CHECK(has_inner_wildcard("wom*n"));
  CHECK_FALSE(has_inner_wildcard("wom*"));
}

TEST_CASE("dates become spans") {
  std::string why;
  pubmed_query::Term term = make_term("2016/02", Field::dp).term;
  auto span = date_span(term, std::nullopt, why);
  REQUIRE(span);
  CHECK(iso_date(span->first) == "2016-02-01");
  CHECK(iso_date(span->last) == "2016-02-29");
  CHECK_FALSE(span->whole_years);
  term.text = "2015";
  term.high = "2016";
  CHECK(date_span(term, std::nullopt, why)->whole_years);
  term = make_term("last 2 months", Field::dp).term;
  CHECK_FALSE(date_span(term, std::nullopt, why));
  CHECK_FALSE(why.empty());
  CHECK(iso_date(date_span(term, Date{2026, 1, 15}, why)->first) == "2025-11-15");
  CHECK_FALSE(date_span(make_term("soon", Field::dp).term, Date{2026, 1, 15}, why));
}

TEST_CASE("identifiers are recognised by their form") {
  CHECK(doi_of("https://doi.org/10.1000/AbC") == "10.1000/abc");
  CHECK(doi_of("S0140-6736").empty());
  CHECK(pmcid_of("pmc12") == "PMC12");
  CHECK(pmcid_of("12").empty());
  CHECK(nct_of("nct01234567") == "NCT01234567");
  CHECK(nct_of("NCT1").empty());
  CHECK(issn_of("1234-567x") == "1234-567X");
  CHECK(issn_of("12345678").empty());
  CHECK(pmids_of("12, 34") == std::vector<std::string>{"12", "34"});
  CHECK(pmids_of("12 drugs").empty());
}

TEST_CASE("publication types explode as in MeSH") {
  CHECK(narrower_types("randomized controlled trial") ==
        std::vector<std::string>{"equivalence trial", "pragmatic clinical trial"});
  const std::vector<std::string> trials = narrower_types("clinical trial");
  CHECK(trials.size() == 9);
  CHECK(narrower_types("letter").empty());
}

TEST_CASE("headings, languages, filters") {
  CHECK(natural_order("Diabetes Mellitus, Type 2") == "Type 2 Diabetes Mellitus");
  CHECK(natural_order("Infant, Newborn, Diseases") == "Infant, Newborn, Diseases");
  CHECK(heading_and_qualifier("Asthma/drug therapy").second == "drug therapy");
  CHECK(is_check_tag("Aged, 80 and over"));
  CHECK_FALSE(is_check_tag("Asthma"));
  CHECK(filter_key(make_term("Free Full Text", Field::filter).term) == "freefulltext");
  CHECK(filter_key(make_term("hasabstract", Field::none).term) == "hasabstract");
  CHECK(filter_key(make_term("asthma", Field::none).term).empty());
  CHECK(is_pmid_term(make_term("123 456", Field::none).term));
  CHECK_FALSE(is_pmid_term(make_term("123", Field::ti).term));
}

}  // namespace ev::translate
