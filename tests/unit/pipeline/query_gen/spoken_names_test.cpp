#include "pipeline/query_gen/spoken_names.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::query_gen {

TEST_CASE("an everyday name gives the headings the vocabulary confirms, and words") {
  const SpokenName name = spoken_name("menopausal symptoms", mesh::built_in());
  REQUIRE(name.headings.size() == 2);
  CHECK(name.headings[1]->name == "Hot Flashes");
  CHECK(std::count(name.words.begin(), name.words.end(), "vasomotor symptoms") == 1);
  CHECK(spoken_name("purple symptoms", mesh::built_in()).headings.empty());
  const auto empty =
      mesh::parse_tsv("ui\theading\ttree_numbers\tentry_terms\nD1\tZebra Fever\tC01\t\n", "test");
  REQUIRE(empty);
  CHECK(spoken_name("angina", *empty).headings.empty());
}

}  // namespace ev::query_gen
