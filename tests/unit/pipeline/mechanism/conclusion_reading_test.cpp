#include "pipeline/mechanism/conclusion_reading.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

Stance stance(const std::string& claim, const std::string& conclusion) {
  const model::Article article = mechanism::test::record("90000001", conclusion);
  const doc::RecordAnalysis analysis(article);
  const auto reading = read_conclusion(analysis, claim_words(claim));
  REQUIRE(reading);
  return reading->stance;
}

}  // namespace

TEST_CASE("a conclusion affirms or denies what is asked") {
  CHECK(stance("Does vensolane reduce pain?", "Vensolane reduces pain after surgery.") ==
        Stance::supports);
  CHECK(stance("Does vensolane reduce pain?", "Vensolane does not reduce pain after surgery.") ==
        Stance::contradicts);
}

TEST_CASE("likeness denies a difference and affirms a likeness") {
  CHECK(stance("Is pain lower with vensolane?", "Pain with vensolane was similar to placebo.") ==
        Stance::contradicts);
  CHECK(stance("Is vensolane as safe as dorotide?",
               "Vensolane is safe, with no increase in complications.") == Stance::supports);
}

TEST_CASE("advice to select denies a general need") {
  CHECK(stance("Should all patients have a scan before surgery?",
               "A selective use of the scan before surgery is advised.") == Stance::contradicts);
}

TEST_CASE("a claim that denies is turned") {
  CHECK(stance("Vensolane does not reduce pain.", "Vensolane does not reduce pain.") ==
        Stance::supports);
  CHECK(claim_words("Vensolane does not reduce pain.").denies);
  CHECK_FALSE(claim_words("Does vensolane not reduce pain?").denies);
}

TEST_CASE("a degree denies sameness, and a denial elsewhere makes no likeness different") {
  CHECK(stance("Are vensolane and dorotide the same?",
               "Sleep was longer with vensolane than with dorotide.") == Stance::contradicts);
  CHECK(stance("Is zeta loss a risk factor for falls?",
               "Zeta loss was not a risk factor for falls, and the risk factors were similar in "
               "women and men.") == Stance::contradicts);
  CHECK(stance("Does pain differ between women and men?", "Pain was not similar in the two.") ==
        Stance::supports);
}

TEST_CASE("what may be left out is not required, and what is wrongly done is not done properly") {
  CHECK(stance("Can the scan be omitted?", "There is no need for the scan.") == Stance::supports);
  CHECK(stance("Do clerks report zeta levels correctly?",
               "Erroneous reports of zeta levels by clerks are frequent.") == Stance::contradicts);
  CHECK(stance("Are falls associated with income?", "Falls seem independent of income.") ==
        Stance::contradicts);
}

TEST_CASE("a denial beside the claim's own words outweighs what else a conclusion says") {
  CHECK(
      stance("Does zeta exposure predict falls?",
             "Smoking and noise are linked to falls in this cohort. Zeta exposure is not a strong "
             "predictor of falls.") != Stance::supports);
}
