#include "pipeline/query_gen/harms.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("harms are searched as side effects, in words and by subheading") {
  CHECK(asks_for_harms("safety"));
  CHECK_FALSE(asks_for_harms("mortality"));
  Concept c;
  c.text = "safety";
  mean_harm(c, mesh::built_in());
  CHECK(c.heading == "Drug-Related Side Effects and Adverse Reactions");
  const std::string printed = pubmed_query::print(block(c, Breadth::broad));
  CHECK(printed.find("safety[tiab] OR \"adverse effects\"[tiab]") != std::string::npos);
  CHECK(printed.ends_with("\"adverse effects\"[sh]"));
}

TEST_CASE("harms of a part are its diseases, where there are such") {
  const Concept c = harm_of("gastrointestinal", "gastrointestinal side effects", mesh::built_in());
  CHECK(c.role == "outcome");
  CHECK(pubmed_query::print(block(c, Breadth::broad)) ==
        "\"Gastrointestinal Diseases\"[mh] OR gastrointestinal[tiab]");
  CHECK(harm_of("purple", "purple side effects", mesh::built_in()).text.empty());
}

}  // namespace ev::query_gen
