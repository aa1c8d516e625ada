#include "pipeline/identity/ids.hpp"

#include "support/catch.hpp"

#include <utility>

using namespace ev;
using identity::Identifier;
using identity::IdKind;

namespace {

// The most trusted identifier in the text, as it is labelled; "" when there is none.
std::string first_label(const std::string& text) {
  const auto ids = identity::ids_in_text(text);
  return ids.empty() ? "" : identity::label(ids.front());
}

std::vector<std::string> labels(const model::Article& article) {
  std::vector<std::string> out;
  for (const Identifier& id : identity::ids_of(article)) out.push_back(identity::label(id));
  return out;
}

}  // namespace

TEST_CASE("addresses of every service name their record") {
  const std::pair<const char*, const char*> cases[] = {
      {"https://pubmed.ncbi.nlm.nih.gov/90000001/", "PMID:90000001"},
      {"https://www.ncbi.nlm.nih.gov/pubmed/90000001", "PMID:90000001"},
      {"http://www.ncbi.nlm.nih.gov/entrez/query.fcgi?cmd=Retrieve&list_uids=90000001&x",
       "PMID:90000001"},
      {"https://europepmc.org/article/MED/90000001", "PMID:90000001"},
      {"https://europepmc.org/abstract/med/90000001", "PMID:90000001"},
      {"https://europepmc.org/article/PMC/PMC9900001", "PMCID:PMC9900001"},
      {"https://europepmc.org/articles/PMC9900001", "PMCID:PMC9900001"},
      {"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9900001/", "PMCID:PMC9900001"},
      {"https://pmc.ncbi.nlm.nih.gov/articles/PMC9900001/", "PMCID:PMC9900001"},
      {"https://europepmc.org/article/PPR/PPR990001", "PPRID:PPR990001"},
      {"https://europepmc.org/article/PAT/WO9900001", "PATID:WO9900001"},
      {"https://europepmc.org/article/PAT/EP9900001", "PATID:EP9900001"},
      {"https://europepmc.org/article/AGR/IND9900001", "EPMC:AGR:IND9900001"},
      {"https://doi.org/10.5555/Invented.7", "DOI:10.5555/invented.7"},
      {"https://doi.org/10.5555/invented.7/", "DOI:10.5555/invented.7"},
      {"http://dx.doi.org/10.5555%2Finvented%287%29", "DOI:10.5555/invented(7)"},
      {"https://doi.org/10.5555/invented.7?utm_source=mail", "DOI:10.5555/invented.7"},
      {"https://openalex.org/W9900000001", "OAID:W9900000001"},
      {"https://api.openalex.org/works/W9900000001", "OAID:W9900000001"},
      {"https://clinicaltrials.gov/study/NCT09900001", "NCT:NCT09900001"},
      {"https://clinicaltrials.gov/ct2/show/NCT09900001", "NCT:NCT09900001"},
      {"https://clinicaltrials.gov/ct2/show/results/NCT09900001?x=1", "NCT:NCT09900001"},
      {"https://arxiv.org/abs/9901.00001v2", "ARXIV:9901.00001"},
      {"https://www.biorxiv.org/content/10.1101/2099.01.01.000001v2.full.pdf",
       "DOI:10.1101/2099.01.01.000001"},
      {"https://www.medrxiv.org/content/10.1101/2099.01.01.99000001v1",
       "DOI:10.1101/2099.01.01.99000001"},
      {"https://example.org/some/page/123", ""},
      {"", ""}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(first_label(text) == expected);
  }
}

TEST_CASE("labelled and bare values name their record") {
  CHECK(first_label("PMID: 0090000001") == "PMID:90000001");
  CHECK(first_label("see PMID:90000001 and doi:10.5555/x.") == "PMID:90000001");
  CHECK(identity::ids_in_text("see PMID:90000001 and doi:10.5555/x.").size() == 2);
  CHECK(first_label("PMCID: PMC9900001.2") == "PMCID:PMC9900001");
  CHECK(first_label("pmc9900001") == "PMCID:PMC9900001");
  CHECK(first_label("doi: 10.5555/X") == "DOI:10.5555/x");
  CHECK(first_label("10.5555/X") == "DOI:10.5555/x");
  CHECK(first_label("MED:90000001") == "PMID:90000001");
  CHECK(first_label("PPR:PPR990001") == "PPRID:PPR990001");
  CHECK(first_label("nct09900001") == "NCT:NCT09900001");
  CHECK(first_label("W9900000001") == "OAID:W9900000001");
  CHECK(first_label("arXiv:9901.00001") == "ARXIV:9901.00001");
  CHECK(first_label("10.48550/arXiv.9901.00001") == "DOI:10.48550/arxiv.9901.00001");
  CHECK(identity::ids_in_text("10.48550/arXiv.9901.00001").back().kind == IdKind::arxiv);
  // A number alone is no PMID, a trial in running text not the record itself.
  CHECK(first_label("90000001") == "");
  CHECK(first_label("registered as NCT09900001") == "");
  CHECK(first_label("10.5555") == "");
}

