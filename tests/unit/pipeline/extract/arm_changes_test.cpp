#include "pipeline/extract/arm_changes.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

const ArmTerms& tea_and_water() {
  static const ArmTerms kSides{{"tea"}, {"water"}};
  return kSides;
}

std::string gained(const std::string& results) {
  const model::Article article = article_of("RESULTS: " + results);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const auto told = treated_gained(tea_and_water(), sentence, {0, sentence.text.size()});
  return !told ? "-" : *told ? "up" : "down";
}

std::string alone(const std::string& results) {
  const model::Article article = article_of("RESULTS: " + results);
  const RecordText record(article);
  const auto told = treated_alone_rose(tea_and_water(), record.sentences().back());
  return !told ? "-" : *told ? "up" : "down";
}

}  // namespace

TEST_CASE("the arm that changed by more") {
  CHECK(gained("Pain fell by 20% with tea and by 5% with water.") == "down");
  CHECK(gained("Pain fell by 5% in the tea group and by 20% in the water group.") == "up");
  CHECK(gained("Sleep increased by 40 minutes with water versus 60 minutes with tea.") == "up");
  CHECK(gained("Tea lowered pain by 12 points compared with 3 points with water.") == "down");
  CHECK(gained("Pain decreased from 30 to 10 with tea and from 30 to 28 with water.") == "down");
}

TEST_CASE("an arm without its own change tells nothing") {
  CHECK(gained("Pain fell by 20% with tea.") == "-");
  CHECK(gained("Pain fell by 20% with tea and by 20% with water.") == "-");
  CHECK(gained("Pain fell by 20% and 5% in the two groups.") == "-");
  CHECK(gained("Pain improved by 20% with tea and by 5% with water.") == "-");
  CHECK(gained("Sleep improved from 8 to 7 with tea and from 8 to 9 with water.") == "-");
  CHECK(gained("Tea lowered pain by 20%, water by 5%, and tea with milk by 30%.") == "-");
}

TEST_CASE("one arm rose where the other fell") {
  CHECK(alone("Pain declined from 22 to 4 with tea but increased from 15 to 18 with water.") ==
        "down");
  CHECK(alone("Pain fell with water, whereas it rose with tea.") == "up");
  CHECK(alone("Tea increased sleep but lowered pain compared with water.") == "-");
  CHECK(alone("Pain fell and sleep increased with tea.") == "-");
  CHECK(alone("Pain fell with tea but may have increased with water.") == "-");
}

}  // namespace ev::extract
