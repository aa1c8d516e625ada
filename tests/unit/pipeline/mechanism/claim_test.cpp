#include "pipeline/mechanism/claim.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

model::Article concluding(const std::string& conclusion) {
  return mechanism::test::record("90000001", "Mice were kept. " + conclusion,
                                 "Vensolane and pain.");
}

}  // namespace

TEST_CASE("a single record that says the opposite refutes, and an organ's failure denies nothing") {
  struct Row {
    const char* claim;
    const char* conclusion;
    model::Stance stance;
  };
  static const Row kRows[] = {
      {"Vensolane reduces pain", "Vensolane increased pain.", model::Stance::contradicts},
      {"Vensolane reduces pain", "Pain was higher with vensolane.", model::Stance::contradicts},
      {"Vensolane delays progression", "Vensolane hastened progression.",
       model::Stance::contradicts},
      {"Vensolane delays progression", "Vensolane delayed progression.", model::Stance::supports},
      {"Vensolane promotes weight loss", "Vensolane reduced body weight.", model::Stance::supports},
      {"Vensolane promotes weight loss", "Vensolane increased body weight.",
       model::Stance::contradicts},
      {"Vensolane slows cognitive decline", "Vensolane accelerated cognitive decline.",
       model::Stance::contradicts},
      {"Vensolane increases the risk of stroke", "Vensolane reduced the risk of stroke.",
       model::Stance::contradicts},
      {"Vensolane improves survival in heart failure",
       "Vensolane prolonged survival in heart failure.", model::Stance::supports},
      {"Vensolane improves survival in heart failure",
       "Vensolane did not prolong survival in heart failure.", model::Stance::contradicts},
  };
  for (const Row& row : kRows) {
    INFO(row.claim << " / " << row.conclusion);
    CHECK(read_by_conclusion(row.claim, doc::RecordAnalysis(concluding(row.conclusion))).stance ==
          row.stance);
  }
}

TEST_CASE("a record on something else is a mention; a quote stands at its offsets") {
  const model::Article other = mechanism::test::record("90000001", "Bees like flowers.", "Bees.");
  CHECK(read_by_conclusion("Vensolane reduces pain", doc::RecordAnalysis(other)).stance ==
        model::Stance::mentions);
  const model::Article article = concluding("Vensolane reduces pain.");
  const Evidence e = read_by_conclusion("Vensolane reduces pain", doc::RecordAnalysis(article));
  CHECK(text::slice(article.abstract, static_cast<std::size_t>(e.quote.start),
                    static_cast<std::size_t>(e.quote.end)) == e.quote.text);
}

TEST_CASE("a claim of who does what is a link") {
  const auto link = link_of_claim("Vensolane reduces pain in women");
  REQUIRE(link);
  CHECK(link->from == "Vensolane");
  CHECK(link->to == "pain");
  CHECK(link->sign == -1);
  const auto question = link_of_claim("Does vensolane improve zeta syndrome?");
  REQUIRE(question);
  CHECK(question->from == "vensolane");
  CHECK(question->sign == -1);  // of a disease, less is better
  CHECK_FALSE(link_of_claim("Is a full dose necessary?"));
}

TEST_CASE("questions of yes or no begin with a verb") {
  CHECK(asks_yes_or_no("Does vensolane reduce pain in gout?"));
  CHECK(asks_yes_or_no("Is vensolane safe?"));
  CHECK_FALSE(asks_yes_or_no("How does vensolane reduce pain?"));
  CHECK_FALSE(asks_yes_or_no("vensolane gout"));
  CHECK_FALSE(asks_yes_or_no(""));
}

TEST_CASE("a claim that leaves the direction open has two ends as well") {
  const auto link = link_of_claim("Vensolane affects serum zetokine in gout");
  REQUIRE(link);
  CHECK(link->from == "Vensolane");
  CHECK(link->to == "serum zetokine");
  CHECK(link->sign == 0);
}
