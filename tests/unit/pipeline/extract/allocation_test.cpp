#include "pipeline/extract/allocation.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// The part beside the first number of a one-sentence abstract; 0 when it stands for itself.
double beside_first(std::optional<double> (*beside)(const Sentence&, const doc::Number&),
                    std::string abstract) {
  const model::Article article = article_of(std::move(abstract));
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  return beside(sentence, sentence.numbers.front()).value_or(0);
}

}  // namespace

TEST_CASE("an arm stands beside another that the same verb shares out") {
  CHECK(beside_first(arm_beside, "We assigned 98 adults to tea (20 mg) and 97 to water.") == 97);
  CHECK(beside_first(arm_beside, "Here 45 adults received tea and 44 adults received milk.") == 44);
  // The first is the whole of the others.
  CHECK(beside_first(arm_beside, "Of 90 adults, 44 were assigned to tea and 46 to water.") == 0);
  CHECK(beside_first(arm_beside, "We assigned 98 adults to tea for 12 and 97 weeks.") == 0);
  CHECK(beside_first(arm_beside, "We assigned 98 adults to tea.") == 0);
}

TEST_CASE("kinds of people are parts, other things beside them are none") {
  CHECK(beside_first(kind_beside, "We saw 60 men and 66 women.") == 66);
  CHECK(beside_first(kind_beside, "We saw 40 urban and 90 rural adults.") == 90);
  CHECK(beside_first(kind_beside, "We saw 60 adults and 12 of their doctors.") == 0);
  CHECK(beside_first(kind_beside, "We saw 60 adults (30 days) and 66 women.") == 0);
}

TEST_CASE("the first of several arms begins a division") {
  const model::Article article = article_of("65 adults were randomized to tea, 61 to water.");
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  CHECK(begins_division(sentence, sentence.numbers.front(), 1));
  CHECK_FALSE(begins_division(sentence, sentence.numbers.front(), std::nullopt));
}

TEST_CASE("two kinds of people, each with its noun, are parts of one study") {
  CHECK(beside_first(kind_beside,
                     "Sleep was seen in 18 black warm (BW) adults [eight with tea], and in 20 cold "
                     "adults.") == 20);
  CHECK(beside_first(kind_beside, "Sleep was seen in 18 adults and 20 controls.") == 0);
  CHECK(beside_first(arm_beside,
                     "Here 75 adults treated with tea and 69 treated with milk slept.") == 69);
  // "5 to 10 mg" is no third count that makes the first a whole.
  CHECK(beside_first(arm_beside,
                     "Here 13 adults were randomized to receive tea (5 to 10 mg) and 8 "
                     "adults to receive milk.") == 8);
}

}  // namespace ev::extract
