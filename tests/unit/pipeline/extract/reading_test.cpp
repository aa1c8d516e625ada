#include "pipeline/extract/reading.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

TEST_CASE("what a line is said not to hold is not in its tokens") {
  const model::Article article = article_of(
      "METHODS: We randomly assigned 120 women to tea or to water. RESULTS: Of the women, 3 left.");
  const Patterns patterns = {"random* <2> # women",
                             "to tea|milk",
                             "?the women left",
                             "# left",
                             "never",
                             "<2> left",
                             "a case of"};
  const Reading reading(article);
  for (const Line& line : reading.lines()) {
    for (const Pattern& pattern : patterns) {
      const auto by_line = find_first(pattern, line);
      const auto by_tokens = pattern.find(line.tokens);
      REQUIRE(by_line.has_value() == by_tokens.has_value());
      if (by_line) CHECK(by_line->first == by_tokens->first);
    }
    const auto by_line = find_any(patterns, line);
    const auto by_tokens = find_any(patterns, line.tokens);
    REQUIRE(by_line.has_value() == by_tokens.has_value());
    if (by_line) CHECK(by_line->last == by_tokens->last);
    CHECK(found_in(patterns, line) == patterns.found_in(line.tokens));
    const auto words = std::span(line.tokens).first(3);
    CHECK(find_any(patterns, line, words).has_value() == find_any(patterns, words).has_value());
  }
}

TEST_CASE("the first token from a byte on") {
  const model::Article article = article_of("The tea of 9 women.");
  const Reading reading(article);
  const Line& line = reading.lines().front();
  for (std::size_t byte = 0; byte <= line.text.size(); ++byte) {
    std::size_t expected = 0;
    while (expected < line.tokens.size() && line.tokens[expected].begin < byte) ++expected;
    CHECK(line.token_from(byte) == expected);
  }
}

TEST_CASE("a short form counts as what its long form names") {
  const model::Article article = article_of(
      "Chronic herb disease (CHD) was treated with leaf therapy (LT). OR (oak rind) is red.");
  const Reading reading(article);
  REQUIRE(reading.abbreviations().size() == 3);
  const Line& line = reading.lines().front();
  WordKinds chd = 0;
  WordKinds lt = 0;
  for (std::size_t i = 0; i < line.tokens.size(); ++i) {
    if (line.tokens[i].folded == "chd") chd = line.kinds[i];
    if (line.tokens[i].folded == "lt") lt = line.kinds[i];
  }
  CHECK(chd == kind::condition);
  CHECK((lt & kind::therapy) != 0);
  REQUIRE(reading.definition_of("CHD") != nullptr);
  CHECK(reading.definition_of("chd") == nullptr);
}

TEST_CASE("a value that is a short form says what it stands for") {
  const model::Article article = article_of(
      "Adults were randomized to chamomile tea extract (CTE) or placebo. CTE was given daily.");
  const Reading reading(article);
  const Ground ground = ground_at(reading, {doc::Field::abstract, 49, 52}, 0.5);
  CHECK(ground.quote == "CTE");
  REQUIRE(ground.long_form);
  CHECK(ground.long_form->text == "chamomile tea extract");
  CHECK_FALSE(ground_at(reading, {doc::Field::abstract, 0, 6}, 0.5).long_form);
}

}  // namespace ev::extract
