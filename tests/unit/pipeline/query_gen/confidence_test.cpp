#include "pipeline/query_gen/confidence.hpp"

#include "pipeline/pubmed_query/parser.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("confidence is the weighted sum of its parts") {
  const std::vector<ConceptNote> concepts = {
      {.text = "asthma", .heading = "Asthma"},
      {.text = "steam"},
      {.text = "sauna", .heading = "Steam Bath", .used = false},
      {.text = "air", .heading = "Air"}};
  const auto query = pubmed_query::parse("\"Asthma\"[mh] AND steam[tiab]").tree;
  REQUIRE(query);
  ConfidenceParts parts = confidence(concepts, *query, 120, {50, 200});
  CHECK(parts.concepts_mapped == 0.5);  // used and with a heading: two of four
  CHECK(parts.headings_verified == 1);
  CHECK(parts.count_in_range == 1);
  CHECK(parts.score() == 0.8);
  CHECK(confidence(concepts, *query, std::nullopt, {50, 200}).count_in_range == 0);
  CHECK(confidence(concepts, *query, 20, {50, 200}).count_in_range == 0.2);
  CHECK(confidence(concepts, *query, 0, {50, 200}).count_in_range == 0);
  const auto words = pubmed_query::parse("steam[tiab]").tree;
  REQUIRE(words);
  parts = confidence({}, *words, 300, {50, 200});
  CHECK(parts.concepts_mapped == 0);
  CHECK(parts.headings_verified == 0);
}

}  // namespace ev::query_gen
