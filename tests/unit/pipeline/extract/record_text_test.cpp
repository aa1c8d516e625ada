#include "pipeline/extract/record_text.hpp"

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
  const RecordText record(article);
  for (const Sentence& sentence : record.sentences()) {
    for (const Pattern& pattern : patterns) {
      const auto by_sentence = find_first(pattern, sentence);
      const auto by_tokens = pattern.find(sentence.tokens);
      REQUIRE(by_sentence.has_value() == by_tokens.has_value());
      if (by_sentence) CHECK(by_sentence->first == by_tokens->first);
    }
    const auto by_sentence = find_any(patterns, sentence);
    const auto by_tokens = find_any(patterns, sentence.tokens);
    REQUIRE(by_sentence.has_value() == by_tokens.has_value());
    if (by_sentence) CHECK(by_sentence->last == by_tokens->last);
    CHECK(found_in(patterns, sentence) == patterns.found_in(sentence.tokens));
    const auto words = std::span(sentence.tokens).first(3);
    CHECK(find_any(patterns, sentence, words).has_value() == find_any(patterns, words).has_value());
  }
}

TEST_CASE("the first token from a byte on") {
  const model::Article article = article_of("The tea of 9 women.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().front();
  for (std::size_t byte = 0; byte <= sentence.text.size(); ++byte) {
    std::size_t expected = 0;
    while (expected < sentence.tokens.size() && sentence.tokens[expected].begin < byte) ++expected;
    CHECK(sentence.token_from(byte) == expected);
  }
}

TEST_CASE("a short form counts as what its long form names") {
  const model::Article article = article_of(
      "Chronic herb disease (CHD) was treated with leaf therapy (LT). OR (oak rind) is red.");
  const RecordText record(article);
  REQUIRE(record.abbreviations().size() == 3);
  const Sentence& sentence = record.sentences().front();
  WordKinds chd = 0;
  WordKinds lt = 0;
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    if (sentence.tokens[i].folded == "chd") chd = sentence.kinds[i];
    if (sentence.tokens[i].folded == "lt") lt = sentence.kinds[i];
  }
  CHECK(chd == kind::condition);
  CHECK((lt & kind::therapy) != 0);
  REQUIRE(record.definition_of("CHD") != nullptr);
  CHECK(record.definition_of("chd") == nullptr);
}

TEST_CASE("a value that is a short form says what it stands for") {
  const model::Article article = article_of(
      "Adults were randomized to chamomile tea extract (CTE) or placebo. CTE was given daily.");
  const RecordText record(article);
  const Ground ground = ground_at(record, {doc::Field::abstract, 49, 52}, 0.5);
  CHECK(ground.quote == "CTE");
  REQUIRE(ground.long_form);
  CHECK(ground.long_form->text == "chamomile tea extract");
  CHECK_FALSE(ground_at(record, {doc::Field::abstract, 0, 6}, 0.5).long_form);
}

}  // namespace ev::extract
