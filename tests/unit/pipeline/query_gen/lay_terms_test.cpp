#include "pipeline/query_gen/lay_terms.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::query_gen {

TEST_CASE("an everyday name gives the headings the vocabulary confirms, and words") {
  const LayTerm name = lay_term("menopausal symptoms", mesh::built_in());
  REQUIRE(name.headings.size() == 2);
  CHECK(name.headings[1]->name == "Hot Flashes");
  CHECK(std::count(name.words.begin(), name.words.end(), "vasomotor symptoms") == 1);
  CHECK(lay_term("purple symptoms", mesh::built_in()).headings.empty());
  const auto empty =
      mesh::parse_tsv("ui\theading\ttree_numbers\tentry_terms\nD1\tZebra Fever\tC01\t\n", "test");
  REQUIRE(empty);
  CHECK(lay_term("angina", *empty).headings.empty());
}

TEST_CASE("a part of a class is searched without the classes below, by its own members") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tHistamine H1 Antagonists\tD27.1\tZebra Blockers\n"
      "D2\tHistamine H1 Antagonists, Non-Sedating\tD27.1.5\tSecond Generation H1 Antagonists\n",
      "test");
  REQUIRE(v);
  const GoalConcepts r = read_concepts("first-generation antihistamines for zebras", *v, "");
  REQUIRE_FALSE(r.concepts.empty());
  const std::string q = pubmed_query::print(block(r.concepts.front(), Breadth::broad));
  CHECK(q.starts_with("\"Histamine H1 Antagonists\"[mh:noexp] OR \"first generation"));
  CHECK(q.find("diphenhydramine") != std::string::npos);
  for (const char* other : {"cetirizine", "Second Generation", "[pa]", "Zebra Blockers"}) {
    CHECK(q.find(other) == std::string::npos);
  }
}

}  // namespace ev::query_gen
