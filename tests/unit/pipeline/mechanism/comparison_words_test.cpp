#include "pipeline/mechanism/comparison_words.hpp"

#include "support/catch.hpp"

#include <string>

using namespace ev;
using namespace ev::mechanism;

namespace {

bool denies(const std::string& text) {
  const auto tokens = doc::tokenize(text);
  return denies_difference(tokens, 0, tokens.size());
}

}  // namespace

TEST_CASE("differences are denied in many ways") {
  CHECK(denies("There was no significant difference in pain."));
  CHECK(denies("Pain did not differ between the groups."));
  CHECK(denies("Pain was similar in both."));
  CHECK_FALSE(denies("Pain was lower with vensolane."));
  CHECK_FALSE(denies("Vensolane, but not dorotide, lowered pain."));
  CHECK_FALSE(denies("It lowered not only pain."));
}

TEST_CASE("comparing words point up or down, some praise") {
  CHECK(comparing_word("higher") == 1);
  CHECK(comparing_word("fewer") == -1);
  CHECK(comparing_word("green") == 0);
  CHECK(is_praise("improved"));
  CHECK(is_ill("mortality"));
  CHECK_FALSE(is_ill("survival"));
}
