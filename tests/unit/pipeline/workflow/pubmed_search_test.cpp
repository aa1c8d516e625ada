#include "pipeline/workflow/pubmed_search.hpp"

#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <algorithm>

using namespace ev;

TEST_CASE("publication types join the query that is sent") {
  CHECK(workflow::sent_query({.search_query = "zinc"}) == "zinc");
  CHECK(
      workflow::sent_query({.search_query = "zinc", .article_types = {" Review ", "Editorial"}}) ==
      "(zinc) AND (\"Review\"[Publication Type] OR \"Editorial\"[Publication Type])");
}

TEST_CASE("zero hits come with the part that finds nothing, typed and as a warning") {
  test::SampleProgram sample;
  const auto& services = sample.program().services();
  const auto none =
      workflow::search_pubmed(services, {.search_query = "metformin[ti] AND qqxxzz[ti]"}, {});
  REQUIRE(none);
  CHECK(none->found.total == 0);
  REQUIRE(none->zero_hits);
  CHECK(none->zero_hits->relaxed_query.find("metformin") != std::string::npos);
  CHECK(none->zero_hits->relaxed_count > 0);
  CHECK(none->no_results == none->zero_hits->explanation);
  const std::vector<std::string> warnings = workflow::warnings_of(*none);
  CHECK(std::count(warnings.begin(), warnings.end(), "no_results: " + none->no_results) == 1);

  const auto some = workflow::search_pubmed(services, {.search_query = "metformin"}, {});
  REQUIRE(some);
  CHECK(some->found.articles.size() > 0);
  CHECK(some->no_results.empty());
  CHECK_FALSE(some->zero_hits);

  const auto unreadable = workflow::search_pubmed(services, {.search_query = "(metformin"}, {});
  REQUIRE_FALSE(unreadable);
  CHECK(unreadable.error().code == Errc::invalid_query);
  CHECK(unreadable.error().source == "pubmed");
  CHECK(unreadable.error().path == "search_query");
}
