#include "pipeline/mechanism/comparison.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

const Comparison kComparison{"vensolane 5 mg", "placebo", "pain score"};
const std::string kLower =
    "We aimed to compare pain. Forty women took part. Pain scores were lower with vensolane than "
    "with placebo (P = 0.01). Sleep did not differ.";

}  // namespace

TEST_CASE("the sentence on the outcome is quoted at its offsets") {
  const model::Article article = mechanism::test::record("90000001", kLower);
  const ComparisonFinding f = compare_in(article, kComparison);
  CHECK(f.direction == EffectDirection::decreased);
  CHECK(f.quote.text.starts_with("Pain scores were lower"));
  CHECK(text::slice(kLower, static_cast<std::size_t>(f.quote.start),
                    static_cast<std::size_t>(f.quote.end)) == f.quote.text);
}

TEST_CASE("less of a loss is less of it, and more of what is lost") {
  const auto direction = [](const char* outcome, const char* sentence) {
    return compare_in(mechanism::test::record("90000001", sentence),
                      {"vensolane", "placebo", outcome})
        .direction;
  };
  CHECK(direction("cognitive decline",
                  "Vensolane reduced cognitive decline compared with placebo (P = 0.004).") ==
        EffectDirection::decreased);
  CHECK(direction("bone loss", "Vensolane reduced bone loss compared with placebo (P = 0.004).") ==
        EffectDirection::decreased);
  CHECK(direction("weight loss",
                  "Vensolane increased weight loss compared with placebo (P = 0.004).") ==
        EffectDirection::increased);
  CHECK(direction("lung function",
                  "Vensolane reduced the decline in lung function compared with placebo "
                  "(P = 0.01).") == EffectDirection::increased);
}

TEST_CASE("a record without text or on another outcome") {
  CHECK(compare_in(mechanism::test::record("90000001", "", ""), kComparison).direction ==
        EffectDirection::unclear);
  const Comparison nothing{"a", "b", "the"};
  CHECK(compare_in(mechanism::test::record("90000001", kLower), nothing).direction ==
        EffectDirection::unclear);
}

TEST_CASE("the next sentence may take a difference back, of this outcome only") {
  const std::string lower = "Forty women took part. Pain was lower with vensolane. ";
  const auto direction = [&](const std::string& next) {
    return compare_in(mechanism::test::record("90000001", lower + next), kComparison).direction;
  };
  CHECK(direction("There was no significant difference between the two groups (P = 0.4).") ==
        EffectDirection::no_difference);
  CHECK(direction("There was no difference in sleep between the groups.") ==
        EffectDirection::decreased);
}

TEST_CASE("arms are known by their labels, and by what only one of them has") {
  const auto direction = [](const Comparison& asked, const std::string& abstract) {
    return compare_in(mechanism::test::record("90000001", abstract), asked).direction;
  };
  CHECK(direction({"vensolane (group A)", "ostrolane (group B)", "pain score"},
                  "Pain scores were 6.1 in group A and 3.2 in group B (P = 0.01).") ==
        EffectDirection::increased);
  CHECK(direction({"surgery with a tourniquet", "without tourniquet", "range of motion"},
                  "Range of motion was greater in the non-tourniquet group (P = 0.01).") ==
        EffectDirection::decreased);
  CHECK(direction({"vensolane", "ostrolane", "pain score"},
                  "All pain scores were lower in the vensolane group (ostrolane vs. vensolane: 6.1 "
                  "vs. 3.2; P = 0.01).") == EffectDirection::decreased);
  CHECK(direction({"vensolane", "ostrolane", "sleep time"},
                  "Sleep time was longer with ostrolane than with placebo, but not with "
                  "vensolane.") == EffectDirection::no_difference);
}

TEST_CASE("what was found at baseline is no effect") {
  CHECK(compare_in(mechanism::test::record(
                       "90000001",
                       "Baseline pain scores were similar with vensolane and placebo. Pain scores "
                       "were lower with vensolane at week four (P = 0.05)."),
                   kComparison)
            .direction == EffectDirection::decreased);
}

TEST_CASE("short forms, neighbouring words and the time asked for choose the sentence") {
  const auto direction = [](const char* outcome, const char* text) {
    return compare_in(mechanism::test::record("90000001", text), {"vensolane", "placebo", outcome})
        .direction;
  };
  CHECK(direction("ocular tension",
                  "We measured ocular tension (OT). Ocular pain was lower with vensolane than with "
                  "placebo. OT was higher with vensolane than with placebo.") ==
        EffectDirection::increased);
  CHECK(direction("weight at 1 year",
                  "At 6 months weight was lower with vensolane than with placebo (P = 0.01). At 1 "
                  "year weight was higher with vensolane than with placebo (P = 0.01).") ==
        EffectDirection::increased);
  CHECK(direction("pain",
                  "Pain decreased in both groups (P = 0.01). Pain was higher with vensolane "
                  "compared with placebo.") == EffectDirection::increased);
}

TEST_CASE("a record of other treatments says nothing of these") {
  const auto direction = [](const char* text) {
    return compare_in(mechanism::test::record("90000001", text), {"vensolane", "ostrolane", "pain"})
        .direction;
  };
  CHECK(direction("Pain was lower with dorotide than with placebo (P = 0.01).") ==
        EffectDirection::unclear);
  CHECK(direction("Women took vensolane. Pain was lower in the first group (P = 0.01).") !=
        EffectDirection::unclear);
}

TEST_CASE("an adjective of the outcome names it, and what slows a course lessens it") {
  const auto direction = [](const char* outcome, const char* text) {
    return compare_in(mechanism::test::record("90000001", text), {"vensolane", "placebo", outcome})
        .direction;
  };
  CHECK(direction("cognition", "Vensolane reduced cognitive decline compared with placebo.") ==
        EffectDirection::increased);
  CHECK(direction("progression", "Vensolane slowed progression compared with placebo.") ==
        EffectDirection::decreased);
}

TEST_CASE("what something is superior to is what it is compared with") {
  const auto direction = [](const char* outcome, const char* sentence) {
    return compare_in(mechanism::test::record("90000001", sentence),
                      {"vensolane", "ostrolane", outcome})
        .direction;
  };
  CHECK(direction("skin healing",
                  "Vensolane 40 mg daily is superior to ostrolane 300 mg daily in terms of skin "
                  "healing.") == EffectDirection::increased);
  CHECK(direction("skin healing", "Ostrolane was superior to vensolane in skin healing.") ==
        EffectDirection::decreased);
  CHECK(direction("rash",
                  "Vensolane was superior to ostrolane in lowering weight as well as less "
                  "induction of rash.") == EffectDirection::decreased);
  CHECK(direction("skin healing",
                  "Skin healing was significantly faster with vensolane than with ostrolane, and "
                  "at similar rates with vensolane and zetolane.") == EffectDirection::increased);
}

TEST_CASE("what is told of a third arm, and doses, compare nothing") {
  const auto direction = [](const char* sentence) {
    return compare_in(mechanism::test::record("90000001", sentence),
                      {"vensolane", "ostrolane", "rash"})
        .direction;
  };
  CHECK(direction("Severity of rash with vensolane did not differ significantly from that of "
                  "placebo and was less than that of ostrolane.") == EffectDirection::decreased);
  CHECK(direction("Rash occurred with 16 mg of vensolane and 20 mg of ostrolane.") ==
        EffectDirection::unclear);
}
