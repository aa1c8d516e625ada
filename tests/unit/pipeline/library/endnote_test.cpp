#include "pipeline/library/endnote.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/library/import_support.hpp"

using namespace ev;

namespace {

std::string styled(const std::string& text) {
  return "<style face=\"normal\" font=\"default\" size=\"100%\">" + text + "</style>";
}

std::string set_of(const std::string& records) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\" ?><xml><records>" + records + "</records></xml>";
}

}  // namespace

TEST_CASE("a record with styles") {
  const test::Read got = test::read_text(set_of(
      "<record><database name=\"My.enl\" path=\"/x\">My.enl</database><rec-number>17</rec-number>"
      "<ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author>" +
      styled("Doe, Jane Q.") + "</author><author>" + styled("TRIAL-1 Group") +
      "</author></authors></contributors><auth-address>" + styled("Somewhere") +
      "</auth-address><titles><title>" + styled("Effect of ") +
      "<style face=\"italic\">in</style> <style face=\"italic\">vivo</style>" +
      styled(" &amp; more") + "</title><secondary-title>" + styled("J Inv Med") +
      "</secondary-title></titles><periodical><full-title>" +
      styled("Journal of Invented Medicine") +
      "</full-title><abbr-1>J Inv Med</abbr-1></periodical><pages>" + styled("1-9") +
      "</pages><volume>3</volume><number>2</number><keywords><keyword>" + styled("a") +
      "</keyword><keyword>b</keyword></keywords><dates><year>2019</year><pub-dates><date>Mar "
      "7</date>"
      "</pub-dates></dates><isbn>0028-4793&#xD;1533-4406</isbn><accession-num>" +
      styled("90000001") + "</accession-num><abstract>" +
      styled("Background: One.&#xD;Methods: Two.") +
      "</abstract><custom2>PMC90001</custom2><label>mine</label><urls><related-urls><url>" +
      styled("https://example.org/a") +
      "</url></related-urls></urls><electronic-resource-num>10.5555/ABC</electronic-resource-num>"
      "<remote-database-name>PubMed</remote-database-name><language>English</language></record>"));
  CHECK(got.report.format == "EndNote XML");
  const model::Article& a = got.one();
  CHECK(a.pmid == "90000001");
  CHECK(a.pmcid == "PMC90001");
  CHECK(a.doi == "10.5555/abc");
  CHECK(a.title == "Effect of in vivo & more");
  REQUIRE(a.authors.size() == 2);
  CHECK(a.authors[0].affiliations == std::vector<std::string>{"Somewhere"});
  CHECK(a.authors[1].collective);
  CHECK(a.journal == "Journal of Invented Medicine");
  CHECK(a.journal_abbreviation == "J Inv Med");
  CHECK(a.publication_date == "2019-03-07");
  CHECK(a.pages == "1-9");
  CHECK(a.issue == "2");
  CHECK(a.keywords == std::vector<std::string>{"a", "b"});
  CHECK(a.issns == std::vector<std::string>{"0028-4793", "1533-4406"});
  CHECK(a.sections.size() == 2);
  CHECK(a.languages == std::vector<std::string>{"eng"});
  CHECK(a.metadata.at("record_id") == "17");
  CHECK(a.metadata.at("endnote_label") == "mine");
  CHECK(a.metadata.at("reference_type") == "Journal Article");
}

TEST_CASE("broken records are named with their line, the others read") {
  const test::Read got =
      test::read_text(set_of("\n<record><titles><title>First</title></titles></record>"
                             "\n<record><titles><title>Never closed"
                             "\n<record><titles><title>Second &lt;i&gt;</title></titles></record>"
                             "\n<record><titles><title>Crossed</titles></title></record>"
                             "\n<record></record>") +
                      "\n<record><titles>");
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[1].title == "Second <i>");
  std::vector<std::uint64_t> lines;
  for (const auto& m : got.report.malformed) lines.push_back(m.line);
  CHECK(lines == std::vector<std::uint64_t>{3, 5, 6, 7});
}

TEST_CASE("records larger than one chunk, Latin-1 bytes") {
  const std::string record = "<record><titles><title>M\xFCller</title></titles><abstract>" +
                             std::string(700'000, 'x') + "</abstract></record>";
  const test::Read got = test::read_text(set_of(record + record));
  REQUIRE(got.articles.size() == 2);
  CHECK(got.articles[1].title == "Müller");
  CHECK(got.articles[1].abstract.size() == 700'000);
  CHECK(got.report.warnings.size() == 1);
}
