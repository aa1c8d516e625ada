#include "pipeline/extract/arms.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::extract {

namespace {

constexpr const char* kTrial =
    "METHODS: Adults were randomized to chamomile tea (CT; n = 60) or placebo (n = 58). RESULTS: ";

// The arm of the number that begins with `figure` in a trial of chamomile tea and placebo, "-" when
// none.
std::string arm_of(const std::string& told, const std::string& figure) {
  const model::Article article = article_of(kTrial + told);
  const RecordText record(article);
  const Arms arms(record);
  const Sentence& sentence = record.sentences().back();
  const std::size_t at = sentence.text.find(figure);
  REQUIRE(at != std::string_view::npos);
  const auto arm = arms.arm_of(sentence, at, at + figure.size());
  return arm ? std::string(record.document().text(arms.arms()[*arm].name)) : "-";
}

}  // namespace

TEST_CASE("numbers and the arms they belong to") {
  struct Case {
    const char* sentence;
    const char* figure;
    const char* arm;
  };
  const Case table[] = {
      {"Sleep came in 45% of the tea group and 30% of the placebo group.", "45%", "chamomile tea"},
      {"Sleep came in 45% of the tea group and 30% of the placebo group.", "30%", "placebo"},
      {"Sleep came in 45% vs 30% with tea and placebo, respectively.", "45%", "chamomile tea"},
      {"Sleep came in 45% vs 30% with tea and placebo, respectively.", "30%", "placebo"},
      {"Placebo and tea helped 30% and 45%, respectively.", "45%", "chamomile tea"},
      {"In the control group 30% slept.", "30%", "placebo"},
      {"CT: 45%; placebo: 30%.", "30%", "placebo"},
      {"With CT, 45% slept.", "45%", "chamomile tea"},
      {"Chamomile helped in 45%.", "45%", "chamomile tea"},
      {"Sleep rose by 45%.", "45%", "-"},
      {"Tea helped more than placebo, by 15%.", "15%", "-"},
      {"Tea and placebo both helped in 45%.", "45%", "-"},
      {"Tea was better; 45% slept.", "45%", "-"},
      {"45% vs 30% slept.", "45%", "-"},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence, c.figure);
    CHECK(arm_of(c.sentence, c.figure) == c.arm);
  }
}

TEST_CASE("an effect belongs to the arm that is compared with a control") {
  const model::Article article =
      article_of(std::string(kTrial) + "Tea lowered risk against placebo (RR 0.70).");
  const RecordText record(article);
  const Arms arms(record);
  CHECK(arms.arm_compared_in(record.sentences().back()) == 0u);
  CHECK_FALSE(arms.arm_compared_in(record.sentences().front()) == 1u);
}

TEST_CASE("without arms nothing is linked") {
  const model::Article article = article_of("Tea helped in 45%.");
  const RecordText record(article);
  const Arms arms(record);
  CHECK(arms.arms().empty());
  CHECK_FALSE(arms.arm_of(record.sentences().front(), 14, 17));
}

}  // namespace ev::extract
