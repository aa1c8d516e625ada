#include "pipeline/sources/identifiers.hpp"

#include "pipeline/sources/html_entities.hpp"
#include "support/catch.hpp"

using namespace ev;

TEST_CASE("a DOI is lower case, without resolver or prefix") {
  CHECK(sources::normal_doi(" 10.9999/ABC(1) ") == "10.9999/abc(1)");
  CHECK(sources::normal_doi("https://doi.org/10.9999/x") == "10.9999/x");
  CHECK(sources::normal_doi("http://dx.doi.org/10.9999/x") == "10.9999/x");
  CHECK(sources::normal_doi("doi:10.9999/x") == "10.9999/x");
}

TEST_CASE("a PMCID has its prefix") {
  CHECK(sources::normal_pmcid("PMC990") == "PMC990");
  CHECK(sources::normal_pmcid("990") == "PMC990");
  CHECK(sources::normal_pmcid("pmc-id: PMC990;") == "PMC990");
  CHECK(sources::normal_pmcid("none").empty());
}

TEST_CASE("an ORCID is found in every form seen") {
  CHECK(sources::orcid_in("0000-0002-0000-1234") == "0000-0002-0000-1234");
  CHECK(sources::orcid_in("https://orcid.org/0000-0002-0000-123x") == "0000-0002-0000-123X");
  CHECK(sources::orcid_in("0000000200001234 (me)") == "0000-0002-0000-1234");
  CHECK(sources::orcid_in("0000-0002-0000").empty());
  CHECK(sources::orcid_in("").empty());
}

TEST_CASE("trial numbers stand alone and are listed once") {
  std::vector<std::string> ids;
  sources::add_nct_ids("(NCT09900001), NCT09900002; NCT09900001 XNCT09900003 NCT099000041 NCT12",
                       ids);
  CHECK(ids == std::vector<std::string>{"NCT09900001", "NCT09900002"});
}

TEST_CASE("entities are told apart by case") {
  CHECK(sources::html_entity("nbsp") == U'\u00A0');
  CHECK(sources::html_entity("Beta") == U'Β');
  CHECK(sources::html_entity("beta") == U'β');
  CHECK(sources::html_entity("apos") == U'\'');
  CHECK_FALSE(sources::html_entity("unknown"));
}
