#include "pipeline/nlp/words.hpp"

#include "support/catch.hpp"

namespace ev::nlp {

TEST_CASE("words are numbered whatever their case, numbers are all one") {
  const auto numbers = word_numbers("Pain FELL by 12.5% (p < 0.01), 3 pain");
  REQUIRE(numbers.size() == 10);
  CHECK(numbers[0] == word_number("pain"));
  CHECK(numbers[1] == word_number("fell"));
  CHECK(numbers[3] == word_number("0"));
  CHECK(numbers[4] == word_number("%"));
  CHECK(numbers[7] == numbers[3]);
  CHECK(word_number("pain") != word_number("pains"));
  CHECK(word_number("β2") == word_number("β7"));
  CHECK(word_number("10.") == word_number("7"));
  CHECK(word_numbers(" ,;. ").empty());
}

}  // namespace ev::nlp
