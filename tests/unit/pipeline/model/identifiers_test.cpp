#include "pipeline/model/identifiers.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("a DOI is lower case, without resolver or prefix") {
  CHECK(model::normal_doi(" 10.9999/ABC(1) ") == "10.9999/abc(1)");
  CHECK(model::normal_doi("https://doi.org/10.9999/x") == "10.9999/x");
  CHECK(model::normal_doi("http://dx.doi.org/10.9999/x") == "10.9999/x");
  CHECK(model::normal_doi("https://www.doi.org/10.9999/x") == "10.9999/x");
  CHECK(model::normal_doi("doi:10.9999/x") == "10.9999/x");
  CHECK(model::whole_doi("doi: 10.9999/X") == "10.9999/x");
  CHECK(model::whole_doi("see 10.9999/x").empty());
  CHECK(model::whole_doi("10.9999").empty());
  CHECK(model::whole_doi("10.9999/x y").empty());
}

TEST_CASE("DOIs are compared without what URLs and sentences add") {
  CHECK(model::doi_key("https://doi.org/10.9999%2FA%28b%29") == "10.9999/a(b)");
  CHECK(model::doi_key("10.9999/x).") == "10.9999/x");
  CHECK(model::doi_key("10.9999/x/") == "10.9999/x");
  CHECK(model::doi_key("10.9999/(sici)1(1999)2:3<4::aid-5>3.0.co;2-#") ==
        "10.9999/(sici)1(1999)2:3<4::aid-5>3.0.co;2-#");
  CHECK(model::doi_key("10.9999/50%zz") == "10.9999/50%zz");
  CHECK(model::doi_key("").empty());
}

TEST_CASE("a PMCID has its prefix and no version") {
  CHECK(model::normal_pmcid("PMC990") == "PMC990");
  CHECK(model::normal_pmcid("990") == "PMC990");
  CHECK(model::normal_pmcid("PMC990.2") == "PMC990");
  CHECK(model::normal_pmcid("pmc-id: PMC990;") == "PMC990");
  CHECK(model::normal_pmcid("none").empty());
  CHECK(model::whole_pmcid(" pmc990 ") == "PMC990");
  CHECK(model::whole_pmcid("990").empty());
  CHECK(model::whole_pmcid("PMC990.2").empty());
}

TEST_CASE("a PMID is digits without leading zeros") {
  CHECK(model::whole_pmid(" 0090000001 ") == "90000001");
  CHECK(model::whole_pmid("1234567890").empty());
  CHECK(model::whole_pmid("PMC1").empty());
  CHECK(model::whole_pmid("0").empty());
}

TEST_CASE("trial numbers stand alone and are listed once") {
  std::vector<std::string> ids;
  model::add_nct_ids("(NCT09900001), NCT09900002; NCT09900001 XNCT09900003 NCT099000041 NCT12",
                     ids);
  CHECK(ids == std::vector<std::string>{"NCT09900001", "NCT09900002"});
  CHECK(model::whole_nct("nct09900001") == "NCT09900001");
  CHECK(model::whole_nct("NCT0990000").empty());
}

TEST_CASE("works of OpenAlex and arXiv") {
  CHECK(model::whole_openalex("w99") == "W99");
  CHECK(model::whole_openalex("W99x").empty());
  CHECK(model::arxiv_at("9901.00001v3") == "9901.00001");
  CHECK(model::arxiv_at("q-bio.NC/9901001 x") == "q-bio.nc/9901001");
  CHECK(model::arxiv_at("9901.1").empty());
  CHECK(model::arxiv_at("abs").empty());
}

TEST_CASE("DOIs of preprint servers") {
  CHECK(model::is_preprint_doi("10.1101/2099.01.01.000001"));
  CHECK(model::is_preprint_doi("10.21203/rs.3.rs-99/v2"));
  CHECK(model::is_preprint_doi("10.48550/arxiv.9901.00001"));
  CHECK_FALSE(model::is_preprint_doi("10.1101/gr.000099.199"));
  CHECK_FALSE(model::is_preprint_doi("10.5555/x"));
}
