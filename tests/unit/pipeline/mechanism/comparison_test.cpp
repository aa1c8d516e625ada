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

TEST_CASE("of several records only those about the outcome and the intervention have a say") {
  const std::vector<model::Article> records = {
      mechanism::test::record("90000001", kLower),
      mechanism::test::record("90000002",
                              "Zetokine secretion was higher with vensolane (p < 0.01)."),
      mechanism::test::record("90000003", "Pain was higher with dorotide than with placebo.")};
  const ComparisonResult r =
      test_comparison(kComparison, records, mechanism::test::context()).value();
  CHECK(r.direction == EffectDirection::decreased);
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].id == "90000001");
  CHECK(r.findings[0].names_comparator);
  CHECK(r.records_read == 3);
  CHECK(r.not_about == 2);
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

TEST_CASE("several records vote, a tie is unclear, retracted ones are left out") {
  auto lower = mechanism::test::record("90000001", kLower);
  auto higher = mechanism::test::record(
      "90000002", "Forty women took part. Pain was higher with vensolane than with placebo.");
  const std::vector<model::Article> both = {lower, higher};
  const auto context = mechanism::test::context();
  CHECK(test_comparison(kComparison, both, context).value().direction == EffectDirection::unclear);
  higher.retraction.status = model::RetractionStatus::retracted;
  const std::vector<model::Article> one = {lower, higher};
  const ComparisonResult r = test_comparison(kComparison, one, context).value();
  CHECK(r.direction == EffectDirection::decreased);
  CHECK(r.excluded_retracted == std::vector<std::string>{"90000002"});
}

TEST_CASE("a sentence that names both arms and the outcome decides, a protocol never") {
  const Comparison asked{"vensolane", "ostrolane", "pain"};
  const auto direct = mechanism::test::record(
      "90000001", "Pain was significantly lower with vensolane than with ostrolane.");
  const auto vague = mechanism::test::record(
      "90000002", "Vensolane was given. Pain was significantly higher than before (P < 0.001).");
  const auto plan = mechanism::test::record(
      "90000003", "Pain increased with vensolane and ostrolane will be a secondary outcome.",
      "Vensolane and ostrolane: a trial protocol.");
  const auto result =
      test_comparison(asked, std::vector{plan, vague, direct}, mechanism::test::context()).value();
  CHECK(result.direction == EffectDirection::decreased);
  REQUIRE(!result.findings.empty());
  CHECK(result.findings.front().id == "90000001");
  for (const ComparisonFinding& f : result.findings) {
    if (f.id == "90000003") CHECK(f.direction == EffectDirection::unclear);
  }
}

TEST_CASE("who was grouped by the outcome tells nothing of it, one arm compared is next best") {
  const auto context = mechanism::test::context();
  const Comparison gout{"vensolane", "ostrolane", "gout"};
  const std::vector<model::Article> records = {
      mechanism::test::record("90000001",
                              "Vensolane was superior to ostrolane to an equal degree in rats "
                              "with or without gout."),
      mechanism::test::record("90000002",
                              "Vensolane and ostrolane were given. Gout was more common in rats "
                              "given vensolane."),
      mechanism::test::record("90000003",
                              "Vensolane, ostrolane and zetolane were given. Gout was similar "
                              "under zetolane.")};
  const ComparisonResult r = test_comparison(gout, records, context).value();
  CHECK(r.direction == EffectDirection::increased);
  CHECK(r.findings.at(0).id == "90000002");
}

TEST_CASE("two arms behind one comparison were not set against each other") {
  const Comparison gout{"vensolane", "ostrolane", "gout"};
  CHECK_FALSE(compare_in(mechanism::test::record("90000001",
                                                 "Rats slept. Gout was lower with zetolane "
                                                 "than with vensolane and ostrolane."),
                         gout)
                  .names_all);
  CHECK(
      compare_in(mechanism::test::record(
                     "90000001", "Rats slept. Gout was lower with vensolane than with ostrolane."),
                 gout)
          .names_all);
}

TEST_CASE("routes that tell the arms apart must be named by the record") {
  const Comparison routes{"dermal vensolane", "oral vensolane", "triglycerides"};
  const std::vector<model::Article> other = {
      mechanism::test::record("90000001",
                              "Oral vensolane was set against oral dorotide. Triglycerides rose "
                              "more with vensolane than with dorotide."),
      mechanism::test::record("90000002", "Triglycerides were higher with oral vensolane.")};
  const auto context = mechanism::test::context();
  const ComparisonResult none = test_comparison(routes, other, context).value();
  CHECK(none.direction == EffectDirection::unclear);
  CHECK(none.findings.empty());
  CHECK_FALSE(none.compares_both);
  CHECK(none.not_about == 2);
  std::vector<model::Article> more = other;
  more.push_back(mechanism::test::record(
      "90000003",
      "Fifty took part. Triglycerides were lower with dermal than with oral vensolane."));
  const ComparisonResult one = test_comparison(routes, more, context).value();
  CHECK(one.direction == EffectDirection::decreased);
  CHECK(one.compares_both);
  REQUIRE(one.findings.size() == 1);
  CHECK(one.findings[0].names_comparator);
  // A single record that was searched for is no better than several.
  CHECK(test_comparison(routes, std::span(other).first(1), context, true).value().findings.empty());
}

