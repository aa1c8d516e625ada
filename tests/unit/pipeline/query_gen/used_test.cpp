#include "pipeline/query_gen/used.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("a query holds what it asks for, not what it leaves out") {
  QueryTerms held;
  held.add(*pubmed_query::parse("(\"Asthma\"[mh] OR wheez*[tiab]) NOT stroke[tiab]").tree);
  CHECK(held.holds("\"Asthma\"[mh]"));
  CHECK_FALSE(held.holds("stroke[tiab]"));
  CHECK(held.holds_words("asthma"));
  CHECK(held.holds_words("wheezing"));
  CHECK_FALSE(held.holds_words("stroke"));
  CHECK_FALSE(held.holds_words(""));
  CHECK(held.holds(whole_concept("asthma", mesh::built_in(), "")));
  CHECK_FALSE(held.holds(whole_concept("stroke", mesh::built_in(), "")));
}

}  // namespace ev::query_gen
