#include "pipeline/text/chars.hpp"

#include "support/catch.hpp"

namespace ev::doc {

TEST_CASE("letters outside ASCII belong to words, punctuation and symbols do not") {
  CHECK(word_at("\u00E9t\u00E9", 0));
  CHECK(word_at("\u03B2", 0));
  CHECK(word_at("\u00B5g", 0));
  CHECK_FALSE(word_at("\u2212", 0));
  CHECK_FALSE(word_at("\u2265", 0));
  CHECK_FALSE(word_at("\u00B1", 0));
  CHECK_FALSE(word_at("a", 1));
  CHECK(word_before("\u03B2-", 2));
  CHECK_FALSE(word_before("\u2009x", 3));
  CHECK(skip_blanks(" \u2009\u00A0x", 0) == 6);
}

}  // namespace ev::doc
