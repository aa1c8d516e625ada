#include "pipeline/question/frame_queries.hpp"

#include "support/catch.hpp"

using namespace ev::question;

TEST_CASE("what is given is in every query; outcome, comparator and population narrow") {
  const auto queries =
      queries_of(read_question("Does zentolol reduce stroke more than morvapril in hypertension?"));
  REQUIRE(queries.size() > 1);
  for (const std::string& q : queries) CHECK(q.find("zentolol") != std::string::npos);
  CHECK(queries[0].find("morvapril") != std::string::npos);
  CHECK(queries[0].find("stroke") != std::string::npos);
  CHECK(queries_of(read_question("")).empty());
}

TEST_CASE("a class is searched with its members, in both spellings") {
  const auto queries = queries_of(read_question("Do beta blockers cause oedema?"));
  REQUIRE_FALSE(queries.empty());
  CHECK(queries[0].find("propranolol") != std::string::npos);
  CHECK(queries[0].find("oedema") != std::string::npos);
}
