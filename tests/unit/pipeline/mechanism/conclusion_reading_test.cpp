#include "pipeline/mechanism/conclusion_reading.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

ClaimStance stance(const std::string& claim, const std::string& conclusion) {
  const model::Article article = mechanism::test::record("90000001", conclusion);
  const doc::Document document(article);
  const auto reading = read_conclusion(document, claim_words(claim));
  REQUIRE(reading);
  return reading->stance;
}

}  // namespace

TEST_CASE("a conclusion affirms or denies what is asked") {
  CHECK(stance("Does vensolane reduce pain?", "Vensolane reduces pain after surgery.") ==
        ClaimStance::supports);
  CHECK(stance("Does vensolane reduce pain?", "Vensolane does not reduce pain after surgery.") ==
        ClaimStance::contradicts);
}

TEST_CASE("likeness denies a difference and affirms a likeness") {
  CHECK(stance("Is pain lower with vensolane?", "Pain with vensolane was similar to placebo.") ==
        ClaimStance::contradicts);
  CHECK(stance("Is vensolane as safe as dorotide?",
               "Vensolane is safe, with no increase in complications.") == ClaimStance::supports);
}

TEST_CASE("advice to select denies a general need") {
  CHECK(stance("Should all patients have a scan before surgery?",
               "A selective use of the scan before surgery is advised.") ==
        ClaimStance::contradicts);
}

TEST_CASE("a claim that denies is turned") {
  CHECK(stance("Vensolane does not reduce pain.", "Vensolane does not reduce pain.") ==
        ClaimStance::supports);
  CHECK(claim_words("Vensolane does not reduce pain.").denies);
  CHECK_FALSE(claim_words("Does vensolane not reduce pain?").denies);
}
