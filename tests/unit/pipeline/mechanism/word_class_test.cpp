#include "pipeline/mechanism/word_class.hpp"

#include "support/catch.hpp"

using ev::mechanism::WordClass;

TEST_CASE("a class holds its own words and no other's") {
  const WordClass description("description");
  const WordClass own("own description");
  CHECK(description.has("potent"));
  CHECK(own.has("potent"));
  CHECK(description.has("kinase"));
  CHECK_FALSE(own.has("kinase"));
  CHECK(own.has("blocker"));
  CHECK_FALSE(description.has("blocker"));
  CHECK_FALSE(own.has(""));
}
