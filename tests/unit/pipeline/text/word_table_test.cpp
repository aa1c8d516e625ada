#include "pipeline/text/word_table.hpp"

#include "support/catch.hpp"

namespace ev::doc {

TEST_CASE("a word table knows its own words and no others") {
  WordTable<int> table(8);
  table.at("tea") = 1;
  table.at("milk") = 2;
  table.at("tea") += 10;
  const auto known = [&](std::string_view word) { return table.of(word, word_hash(word)); };
  CHECK(known("tea") == 11);
  CHECK(known("milk") == 2);
  CHECK(known("water") == 0);
  CHECK(table.words().size() == 2);
}

}  // namespace ev::doc
