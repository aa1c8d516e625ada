#include "tools/evidence.hpp"

#include "pipeline/model/article_json.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

model::Article paper() {
  model::Article a;
  a.pmid = "90000001";
  a.title = "Walnut paste and grip strength.";
  a.abstract = "Grip strength rose.";
  a.authors = {{.name = "Karlsen Lise"}, {.name = "Novotna D"}};
  a.journal = "Annals of Invented Medicine";
  a.publication_date = "2013-04";
  a.doi = "10.5555/x";
  a.pmcid = "PMC9900001";
  a.openalex_id = "W9900000001";
  a.metadata["source"] = "pubmed";
  return a;
}

}  // namespace

TEST_CASE("a citation has one full stop after the title") {
  model::Article a = paper();
  CHECK(tools::formatted_citation(a) ==
        "Karlsen Lise, Novotna D (2013-04). Walnut paste and grip strength. PUBMED");
  a.title = "Does walnut paste help?";
  a.authors.assign(4, {.name = "Holm P"});
  a.publication_date.clear();
  CHECK(tools::formatted_citation(a) ==
        "Holm P, Holm P, Holm P et al. (Unknown). Does walnut paste help? PUBMED");
  CHECK(tools::formatted_citation({}) == "(Unknown). FILE");
}

TEST_CASE("the page of a record: PubMed, else the DOI, else its source's") {
  model::Article a = paper();
  CHECK(tools::main_url(a) == "https://pubmed.ncbi.nlm.nih.gov/90000001/");
  const Json links = tools::links_json(a);
  CHECK(links["doi"] == "https://doi.org/10.5555/x");
  CHECK(links["pmc"] == "https://pmc.ncbi.nlm.nih.gov/articles/PMC9900001/");
  CHECK(links["openalex"] == "https://openalex.org/W9900000001");
  CHECK(links.size() == 4);
  a.pmid.clear();
  CHECK(tools::main_url(a) == "https://doi.org/10.5555/x");
  CHECK(tools::main_url({.id = "NCT09900001"}) == "https://clinicaltrials.gov/study/NCT09900001");
  CHECK(tools::main_url({.id = "PPR:PPR990001"}) == "https://europepmc.org/article/PPR/PPR990001");
  CHECK(tools::main_url({.url = "https://example.org/a"}) == "https://example.org/a");
  CHECK(tools::main_url({}).empty());
}

TEST_CASE("evidence in its two sizes") {
  model::Article a = paper();
  a.authors.assign(12, {.name = "Holm P"});
  a.mesh_headings = {{.descriptor = "Juglans"}};
  a.citation_count = 4;
  a.citation_counts = {{"europepmc", 4}, {"openalex", 9}};
  const Json standard = tools::evidence_json(a, "standard", 0.5);
  CHECK(standard["content"] == "Grip strength rose.");
  CHECK(standard["relevance"] == 0.5);
  CHECK(standard["citation"]["date"] == "2013-04");
  CHECK(standard["citation"]["authors"].size() == 4);
  CHECK(standard["citation"]["author_count"] == 12);
  CHECK(standard["metadata"]["ids"]["pmid"] == "90000001");
  CHECK(standard["metadata"]["cited_by_count"] == 4);
  CHECK(standard["metadata"]["citation_counts"]["openalex"] == 9);
  CHECK_FALSE(standard["metadata"].contains("mesh_terms"));
  const Json full = tools::evidence_json(a, "full");
  CHECK(full["citation"]["authors"].size() == 12);
  CHECK(full["metadata"]["mesh_terms"][0] == "Juglans");
  CHECK_FALSE(full.contains("relevance"));
}

TEST_CASE("without an abstract the title is the content, and says so") {
  model::Article a = paper();
  a.abstract.clear();
  a.publication_date.clear();
  const Json json = tools::evidence_json(a, "standard");
  CHECK(json["content"] == a.title);
  CHECK(json["content_is"] == "title");
  CHECK(json["citation"]["date"].is_null());
  CHECK(tools::article_of_evidence(json)["abstract"] == "");
}

TEST_CASE("evidence that was shown is read back") {
  model::Article a = paper();
  a.is_preprint = true;
  a.related = {{"preprint_of", "PMID:90000002", "title and authors"}};
  a.merged_from = {{"pubmed", "90000001", {"title"}}};
  const Json json = tools::evidence_json(a, "standard");
  const auto back = model::article_from_client(tools::article_of_evidence(json), "e");
  REQUIRE(back);
  CHECK(back->pmid == a.pmid);
  CHECK(back->doi == a.doi);
  CHECK(back->pmcid == a.pmcid);
  CHECK(back->openalex_id == a.openalex_id);
  CHECK(back->title == a.title);
  CHECK(back->abstract == a.abstract);
  CHECK(back->is_preprint);
  CHECK(back->related == a.related);
  CHECK(back->merged_from == a.merged_from);
  CHECK(back->metadata.at("source") == "pubmed");
}

TEST_CASE("ids of evidence are found in metadata first, then in the address") {
  const auto read = [](const Json& metadata, const char* url) {
    const Json evidence = {
        {"content", "C."},
        {"citation", {{"source", "web"}, {"title", "T"}, {"url", url}, {"date", "Unknown"}}},
        {"metadata", metadata}};
    return model::article_from_client(tools::article_of_evidence(evidence), "e").value();
  };
  CHECK(read({{"pmid", "90000001"}}, "https://openalex.org/W99").pmid == "90000001");
  CHECK(read({{"pmid", "90000001"}}, "https://openalex.org/W99").openalex_id == "W99");
  CHECK(read({{"pmid", 90000001}}, "").pmid == "90000001");
  CHECK(read(Json::object(), "https://europepmc.org/article/MED/90000001").pmid == "90000001");
  CHECK(read(nullptr, "https://doi.org/10.5555/X/").doi == "10.5555/x");
  CHECK(read(nullptr, "https://clinicaltrials.gov/study/NCT09900001").id == "NCT09900001");
  CHECK(read(nullptr, "https://europepmc.org/article/PPR/PPR990001").id == "PPR:PPR990001");
  CHECK(read(nullptr, "https://example.org/x").publication_date.empty());
  CHECK(read(nullptr, "https://example.org/x").metadata.empty());
}