TEST_CASE("a PMID in metadata counts before the address of another service") {
  model::Article a;
  a.pmid = "90000002";
  a.url = "https://openalex.org/W9900000002";
  CHECK(labels(a) == std::vector<std::string>{"PMID:90000002", "OAID:W9900000002"});
}

TEST_CASE("all identifiers of a record, each once, most trusted first") {
  model::Article a;
  a.pmid = "90000003";
  a.pmcid = "PMC9900003";
  a.doi = "10.5555/c";
  a.openalex_id = "W9900000003";
  a.europepmc_id = "MED:90000003";
  a.url = "https://pubmed.ncbi.nlm.nih.gov/90000003/";
  a.nct_ids = {"NCT09900003"};
  a.metadata[identity::kOtherIds] = "DOI:10.5555/c.preliminary PPRID:PPR990003 nonsense";
  CHECK(labels(a) == std::vector<std::string>{"PMID:90000003", "PMCID:PMC9900003",
                                              "PPRID:PPR990003", "DOI:10.5555/c",
                                              "DOI:10.5555/c.preliminary", "OAID:W9900000003"});
}

TEST_CASE("a trial number is an identifier of the registered study only") {
  model::Article trial;
  trial.id = "NCT09900004";
  trial.trial.emplace().aliases = {"NCT09900005"};
  CHECK(labels(trial) == std::vector<std::string>{"NCT:NCT09900004", "NCT:NCT09900005"});
  model::Article of_paper;
  of_paper.pmid = "90000004";
  of_paper.nct_ids = {"NCT09900004"};
  CHECK(labels(of_paper) == std::vector<std::string>{"PMID:90000004"});
}

TEST_CASE("records without PMID go by the name of their source") {
  CHECK(labels({.id = "PPR:PPR990001"}) == std::vector<std::string>{"PPRID:PPR990001"});
  CHECK(labels({.id = "W9900000009"}) == std::vector<std::string>{"OAID:W9900000009"});
  CHECK(labels({.id = "rec-0123456789ab"}) == std::vector<std::string>{"REC:rec-0123456789ab"});
  CHECK(labels({.id = "rec-0123456789ab-2"}) == std::vector<std::string>{"REC:rec-0123456789ab"});
  CHECK(labels({.id = "x-0123456789"}).empty());
  CHECK(labels({.id = "smith2019"}).empty());
}

TEST_CASE("labels are read back and relations have the names of the model") {
  for (const char* text : {"PMID:1", "PMCID:PMC1", "PPRID:PPR1", "PATID:WO1", "EPMC:AGR:1",
                           "DOI:10.5555/x", "OAID:W1", "NCT:NCT09900001", "ARXIV:9901.00001"}) {
    CAPTURE(text);
    const auto id = identity::from_label(text);
    REQUIRE(id);
    CHECK(identity::label(*id) == text);
  }
  CHECK_FALSE(identity::from_label("x"));
  CHECK_FALSE(identity::from_label("DOI:"));
  CHECK(identity::relation_name({IdKind::pmid, "1"}) == "PMID:1");
  CHECK(identity::relation_name({IdKind::doi, "10.5555/x"}) == "DOI:10.5555/x");
  CHECK(identity::relation_name({IdKind::nct, "NCT09900001"}) == "NCT09900001");
  CHECK(identity::relation_name({IdKind::europepmc, "PPR:PPR1"}) == "PPR:PPR1");
}

TEST_CASE("versions of a DOI") {
  CHECK(identity::doi_version("10.21203/rs.3.rs-99/v2").base == "10.21203/rs.3.rs-99");
  CHECK(identity::doi_version("10.21203/rs.3.rs-99/v2").version == 2);
  CHECK(identity::doi_version("10.1002/14651858.cd990001.pub3").version == 3);
  CHECK(identity::doi_version("10.12688/f1000research.99.2").version == 2);
  CHECK(identity::doi_version("10.7554/elife.99999").version == 0);
  CHECK(identity::doi_version("10.7554/elife.99999.3").version == 3);
  CHECK(identity::doi_version("10.5555/inv.2").version == 0);
  CHECK(identity::doi_version("10.5555/tv12").version == 0);
  CHECK(identity::other_version("10.21203/rs.3.rs-99/v2", "10.21203/rs.3.rs-99/v1"));
  CHECK(identity::other_version("10.1002/14651858.cd990001", "10.1002/14651858.cd990001.pub2"));
  CHECK_FALSE(identity::other_version("10.5555/a", "10.5555/b"));
  CHECK_FALSE(identity::other_version("10.5555/a", "10.5555/a"));
  CHECK_FALSE(identity::other_version("", ""));
}
