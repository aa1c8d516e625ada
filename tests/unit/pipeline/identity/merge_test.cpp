#include "pipeline/identity/merge.hpp"

#include "identity_support.hpp"
#include "pipeline/identity/ids.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;

namespace {

model::Article merged(std::vector<model::Article> records) {
  std::vector<const model::Article*> members;
  for (const model::Article& a : records) members.push_back(&a);
  return identity::merge_records(members);
}

model::Article from(const std::string& source) {
  auto a = test::paper();
  if (source != "file") a.metadata["source"] = source;
  a.title += " (" + source + ")";
  return a;
}

bool gave(const model::Article& a, const std::string& source, const std::string& field) {
  for (const model::MergedRecord& one : a.merged_from) {
    const bool there = std::find(one.fields.begin(), one.fields.end(), field) != one.fields.end();
    if (one.source == source && there) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("who gave a record") {
  CHECK(identity::source_of(from("pubmed")) == "pubmed");
  CHECK(identity::source_of({.europepmc_id = "PPR:PPR1"}) == "europepmc");
  CHECK(identity::source_of({.openalex_id = "W1"}) == "openalex");
  CHECK(identity::source_of(test::paper()) == "file");
  model::Article trial;
  trial.trial.emplace();
  CHECK(identity::source_of(trial) == "clinicaltrials");
  CHECK(identity::trust_rank(from("pubmed")) < identity::trust_rank(from("europepmc")));
  CHECK(identity::trust_rank(from("openalex")) < identity::trust_rank(from("clinicaltrials")));
  CHECK(identity::trust_rank(from("clinicaltrials")) < identity::trust_rank(from("file")));
}

TEST_CASE("one record comes back as it is") {
  auto a = from("pubmed");
  a.metadata["record_id"] = "r1";
  CHECK(merged({a}) == a);
}

TEST_CASE("text, title and source come from the most trusted that has them") {
  auto pubmed = from("pubmed");
  pubmed.pmid = "90000001";
  auto europepmc = from("europepmc");
  europepmc.abstract = "Grip strength rose.";
  europepmc.sections = {{.label = "RESULTS", .start = 0, .end = 19}};
  auto file = from("file");
  file.abstract = "Grip strength rose. And much more was said about it.";
  for (const auto& order :
       {std::vector{pubmed, europepmc, file}, std::vector{file, europepmc, pubmed}}) {
    const model::Article a = merged(order);
    CHECK(a.title == pubmed.title);
    CHECK(a.abstract == europepmc.abstract);
    CHECK(a.sections == europepmc.sections);
    CHECK(identity::source_of(a) == "pubmed");
    CHECK(gave(a, "pubmed", "title"));
    CHECK(gave(a, "europepmc", "abstract"));
    CHECK_FALSE(gave(a, "pubmed", "abstract"));
  }
}

TEST_CASE("of several abstracts of files the longest: others were cut") {
  auto cut = from("file");
  cut.abstract = "Grip strength";
  auto whole = from("file");
  whole.abstract = "Grip strength rose in all drivers.";
  CHECK(merged({cut, whole}).abstract == whole.abstract);
}

TEST_CASE("all identifiers and addresses are kept") {
  auto pubmed = from("pubmed");
  pubmed.pmid = "90000001";
  pubmed.doi = "10.5555/x";
  pubmed.url = "https://pubmed.ncbi.nlm.nih.gov/90000001/";
  auto openalex = from("openalex");
  openalex.openalex_id = "W9900000001";
  openalex.id = "W9900000001";
  openalex.doi = "10.5555/x.preliminary";
  openalex.url = "https://openalex.org/W9900000001";
  openalex.pdf_url = "https://example.org/x.pdf";
  auto europepmc = from("europepmc");
  europepmc.pmcid = "PMC9900001";
  europepmc.europepmc_id = "MED:90000001";
  const model::Article a = merged({openalex, pubmed, europepmc});
  CHECK(a.id.empty());
  CHECK(a.metadata.at(identity::kOtherIds) == "DOI:10.5555/x.preliminary");
  CHECK(a.metadata.at("urls") == "https://openalex.org/W9900000001");
  CHECK(a.pdf_url == "https://example.org/x.pdf");
  const auto ids = identity::ids_of(a);
  for (const auto& one : {pubmed, openalex, europepmc}) {
    for (const identity::Identifier& id : identity::ids_of(one)) {
      CAPTURE(identity::label(id));
      CHECK(std::find(ids.begin(), ids.end(), id) != ids.end());
    }
  }
}

TEST_CASE("lists are united, equal entries once") {
  auto one = from("pubmed");
  one.keywords = {"Walnut", "grip strength"};
  one.publication_types = {"Journal Article"};
  one.mesh_headings = {{.descriptor = "Juglans", .ui = "D000001", .major = true}};
  one.related = {{"has_comment", "PMID:90000009", "pubmed"}};
  auto other = from("europepmc");
  other.keywords = {"Grip  Strength", "bus"};
  other.publication_types = {"journal article", "Randomized Controlled Trial"};
  other.mesh_headings = {{.descriptor = "juglans"}, {.descriptor = "Humans"}};
  other.nct_ids = {"NCT09900001"};
  other.related = {{"has_comment", "PMID:90000009", "europepmc"}};
  other.references = {{.citation = "Somebody 1999"}};
  const model::Article a = merged({other, one});
  CHECK(a.keywords == std::vector<std::string>{"Walnut", "grip strength", "bus"});
  CHECK(a.publication_types ==
        std::vector<std::string>{"Journal Article", "Randomized Controlled Trial"});
  REQUIRE(a.mesh_headings.size() == 2);
  CHECK(a.mesh_headings[0].ui == "D000001");
  CHECK(a.nct_ids == other.nct_ids);
  CHECK(a.related.size() == 1);
  CHECK(a.references.size() == 1);
  CHECK(gave(a, "europepmc", "keywords"));
}

TEST_CASE("every citation count stays with its source") {
  auto pubmed = from("pubmed");
  auto openalex = from("openalex");
  openalex.citation_counts = {{"openalex", 12}};
  auto europepmc = from("europepmc");
  europepmc.citation_count = 9;
  auto file = from("file");
  file.citation_count = 7;
  file.metadata["citation_source"] = "file";
  const model::Article a = merged({file, openalex, pubmed, europepmc});
  CHECK(a.citation_counts ==
        std::vector<model::CitationCount>{{"europepmc", 9}, {"file", 7}, {"openalex", 12}});
  CHECK(a.citation_count == 9);
  CHECK(a.metadata.at("citation_source") == "europepmc");
}

TEST_CASE("the graver status wins, and all who say so are named") {
  auto corrected = from("pubmed");
  corrected.retraction = {
      model::RetractionStatus::corrected, {"pubmed:CommentsCorrections"}, "90000008", "2014"};
  auto retracted = from("openalex");
  retracted.retraction = {model::RetractionStatus::retracted, {"openalex:is_retracted"}, "", ""};
  auto also = from("europepmc");
  also.retraction = {
      model::RetractionStatus::retracted, {"europepmc:commentCorrection"}, "90000009", "2015"};
  const model::Article a = merged({corrected, retracted, also});
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
  CHECK(a.retraction.sources ==
        std::vector<std::string>{"europepmc:commentCorrection", "openalex:is_retracted"});
  CHECK(a.retraction.notice_pmid == "90000009");
  CHECK(merged({from("pubmed"), from("openalex")}).retraction.status ==
        model::RetractionStatus::none);
}

TEST_CASE("a notice is not the paper, whatever another source calls it") {
  auto notice = from("pubmed");
  notice.retraction = {model::RetractionStatus::notice, {"pubmed:PublicationType"}, "", ""};
  auto muddled = from("openalex");
  muddled.retraction = {model::RetractionStatus::retracted, {"openalex:is_retracted"}, "", ""};
  CHECK(merged({notice, muddled}).retraction.status == model::RetractionStatus::notice);
}

TEST_CASE("authors: the complete list, with what others know of the same people") {
  auto file = from("file");
  file.authors = {test::author("Karlsen", "L")};
  file.authors_complete = false;
  auto openalex = from("openalex");
  openalex.authors = {test::author("Karlsen", "LC"), test::author("Novotná")};
  openalex.authors[0].orcid = "0000-0002-0000-1234";
  auto pubmed = from("pubmed");
  pubmed.authors = {test::author("Karlsen", "LC"), test::author("Novotna")};
  pubmed.authors[1].affiliations = {"Walnut Institute"};
  const model::Article a = merged({file, openalex, pubmed});
  REQUIRE(a.authors.size() == 2);
  CHECK(a.authors[0].orcid == "0000-0002-0000-1234");
  CHECK(a.authors[1].affiliations.size() == 1);
  CHECK(a.authors[1].last_name == "Novotna");
  CHECK(a.authors_complete);
  // People in another order are not mixed.
  std::swap(openalex.authors[0], openalex.authors[1]);
  CHECK(merged({openalex, pubmed}).authors[0].orcid.empty());
}

TEST_CASE("pages that were made a date give way") {
  auto one = from("file");
  one.pages = "01-Jun";
  one.abstract = "So that this record comes first.";
  auto other = from("file");
  other.pages = "1-6";
  const model::Article a = merged({one, other});
  CHECK(a.pages == "1-6");
  CHECK(merged({one, one}).pages == "01-Jun");
}

TEST_CASE("members are named as their source names them, with what they gave") {
  auto one = from("file");
  one.id = "rec-000000000001";
  one.metadata["record_id"] = "smith1";
  auto other = from("pubmed");
  other.pmid = "90000001";
  const model::Article a = merged({one, other});
  REQUIRE(a.merged_from.size() == 2);
  CHECK(a.merged_from[0].source == "pubmed");
  CHECK(a.merged_from[0].id == "90000001");
  CHECK(a.merged_from[1].id == "smith1");
  CHECK(a.metadata.count("record_id") == 0);
}

TEST_CASE("a record that was merged before keeps its members") {
  auto pubmed = from("pubmed");
  pubmed.pmid = "90000001";
  auto europepmc = from("europepmc");
  europepmc.abstract = "Grip strength rose.";
  auto openalex = from("openalex");
  openalex.openalex_id = "W9900000001";
  const model::Article first = merged({pubmed, europepmc});
  const model::Article both = merged({openalex, first});
  REQUIRE(both.merged_from.size() == 3);
  CHECK(gave(both, "europepmc", "abstract"));
  CHECK(gave(both, "openalex", "openalex_id"));
  CHECK(identity::source_of(both) == "pubmed");
}

TEST_CASE("open access where one source found it open") {
  auto closed = from("pubmed");
  closed.is_open_access = false;
  auto open = from("openalex");
  open.is_open_access = true;
  CHECK(merged({closed, open}).is_open_access == true);
  CHECK(merged({closed, from("europepmc")}).is_open_access == false);
  CHECK_FALSE(merged({from("pubmed"), from("europepmc")}).is_open_access);
}
