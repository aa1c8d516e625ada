#include "pipeline/mechanism/stance.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

std::vector<Stance> stances(const std::string& abstract, int sign) {
  const NamedLink link =
      named_link({.from = "vensolane", .to = "zetokine", .relation = "", .sign = sign});
  std::vector<Stance> out;
  const auto evidence =
      read_stances(doc::RecordAnalysis(test::record("90000001", abstract)), {&link, 1});
  for (const Evidence& e : evidence[0]) out.push_back(e.stance);
  return out;
}

}  // namespace

TEST_CASE("a sentence supports, contradicts or only mentions") {
  const std::string text = "Vensolane lowered zetokine. Vensolane and zetokine were assayed.";
  CHECK(stances(text, -1) == std::vector<Stance>{Stance::supports, Stance::mentions});
  CHECK(stances(text, 1) == std::vector<Stance>{Stance::contradicts, Stance::mentions});
}

TEST_CASE("a null finding contradicts either direction, an aim is none") {
  const std::string null = "Vensolane had no effect on zetokine. The rats slept.";
  CHECK(stances(null, -1) == std::vector<Stance>{Stance::contradicts});
  CHECK(stances(null, 1) == std::vector<Stance>{Stance::contradicts});
  CHECK(stances("We tested whether vensolane inhibits zetokine. The rats slept.", -1) ==
        std::vector<Stance>{Stance::mentions});
}

TEST_CASE("a name inside a longer name of the other end is no mention") {
  const NamedLink link =
      named_link({.from = "zetokine", .to = "zetokine receptor", .relation = "", .sign = -1});
  CHECK(read_stances(
            doc::RecordAnalysis(test::record("90000001", "Zetokine receptors were blocked.")),
            {&link, 1})[0]
            .empty());
}

TEST_CASE("the quote stands at its offsets and a hedge halves the weight") {
  const std::string abstract =
      "Señal. Vensolane may inhibit zetokine. Vensolane inhibits zetokine.";
  const model::Article article = test::record("90000001", abstract);
  const NamedLink link =
      named_link({.from = "vensolane", .to = "zetokine", .relation = "", .sign = -1});
  const auto evidence = read_stances(doc::RecordAnalysis(article), {&link, 1})[0];
  REQUIRE(evidence.size() == 2);
  for (const Evidence& e : evidence) {
    CHECK(text::slice(abstract, static_cast<std::size_t>(e.quote.start),
                      static_cast<std::size_t>(e.quote.end)) == e.quote.text);
    CHECK(e.id == "90000001");
  }
  CHECK(evidence[0].hedged);
  CHECK(evidence[0].weight < evidence[1].weight);
}

TEST_CASE("a weak form counts in a bare sentence, not in a record that is but a title") {
  const NamedLink link =
      named_link({.from = "vensolane", .to = "zetokine", .relation = "decreases", .sign = -1});
  model::Article bare;
  bare.pmid = "90000001";
  bare.abstract =
      "Zetokine in each of the animals, all of which had had vensolane, and none of which died, "
      "showed a decrease.";
  CHECK(read_stances(doc::RecordAnalysis(bare), {&link, 1})[0].at(0).stance == Stance::supports);
  model::Article title = bare;
  std::swap(title.title, title.abstract);
  CHECK(read_stances(doc::RecordAnalysis(title), {&link, 1})[0].at(0).stance == Stance::mentions);
}

TEST_CASE("for a condition a weak form does not count, not even in a bare sentence") {
  const auto stance = [](const char* to, const std::string& sentence) {
    const NamedLink link =
        named_link({.from = "vensolane", .to = to, .relation = "decreases", .sign = -1});
    model::Article bare;
    bare.pmid = "90000001";
    bare.abstract = sentence;
    return read_stances(doc::RecordAnalysis(bare), {&link, 1})[0].at(0).stance;
  };
  const std::string weak =
      " in each of the animals, all of which had had vensolane, and none of which died, showed a "
      "decrease.";
  CHECK(stance("zetokine", "Zetokine" + weak) == Stance::supports);
  CHECK(stance("hepatitis", "Hepatitis" + weak) == Stance::mentions);
  CHECK(stance("hepatitis", "Vensolane reduced hepatitis.") == Stance::supports);
}

