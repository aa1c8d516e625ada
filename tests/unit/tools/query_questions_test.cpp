#include "tools/query_questions.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace {

query_gen::Generation counted(long count) {
  query_gen::Generation made;
  made.queries.resize(1);
  made.queries[0].result_count = count;
  return made;
}

std::vector<std::string> assumed(const char* strategy, tools::CountedIn where, long count) {
  query_gen::Request request;
  request.research_goal = "asthma";
  request.strategy = strategy;
  const mcp::CallContext ctx;
  return tools::QueryQuestions(request, ctx, where, true).assumptions(counted(count));
}

}  // namespace

TEST_CASE("PubMed's reach is named where PubMed counted, the strategy's range in the library") {
  using tools::CountedIn;
  CHECK(assumed("focused", CountedIn::pubmed, 9'999).empty());
  const auto pubmed = assumed("focused", CountedIn::pubmed, 10'000);
  REQUIRE(pubmed.size() == 1);
  CHECK(pubmed[0].find("can be paged through (9999)") != std::string::npos);

  CHECK(assumed("focused", CountedIn::library, 2'000).empty());
  const auto library = assumed("focused", CountedIn::library, 2'001);
  REQUIRE(library.size() == 1);
  CHECK(library[0].find("than a focused search should (2000)") != std::string::npos);
  CHECK(library[0].find("9999") == std::string::npos);
}

TEST_CASE(
    "an ambiguous name that words beside it decide is replaced, another by its commonest meaning") {
  const mcp::CallContext ctx;
  query_gen::Request request;
  request.research_goal = "PPI against zebra ulcers";
  const tools::QueryQuestions decided(request, ctx, tools::CountedIn::pubmed, true);
  CHECK(request.research_goal == "proton pump inhibitors against zebra ulcers");
  CHECK(decided.assumptions(counted(1)).empty());

  request.research_goal = "PPI of zebras";
  const tools::QueryQuestions open(request, ctx, tools::CountedIn::pubmed, true);
  CHECK(request.research_goal == "proton pump inhibitors of zebras");
  const std::vector<std::string> said = open.assumptions(counted(1));
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("\"PPI\" can mean proton pump inhibitors, prepulse inhibition") == 0);
  CHECK(said[0].find("it was read as proton pump inhibitors") != std::string::npos);
}
