#include "pipeline/identity/deduplicate.hpp"

#include "identity_support.hpp"
#include "pipeline/identity/merge.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

identity::Deduplicated deduplicated(const std::vector<model::Article>& records) {
  return identity::deduplicate(records, test::no_limits()).value();
}

}  // namespace

TEST_CASE("the copies of four sources become one record, preprint and study stay beside it") {
  auto pubmed = test::paper();
  pubmed.pmid = "90000001";
  pubmed.nct_ids = {"NCT09900001"};
  pubmed.metadata["source"] = "pubmed";
  auto europepmc = test::paper();
  europepmc.pmid = "90000001";
  europepmc.europepmc_id = "MED:90000001";
  europepmc.metadata["source"] = "europepmc";
  auto openalex = test::paper();
  openalex.id = openalex.openalex_id = "W9900000001";
  openalex.doi = "10.5555/x";
  openalex.metadata["source"] = "openalex";
  auto preprint = test::paper();
  preprint.id = preprint.europepmc_id = "PPR:PPR990001";
  preprint.is_preprint = true;
  preprint.journal = "medRxiv";
  preprint.publication_date = "2012-04";
  auto trial = test::paper();
  trial.id = "NCT09900001";
  trial.trial.emplace();
  const auto result = deduplicated({preprint, openalex, trial, europepmc, pubmed});
  REQUIRE(result.records.size() == 3);
  CHECK(result.members == std::vector<std::vector<std::size_t>>{{0}, {1, 3, 4}, {2}});
  CHECK(result.joins[1].size() == 2);
  CHECK(result.doubtful.empty());
  const model::Article& paper = result.records[1];
  CHECK(identity::source_of(paper) == "pubmed");
  CHECK(paper.openalex_id == "W9900000001");
  CHECK(paper.doi == "10.5555/x");
  CHECK(paper.related.size() == 2);
  CHECK(result.records[0].related.size() == 1);
  CHECK(result.records[0].related[0].type == "preprint_of");
  CHECK(result.records[2].related[0].type == "has_publication");
}

TEST_CASE("what a merged record knows joins the next") {
  // The third shares nothing with the first, and too little with the second alone.
  auto first = test::paper();
  first.doi = "10.5555/x";
  first.volume.clear();
  first.issue.clear();
  first.pages.clear();
  first.authors.clear();
  auto second = test::paper();
  second.doi = "10.5555/x";
  second.publication_date.clear();
  auto third = test::paper();
  third.journal.clear();
  third.authors.clear();
  third.issue.clear();
  third.pages = "101";
  const auto result = deduplicated({first, third, second});
  CHECK(result.records.size() == 1);
  CHECK(result.joins[0].size() == 2);
}

TEST_CASE("doubtful pairs name positions of the result") {
  auto one = test::paper();
  one.volume.clear();
  one.pages.clear();
  one.issue.clear();
  auto elsewhere = one;
  elsewhere.journal = "Journal of Throat Research";
  auto copy = test::paper("Sour cherry and the gait of goats on frozen ground");
  const auto result = deduplicated({copy, copy, one, elsewhere});
  REQUIRE(result.records.size() == 3);
  REQUIRE(result.doubtful.size() == 1);
  CHECK(result.doubtful[0].a == 1);
  CHECK(result.doubtful[0].b == 2);
  CHECK_FALSE(result.doubtful[0].reason.empty());
}

TEST_CASE("records that cannot be identified are kept") {
  const auto result = deduplicated({{.title = "Something"}, {.title = "Something"}, {}});
  CHECK(result.records.size() == 3);
  CHECK(deduplicated({}).records.empty());
}
