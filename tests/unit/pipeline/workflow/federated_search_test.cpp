#include "pipeline/workflow/federated_search.hpp"

#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <algorithm>

using namespace ev;

TEST_CASE("a question to every source gives merged records, best first, and a report per source") {
  test::SampleProgram sample;
  const workflow::FederatedSearchRequest request{
      .query = "Does metformin help in Alzheimer's disease?", .enrich = {"none"}};
  const auto found = workflow::search_sources(sample.program().services(), request, {});
  REQUIRE(found);
  REQUIRE(found->sources.size() == 4);
  std::size_t returned = 0;
  for (const workflow::SearchedSource& source : found->sources) {
    CHECK(source.answered());
    CHECK(source.report.articles.empty());
    returned += source.returned;
  }
  CHECK(found->before == returned);
  CHECK(found->articles.size() < found->before);
  REQUIRE(found->relevance.size() == found->articles.size());
  CHECK(std::is_sorted(found->relevance.rbegin(), found->relevance.rend()));
  CHECK(found->enrichment.empty());
  CHECK(found->result_set.starts_with("rs-"));

  const auto again = workflow::search_sources(sample.program().services(), request, {});
  REQUIRE(again);
  CHECK(again->result_set == found->result_set);
}

TEST_CASE("a query that cannot be read names its argument; nothing found is a success") {
  test::SampleProgram sample;
  const auto& services = sample.program().services();
  const auto unreadable =
      workflow::search_sources(services, {.query = "(metformin[ti]", .enrich = {"none"}}, {});
  REQUIRE_FALSE(unreadable);
  CHECK(unreadable.error().code == Errc::invalid_query);
  CHECK(unreadable.error().path == "query");

  const auto nothing =
      workflow::search_sources(services, {.query = "qqxxzz[ti]", .enrich = {"none"}}, {});
  REQUIRE(nothing);
  CHECK(nothing->articles.empty());
  REQUIRE_FALSE(nothing->warnings.empty());
  CHECK(nothing->warnings.back() ==
        "no_results: no source has a record that answers `qqxxzz[ti]`; ask for less");
}
