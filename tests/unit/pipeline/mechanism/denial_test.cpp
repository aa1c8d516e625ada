#include "pipeline/mechanism/denial.hpp"

#include "mechanism_fixture.hpp"
#include "pipeline/mechanism/stance.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::mechanism {

namespace {

// Of the only sentence of a record besides its title.
Stance stance(const std::string& sentence) {
  const NamedLink link =
      named_link({.from = "vensolane", .to = "lunar fever", .relation = "", .sign = -1});
  const model::Article article = test::record("90000001", "The patients slept. " + sentence);
  const auto evidence = read_stances(doc::RecordAnalysis(article), {&link, 1});
  REQUIRE(evidence[0].size() == 1);
  return evidence[0].front().stance;
}

}  // namespace

TEST_CASE("what is said against the verb denies it") {
  for (const char* sentence : {"Vensolane was ineffective in preventing lunar fever.",
                               "Vensolane is unlikely to prevent lunar fever.",
                               "No evidence was found that vensolane prevents lunar fever.",
                               "Vensolane was no better than placebo in preventing lunar fever.",
                               "Vensolane was not superior to placebo in reducing lunar fever.",
                               "Vensolane reduced lunar fever no more than placebo.",
                               "The claim that vensolane reduces lunar fever was refuted."}) {
    INFO(sentence);
    CHECK(stance(sentence) == Stance::contradicts);
  }
}

TEST_CASE("what leaves it open is a mention") {
  for (const char* sentence :
       {"Vensolane is not an alternative to moonbark in preventing lunar fever.",
        "There is insufficient evidence that vensolane reduces lunar fever.",
        "Vensolane was inferior to moonbark in preventing lunar fever.",
        "Vensolane was less effective than moonbark in reducing lunar fever.",
        "Vensolane plus moonbark reduced lunar fever.",
        "Moonbark is no alternative to vensolane in preventing lunar fever.",
        "Therefore, moonbark is not an alternative to vensolane in preventing lunar fever.",
        "Vensolane plus moonbark did not reduce lunar fever.",
        "Moonbark was more effective than vensolane for the prevention of lunar fever.",
        "Moonbark should not be used to prevent lunar fever during treatment with vensolane.",
        "The addition of moonbark improved the efficacy of vensolane in preventing lunar fever.",
        "Moonbark and vensolane were compared with regard to prevention of lunar fever.",
        "Moonbark, unlike vensolane, reduced lunar fever."}) {
    INFO(sentence);
    CHECK(stance(sentence) == Stance::mentions);
  }
}

TEST_CASE("plain statements stay what they are") {
  for (const char* sentence :
       {"Vensolane reduced lunar fever.", "Vensolane caused regression of lunar fever.",
        "The addition of vensolane reduced lunar fever.",
        "Vensolane without moonbark reduced lunar fever.",
        "There was no evidence of toxicity, and vensolane reduced lunar fever.",
        "Vensolane was more effective than placebo in preventing lunar fever."}) {
    INFO(sentence);
    CHECK(stance(sentence) == Stance::supports);
  }
  CHECK(stance("Vensolane did not reduce lunar fever.") == Stance::contradicts);
  CHECK(stance("Without moonbark, vensolane did not reduce lunar fever.") == Stance::contradicts);
}

TEST_CASE("two changes side by side link their subjects") {
  const NamedLink link =
      named_link({.from = "moonphagy", .to = "zetokine", .relation = "", .sign = -1});
  const model::Article article = test::record(
      "90000001", "Mice slept. Moonphagy rose by 33% and zetokine fell by 21% in the cortex.");
  const auto read = read_stances(doc::RecordAnalysis(article), {&link, 1});
  REQUIRE(read[0].size() == 1);
  CHECK(read[0].front().stance == Stance::supports);
}

}  // namespace ev::mechanism