TEST_CASE("a third arm, a wish, or what influenced it gives no direction") {
  const Comparison asked{"vensolane", "ostrolane", "gout"};
  const std::string both = "Vensolane and ostrolane were given. ";
  const std::vector<model::Article> records = {
      mechanism::test::record("90000001",
                              both + "Gout was higher with vensolane than with zetolane."),
      mechanism::test::record("90000002", both + "More gout with vensolane than with ostrolane "
                                                 "remains to be shown."),
      mechanism::test::record("90000003", both + "Vensolane versus ostrolane, older age and lower "
                                                 "weight influenced gout."),
      mechanism::test::record("90000004", both + "Every value rose more with vensolane than with "
                                                 "ostrolane, except gout.")};
  const ComparisonResult r = test_comparison(asked, records, mechanism::test::context()).value();
  CHECK(r.direction == EffectDirection::unclear);
  CHECK_FALSE(r.compares_both);
  for (const ComparisonFinding& f : r.findings) CHECK(f.direction == EffectDirection::unclear);
  const auto direction = [&](const std::string& sentence) {
    const std::vector<model::Article> one = {mechanism::test::record("90000005", both + sentence)};
    return test_comparison(asked, one, mechanism::test::context(), true).value().direction;
  };
  // Who took part is no outcome; beside the outcome it does no harm.
  CHECK(direction("More slept with vensolane than with ostrolane in patients with severe gout.") ==
        EffectDirection::unclear);
  CHECK(direction("Gout was less frequent with vensolane than with ostrolane in patients with "
                  "severe gout.") == EffectDirection::decreased);
}

TEST_CASE("the arm that stands as the baseline is the one compared with") {
  const Comparison asked{"vensolane", "ostrolane", "gout"};
  const std::vector<model::Article> records = {
      mechanism::test::record("90000001",
                              "Ostrolane was new. Less gout was seen with ostrolane "
                              "compared with vensolane."),
      mechanism::test::record("90000002",
                              "Vensolane raised gout by 3 attacks. This was higher than "
                              "that with ostrolane, in which gout rose by 1.")};
  const ComparisonResult r = test_comparison(asked, records, mechanism::test::context()).value();
  CHECK(r.direction == EffectDirection::increased);
  CHECK(r.findings.size() == 2);
  for (const ComparisonFinding& f : r.findings) CHECK(f.direction == EffectDirection::increased);
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

TEST_CASE("arms are known by the short forms the record defines for them") {
  const Comparison asked{"purple banding", "ostrolane", "gout attacks"};
  const auto found = [&](const std::string& abstract) {
    const auto r =
        test_comparison(asked, std::vector{mechanism::test::record("90000001", abstract)},
                        mechanism::test::context(), true)
            .value();
    return std::make_pair(r.direction, r.findings.empty() ? "" : r.findings.front().quote.text);
  };
  const std::string defined =
      "We compared endoscopic purple banding (EPB), ostrolane (OSL), and dorotide (DRT) in the "
      "prevention of gout attacks. ";
  const auto [direction, quote] = found(
      defined +
      "Gout attacks occurred in 7% of patients randomized to EPB, 14% to OSL and 23% to DRT. EPB "
      "was equivalent to OSL and superior to DRT in preventing gout attacks.");
  CHECK(direction == EffectDirection::no_difference);
  CHECK(quote.starts_with("EPB was equivalent"));
  CHECK(
      found(defined + "Gout attacks were less frequent with EPB than with OSL (P = 0.01).").first ==
      EffectDirection::decreased);
  CHECK(found(defined + "EPB was as effective as OSL in preventing gout attacks.").first ==
        EffectDirection::no_difference);
  // The two together are neither.
  CHECK(found("Purple banding plus ostrolane (PBO) was compared with ostrolane. Gout attacks were "
              "less frequent with PBO than with dorotide (P = 0.01).")
            .first == EffectDirection::unclear);
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

TEST_CASE("people told apart by several conditions have them, they are no outcome") {
  const auto groups_only = [](const char* sentence) {
    const auto r = test_comparison({"vensolane", "ostrolane", "gout"},
                                   std::vector{mechanism::test::record("90000001", sentence)},
                                   mechanism::test::context(), true);
    return r.value().direction == EffectDirection::unclear;
  };
  CHECK(
      groups_only("Mortality was lower with vensolane than with ostrolane in patients with asthma "
                  "and drug-defined gout."));
  CHECK_FALSE(
      groups_only("Gout was rarer with vensolane than with ostrolane in patients with "
                  "asthma and obesity."));
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