TEST_CASE("agents that block a thing are its blockers") {
  const auto link = named_link({.from = "beta-adrenergic receptor",
                                .to = "mortality",
                                .relation = "increases",
                                .sign = 1,
                                .from_names = {"beta-adrenergic"}});
  for (const char* sentence : {"Beta-adrenergic blocking agents reduce overall mortality.",
                               "Beta-adrenergic blockers reduce overall mortality."}) {
    CAPTURE(sentence);
    const model::Article article = mechanism::test::record("90000001", sentence);
    CHECK(read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance ==
          Stance::supports);
  }
}

TEST_CASE("blockers of a thing that are named beside another do nothing to it") {
  const auto link = named_link(
      {.from = "calcium channel", .to = "blood pressure", .relation = "increases", .sign = 1});
  const auto stance = [&](const char* sentence) {
    const model::Article article = mechanism::test::record("90000001", sentence);
    return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
  };
  CHECK(stance("Effects of calcium channel blockers on the course of blood pressure.") ==
        Stance::mentions);
  CHECK(stance("Calcium channel blockers lowered blood pressure.") == Stance::supports);
}

TEST_CASE("clearance of a thing is less of it") {
  const auto link =
      named_link({.from = "vensolane", .to = "zetokine", .relation = "increases", .sign = 1});
  const auto stance = [&](const char* sentence) {
    const model::Article article = mechanism::test::record("90000001", sentence);
    return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
  };
  CHECK(stance("Vensolane promotes clearance of zetokine.") == Stance::contradicts);
  CHECK(stance("Vensolane promotes zetokine release.") == Stance::supports);
}

TEST_CASE("a second verb with an object of its own says nothing of the first object") {
  const auto link =
      named_link({.from = "autophagy", .to = "memory", .relation = "increases", .sign = 1});
  const model::Article article = mechanism::test::record(
      "90000001", "In mice, vensolane improved memory and reduced zetokine through autophagy.");
  CHECK(read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance == Stance::supports);
}

TEST_CASE("what a drug is called holds whatever it did not do, and another's agent is no cue") {
  const auto stance = [&](const char* from, const char* to, int sign, const char* sentence) {
    const auto link = named_link(
        {.from = from, .to = to, .relation = sign > 0 ? "increases" : "decreases", .sign = sign});
    const model::Article article = mechanism::test::record("90000001", sentence);
    return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
  };
  CHECK(stance("vensolane", "zetokine receptor", -1,
               "We saw no effect on pain of the zetokine receptor blocker vensolane.") ==
        Stance::supports);
  CHECK(stance("vensolane", "zetokine receptor", -1,
               "Vensolane may fail to cause up-regulation of zetokine receptor density.") !=
        Stance::contradicts);
  CHECK(stance("calcium channel", "blood pressure", 1,
               "Vensolane reduced blood pressure like the ACE inhibitor or the calcium channel "
               "blocker.") != Stance::contradicts);
  CHECK(stance("zetokine receptor", "mortality", 1,
               "The case for zetokine receptor blockade against mortality.") !=
        Stance::contradicts);
}

TEST_CASE("less mortality is better, and an effect of another is not the pair's") {
  const auto stance = [&](const char* from, const char* to, const char* sentence) {
    const auto link = named_link({.from = from, .to = to, .relation = "increases", .sign = 1});
    const model::Article article = mechanism::test::record("90000001", sentence);
    return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
  };
  CHECK(stance("vensolane", "mortality", "Vensolane improved mortality.") == Stance::contradicts);
  CHECK(stance("vensolane", "mortality", "Vensolane increased mortality.") == Stance::supports);
  CHECK(stance("calcium channel", "blood pressure",
               "Calcium channel blockade abolishes the blood pressure lowering response of "
               "vensolane.") == Stance::mentions);
}

