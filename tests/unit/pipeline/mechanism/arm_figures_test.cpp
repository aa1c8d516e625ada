#include "pipeline/mechanism/arm_figures.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

int compare(const std::string& told) {
  const model::Article article = mechanism::test::record("90000001", told, "");
  const extract::RecordText record(article);
  REQUIRE(record.sentences().size() == 1);
  const extract::Sentence& sentence = record.sentences()[0];
  std::vector<ArmMention> arms;
  for (const doc::Token& t : sentence.tokens) {
    if (t.folded == "vensolane" || t.folded == "placebo")
      arms.push_back({t.begin, t.folded == "vensolane"});
  }
  return compare_figures(sentence, 0, sentence.text.size(), arms);
}

}  // namespace

TEST_CASE("the figure nearest to each arm counts") {
  CHECK(compare("It was 12% with vensolane and 31% with placebo.") == -1);
  CHECK(compare("It was 31% with vensolane and 12% with placebo (P = 0.001).") == 1);
}

TEST_CASE("two figures stand in the order of their arms, four in pairs") {
  CHECK(compare("It was 6.1 with vensolane and 3.2 with placebo.") == 1);
  CHECK(compare("The rates were 68, 41 and 57, 26 with vensolane and placebo, respectively.") == 1);
  CHECK(compare("Medians were 21 and 12 with placebo vs. 31 and 17 with vensolane.") == 1);
}

TEST_CASE("respectively ties figures to the order of the arms") {
  CHECK(compare("It was 12% and 31% in the placebo and vensolane groups, respectively.") == 1);
}

TEST_CASE("times, deviations and one arm alone decide nothing") {
  CHECK(compare("With vensolane it was 12 ± 3 at 6 weeks.") == 0);
  CHECK(compare("Vensolane and placebo were given for 6 weeks.") == 0);
}

TEST_CASE("figures stand on one and the same side of their arms") {
  CHECK(compare("It varied from 51 to 52 with vensolane, from 100 to 108 with placebo, and from 92 "
                "to 102 with rest.") == -1);
  CHECK(compare("Vensolane had 17 (9 or more) and placebo 5 (2 or more).") == 1);
}
