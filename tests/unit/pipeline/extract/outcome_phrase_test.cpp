#include "pipeline/extract/outcome_phrase.hpp"

#include "helpers.hpp"
#include "pipeline/extract/chunk.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string words(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.first == chunk.last) return "-";
  const std::size_t begin = sentence.tokens[chunk.first].begin;
  return std::string(sentence.text.substr(begin, sentence.tokens[chunk.last - 1].end - begin));
}

std::string phrase_at_start(const std::string& text) {
  const model::Article article = article_of(text);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  return words(sentence, outcome_phrase_at(sentence, 0));
}

std::string phrase_before_verb(const std::string& text, std::size_t verb) {
  const model::Article article = article_of(text);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  return words(sentence, outcome_phrase_before(sentence, verb));
}

}  // namespace

TEST_CASE("a phrase ends before those in whom and the time at which it was measured") {
  CHECK(phrase_at_start("grip strength in nurses at 4 weeks.") == "grip strength");
  CHECK(phrase_at_start("changes in bone density of the hip after tea.") ==
        "changes in bone density of the hip");
  CHECK(phrase_at_start("pain (by a scale) and sleep latency among nurses.") ==
        "pain (by a scale) and sleep latency");
  CHECK(phrase_at_start("H. pylori eradication with tea.") == "H. pylori eradication");
}

TEST_CASE("lists are taken whole, what names nothing is left out") {
  CHECK(phrase_at_start("pain, grip strength, and sleep in nurses.") ==
        "pain, grip strength, and sleep");
  CHECK(phrase_at_start("pain, a new symptom of gout.") == "pain");
  CHECK(phrase_at_start("grip strength and the relation to sleep.") == "grip strength");
}

TEST_CASE("a phrase of people, of treatments or cut in a word is none") {
  CHECK(phrase_at_start("the patients of two clinics.") == "-");
  CHECK(phrase_at_start("dialysis in nurses.") == "-");
}

TEST_CASE("a phrase before its verb reaches back to the beginning of the sentence") {
  CHECK(phrase_before_verb("Body weight and sleep latency were measured.", 5) ==
        "Body weight and sleep latency");
  CHECK(phrase_before_verb("After tea sleep latency was measured.", 4) == "-");
}

TEST_CASE("the telling words of each thing that is named") {
  const model::Article article = article_of("mean bone density of the hip and quality of life.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const auto members = outcomes_in(sentence, {0, sentence.tokens.size()});
  REQUIRE(members.size() == 2);
  CHECK(members[0] == std::vector<std::string>{"bone", "density"});
  CHECK(members[1] == std::vector<std::string>{"quality", "life"});
}

TEST_CASE("when something was measured tells no outcome") {
  const model::Article article =
      article_of("change in grip strength from before supper to 12 hours afterwards, sleep.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const auto members = outcomes_in(sentence, {0, sentence.tokens.size()});
  REQUIRE(members.size() == 2);
  CHECK(members[0] == std::vector<std::string>{"grip", "strength"});
  CHECK(members[1] == std::vector<std::string>{"sleep"});
}

}  // namespace ev::extract