TEST_CASE("what was given up for another did not act") {
  const auto link = named_link(
      {.from = "vensolane", .to = "blood pressure", .relation = "decreases", .sign = -1});
  const auto stance = [&](const char* sentence) {
    const model::Article article = mechanism::test::record("90000001", sentence);
    return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
  };
  CHECK(stance("Switching from vensolane to ostrolane effectively reduces blood pressure.") ==
        Stance::mentions);
  CHECK(stance("Switching to vensolane effectively reduces blood pressure.") == Stance::supports);
}

TEST_CASE("what is said of an end's opposite is said of the end the other way round") {
  LinkToTest asked{.from = "autophagy", .to = "cognition", .relation = "increases", .sign = 1};
  add_known_names(asked);
  const auto link = named_link(asked);
  const auto stances = [&](const char* sentence) {
    const model::Article article = mechanism::test::record("90000001", sentence);
    const auto read = read_stances(doc::RecordAnalysis(article), {&link, 1})[0];
    return read.empty() ? std::optional<Stance>() : read[0].stance;
  };
  CHECK(stances("Autophagy attenuated cognitive decline in aged mice.") == Stance::supports);
  CHECK(stances("Autophagy worsened cognitive impairment in aged mice.") == Stance::contradicts);
  CHECK(stances("Autophagy improved memory in aged mice.") == Stance::supports);
  CHECK(stances("Autophagy and cognitive decline were studied.") == Stance::mentions);
  CHECK(stances("Autophagy improved fur in aged mice.") == std::nullopt);
}

TEST_CASE("a longer name that means something else does not name an end") {
  LinkToTest asked{.from = "vensolane", .to = "mortality", .relation = "increases", .sign = 1};
  add_known_names(asked);
  const auto link = named_link(asked);
  const auto read = [&](const char* sentence) {
    return read_stances(doc::RecordAnalysis(mechanism::test::record("90000001", sentence)),
                        {&link, 1})[0];
  };
  CHECK(read("Vensolane increased cell death.").empty());
  CHECK(read("Vensolane increased sudden death.").at(0).stance == Stance::supports);
  CHECK(read("Vensolane improved survival.").at(0).stance == Stance::contradicts);
}

namespace {
Stance stance_on(const char* from, const char* to, int sign, const char* sentence) {
  const auto link = named_link(
      {.from = from, .to = to, .relation = sign > 0 ? "increases" : "decreases", .sign = sign});
  const model::Article article =
      mechanism::test::record("90000001", std::string(sentence) + " The rats slept well.");
  return read_stances(doc::RecordAnalysis(article), {&link, 1})[0].at(0).stance;
}
}  // namespace

TEST_CASE("to have been given a thing is no effect of it") {
  CHECK(stance_on("vensolane", "mortality", 1, "Mortality was 3% in vensolane-treated rats.") ==
        Stance::mentions);
  CHECK(stance_on("vensolane", "gout", 1, "Four of 85 vensolane-treated rats developed gout.") ==
        Stance::mentions);
  CHECK(stance_on("vensolane", "zetokine", -1, "Zetokine fell in vensolane-treated rats.") ==
        Stance::supports);
}

TEST_CASE("what another was added to or compared with did not act") {
  const auto falls = [](const char* sentence) {
    return stance_on("vensolane", "zetokine", -1, sentence);
  };
  CHECK(falls("Addition of ostrolane to vensolane lowered zetokine.") == Stance::mentions);
  CHECK(falls("In rats on vensolane the addition of ostrolane lowered zetokine.") ==
        Stance::mentions);
  CHECK(falls("Addition of vensolane to ostrolane lowered zetokine.") == Stance::supports);
  CHECK(falls("Zetokine was lower with ostrolane than with vensolane.") == Stance::mentions);
  CHECK(falls("Zetokine was lower with vensolane than with placebo.") == Stance::supports);
  CHECK(falls("A decrease in zetokine was seen for ostrolane compared with placebo and "
              "vensolane.") == Stance::mentions);
  CHECK(falls("Compared with placebo, vensolane lowered zetokine.") == Stance::supports);
  CHECK(falls("Zetokine fell after vensolane was withdrawn.") == Stance::mentions);
}

TEST_CASE("variability is no level, and brackets speak of themselves") {
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "Vensolane decreased the variability of zetokine.") == Stance::mentions);
  CHECK(stance_on("vensolane", "gout", -1,
                  "Rats with gout (35 active, 3 healed) were weighed after vensolane.") ==
        Stance::mentions);
  CHECK(stance_on("vensolane", "blood pressure", -1,
                  "Vensolane has a greater blood pressure-lowering effect than water.") ==
        Stance::supports);
}

TEST_CASE("what is effective for a fall makes it, and a rise not seen denies") {
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "Vensolane is effective for the reduction of zetokine.") == Stance::supports);
  CHECK(stance_on("vensolane", "zetokine", 1, "A rise in zetokine was not seen after vensolane.") ==
        Stance::contradicts);
}

TEST_CASE("two doses of one thing say nothing of it against none") {
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "No differences in zetokine were found between low and high doses of "
                  "vensolane.") == Stance::mentions);
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "No differences in zetokine were found between placebo and vensolane.") ==
        Stance::contradicts);
}

TEST_CASE("no difference from another treatment is no null finding") {
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "Zetokine did not differ between vensolane and ostrolane.") == Stance::mentions);
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "Zetokine did not differ between vensolane and placebo.") == Stance::contradicts);
}

TEST_CASE("a concession, an aside and a quality do not speak of the end") {
  CHECK(stance_on("vensolane", "zetokine", -1,
                  "Although no difference in weight was seen between vensolane and placebo, "
                  "zetokine was lower with vensolane.") == Stance::supports);
  CHECK(stance_on("vensolane", "death", 1,
                  "Vensolane reduced the risk of fever (an increase leading to death or pain).") ==
        Stance::mentions);
  CHECK(stance_on("vensolane", "gout", 1,
                  "Vensolane-treated rats had fewer events, especially worsening gout.") ==
        Stance::mentions);
}

TEST_CASE("what is taken back or assumed is no finding") {
  CHECK(stances("Surveys suggest that vensolane could lower zetokine, but trials do not show it. "
                "The rats slept.",
                -1) == std::vector<Stance>{Stance::mentions});
  CHECK(stances("Vensolane lowered zetokine, but not hunger. The rats slept.", -1) ==
        std::vector<Stance>{Stance::supports});
  CHECK(stances("Rats on vensolane were assumed to have reduced zetokine. The rats slept.", -1) ==
        std::vector<Stance>{Stance::mentions});
  CHECK(stances("Vensolane and dorotide in the prevention of zetokine were later evaluated. The "
                "rats slept.",
                -1) == std::vector<Stance>{Stance::mentions});
}

TEST_CASE("relief lessens, and two drugs that do not differ both act") {
  const auto on_pain = [](const std::string& sentence) {
    LinkToTest link{.from = "vensolane", .to = "pain", .relation = "reduces", .sign = -1};
    link.to_valence = -1;
    const NamedLink named = named_link(link);
    return read_stances(
               doc::RecordAnalysis(test::record("90000001", sentence + " The women slept.")),
               {&named, 1})[0]
        .at(0)
        .stance;
  };
  CHECK(on_pain("Both ostrolane and vensolane produced significant relief of pain.") ==
        Stance::supports);
  CHECK(on_pain("Vensolane produced an improvement in pain without any significant difference "
                "between the two drugs.") == Stance::supports);
  CHECK(on_pain("The effect of ostrolane on pain was moderate and not different from that of "
                "vensolane.") != Stance::contradicts);
  CHECK(on_pain("Vensolane was the most effective agent for pain reduction.") == Stance::supports);
  CHECK(on_pain("Vensolane had no effect on pain.") == Stance::contradicts);
}
