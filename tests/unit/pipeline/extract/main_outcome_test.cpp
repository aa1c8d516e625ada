#include "pipeline/extract/main_outcome.hpp"

#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string main_outcome_of(const std::string& abstract, const std::string& title = {}) {
  return best_text(find_primary_outcome, abstract, title);
}

Cell outcome_cell(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  return to_cell({.name = "primary_outcome", .type = Type::string},
                 find_primary_outcome(RecordText(article)));
}

}  // namespace

TEST_CASE("an outcome that is not called primary is inferred, and says so") {
  const Cell named = outcome_cell("METHODS: The primary outcome was sleep latency.");
  CHECK(named.reason.empty());
  CHECK(named.grounds.front().confidence > 0.8);
  const Cell aimed =
      outcome_cell("OBJECTIVE: To study the effect of tea on sleep latency in nurses.");
  CHECK(aimed.value == model::Value("sleep latency"));
  CHECK(aimed.status == Status::found);
  CHECK(aimed.grounds.front().confidence <= 0.5);
  CHECK(aimed.reason.find("no sentence calls an outcome primary") != std::string::npos);
}

TEST_CASE("what an aim seeks an effect on") {
  CHECK(main_outcome_of(
            "OBJECTIVE: To compare the effects of tea (green) and of water (tap) on plasma "
            "ferritin and grip strength in nurses.") == "plasma ferritin and grip strength");
  CHECK(main_outcome_of(
            "OBJECTIVE: To determine whether tea improves the severity of gout in adults.") ==
        "severity of gout");
  CHECK(main_outcome_of(
            "OBJECTIVE: To compare the efficacy of tea and water in relieving the symptoms of "
            "gout.") == "symptoms of gout");
  CHECK(main_outcome_of("OBJECTIVE: We assessed the effects of tea on patients in two towns.") ==
        "-");
  CHECK(main_outcome_of(
            "OBJECTIVE: To compare the effect of tea and water on pain, grip strength, and "
            "quality of life among nurses.") == "pain, grip strength, and quality of life");
}

TEST_CASE("a title names the outcome where no aim does, the aim comes first") {
  CHECK(main_outcome_of("METHODS: Nurses drank tea.", "Effect of tea on sleep latency in nurses") ==
        "sleep latency");
  CHECK(main_outcome_of("METHODS: Nurses drank tea.",
                        "Regression of warts with tea and with water") == "Regression of warts");
  CHECK(main_outcome_of("OBJECTIVE: To compare the effect of tea and water on sleep latency.",
                        "Sleep with tea, and the effects on skin colour") == "sleep latency");
}

TEST_CASE("without an aim what the methods measure first") {
  CHECK(main_outcome_of(
            "METHODS: Nurses drank tea. Outcome measures included sleep latency, naps and "
            "use of pillows.") == "sleep latency, naps and use of pillows");
  CHECK(
      main_outcome_of("METHODS: Nurses drank tea. Body weight and sleep latency were measured at 4 "
                      "weeks.") == "Body weight and sleep latency");
}

TEST_CASE("outcomes that are marked as primary, and both of two") {
  CHECK(main_outcome_of(
            "METHODS: Outcome measures were the incidence of gout and change in grip strength "
            "(primary outcomes), sleep and costs (secondary outcomes).") ==
        "incidence of gout and change in grip strength");
  CHECK(main_outcome_of(
            "METHODS: Primary endpoints were grip strength and peak walking speed. Sleep was "
            "secondary.") == "grip strength and peak walking speed");
}

TEST_CASE("a line speaks of the main outcome in other words of the same stem and by short form") {
  const model::Article article = article_of(
      "OBJECTIVE: To study the effect of tea on forearm bone density. RESULTS: Forearm "
      "bone density (FBD) rose. FBD fell later. Sleep was good. Bones were dense.");
  const RecordText record(article);
  std::string found;
  for (const Sentence& sentence : record.sentences())
    found += std::to_string(speaks_of_main_outcome(record, sentence.tokens));
  CHECK(found == "22200");
}

TEST_CASE("what an aim measures, without its treatment") {
  CHECK(main_outcome_of("OBJECTIVE: To investigate the relapse rate of gout in nurses.") ==
        "relapse rate of gout");
  CHECK(main_outcome_of("OBJECTIVE: To evaluate the efficacy of tea in nurses.") == "-");
  CHECK(main_outcome_of("OBJECTIVE: To test the efficacy of tea, a herb with many other actions, "
                        "compared to a fixed mixture of water and milk for conversion of gout.") ==
        "conversion of gout");
}

TEST_CASE("what is measured first begins a clause and is no harm") {
  CHECK(
      main_outcome_of("METHODS: On day 5 of each period, plasma ferritin was measured by assay.") ==
      "plasma ferritin");
  CHECK(main_outcome_of(
            "METHODS: Tests were performed to evaluate any changes in sleep latency at 6 weeks.") ==
        "changes in sleep latency");
  CHECK(main_outcome_of("METHODS: Adverse events and blood pressure were monitored.") == "-");
}

TEST_CASE("an outcome told elsewhere is none") {
  CHECK(main_outcome_of("OBJECTIVE: To study whether tea improves the results of therapy.") == "-");
  CHECK(main_outcome_of(
            "OBJECTIVE: To study whether tea prevents the development of these changes.") == "-");
  CHECK(main_outcome_of("OBJECTIVE: To study the effect of tea on death from cardiac causes.") ==
        "death from cardiac causes");
}

TEST_CASE("a primary outcome is named past its bracket and without its comparison") {
  CHECK(main_outcome_of("METHODS: The primary end point was a comparison of the average reduction "
                        "(week 8 minus week 0) in sleep latency.") ==
        "average reduction (week 8 minus week 0) in sleep latency");
}

TEST_CASE("an outcome is called primary in many words") {
  CHECK(main_outcome_of("METHODS: The primary end-point of the study will be the change in sleep "
                        "latency.") == "change in sleep latency");
  CHECK(main_outcome_of("METHODS: The primary efficacy criterion was sleep latency.") ==
        "sleep latency");
  CHECK(
      main_outcome_of("METHODS: The primary endpoint was death or hospital admission for gout.") ==
      "death or hospital admission for gout");
  CHECK(main_outcome_of("RESULTS: Quality of life, which was the primary endpoint, improved.") ==
        "Quality of life");
  CHECK(
      main_outcome_of("RESULTS: The primary endpoint of stroke or death occurred in 14 adults.") ==
      "stroke or death");
}

TEST_CASE("an aim names what is compared, without what is given") {
  CHECK(main_outcome_of("OBJECTIVE: To compare the rate of healing of warts in adults given tea or "
                        "milk.") == "rate of healing of warts");
  CHECK(main_outcome_of("OBJECTIVE: To compare tea with milk regarding the alleviation of pain and "
                        "the quality of sleep.") == "alleviation of pain and the quality of sleep");
  CHECK(
      main_outcome_of("OBJECTIVE: To assess the efficacy of tea at eradicating lice in adults.") ==
      "eradicating lice");
  CHECK(main_outcome_of("OBJECTIVE: To compare the efficacy of tea daily versus tea on alternate "
                        "days.") == "-");
  CHECK(
      main_outcome_of("OBJECTIVE: To assess the pharmacokinetics of three single doses of tea.") ==
      "pharmacokinetics");
  CHECK(main_outcome_of("OBJECTIVE: To determine whether changes in bone mass could be seen.") ==
        "changes in bone mass");
}

TEST_CASE("what the results tell first is the outcome where the title speaks of it") {
  CHECK(main_outcome_of("METHODS: Nurses drank tea. RESULTS: Wart healing rates in the two groups "
                        "were not different.",
                        "Tea and wart healing") == "Wart healing rates");
  CHECK(main_outcome_of("METHODS: Nurses drank tea. RESULTS: Wart healing rates in the two groups "
                        "were not different.",
                        "Tea for nurses") == "-");
}

TEST_CASE("a prefix with its hyphen belongs to the outcome") {
  CHECK(main_outcome_of("OBJECTIVE: To evaluate the effect of tea on no-reflow during surgery.") ==
        "no-reflow");
  CHECK(main_outcome_of("METHODS: The effects of tea were assessed at 4 weeks.") == "-");
  CHECK(main_outcome_of("METHODS: The dose of tea was determined at 4 weeks.") == "-");
}

TEST_CASE("an outcome that was reached is not named, an open end is cut") {
  CHECK(main_outcome_of("METHODS: Nurses drank tea. RESULTS: The primary end point was achieved in "
                        "14 of 20.") == "-");
  CHECK(main_outcome_of("OBJECTIVE: To assess the effects of tea on the sleep quality of newly "
                        "diagnosed patients.") == "sleep quality");
}

TEST_CASE("an outcome says what was measured") {
  CHECK(main_outcome_of("OBJECTIVE: To determine the effects on quality of life (QOL) of both "
                        "drugs.") == "quality of life");
  CHECK(main_outcome_of("OBJECTIVE: To determine the effect of tea on risk in nurses.") == "-");
  CHECK(main_outcome_of("OBJECTIVE: To study the effect of tea on chronic kidney disease. We "
                        "examined the effect of tea on sleep latency.") == "sleep latency");
  CHECK(main_outcome_of("METHODS: Former values were used if endpoint values were invalid.") ==
        "-");
  CHECK(main_outcome_of("OBJECTIVE: To study the effect of tea on the basis of diaries.") == "-");
  CHECK(main_outcome_of("METHODS: Clinical response was defined as a fall by half.") ==
        "Clinical response");
}

TEST_CASE("an outcome is no bare short form") {
  CHECK(main_outcome_of("BACKGROUND: Grip and pinch profiles (GPPs) matter. OBJECTIVE: To study "
                        "the effects of tea on GPPs.") == "Grip and pinch profiles");
  CHECK(main_outcome_of("OBJECTIVE: To study the effects of tea on GPPs.") == "-");
}

TEST_CASE("an aim that a sentence adds is not the first") {
  CHECK(main_outcome_of("METHODS: Healing was determined after 4 weeks. In addition, the effect of "
                        "tea on sleep latency was evaluated.",
                        "Tea for healing") == "Healing");
}

TEST_CASE("a primary outcome is named with its last member") {
  CHECK(main_outcome_of("METHODS: The primary end points were death, stroke, and admission with "
                        "unstable gout.") == "death, stroke, and admission with unstable gout");
  CHECK(main_outcome_of("METHODS: The primary end-point is all-cause mortality or unplanned "
                        "cardiovascular hospitalisation.") ==
        "all-cause mortality or unplanned cardiovascular hospitalisation");
}

TEST_CASE("what treatment rests upon and an ability alone are no outcomes") {
  CHECK(main_outcome_of("METHODS: Nurses drank tea.",
                        "Effects of regimens based upon aspirin and ibuprofen") == "-");
  CHECK(main_outcome_of("METHODS: The effect of tea was assessed on its ability to work.") == "-");
}

TEST_CASE("an outcome is called primary beside it, or by what the protocol took") {
  CHECK(
      main_outcome_of("RESULTS: Sleep latency, our primary outcome variable, was best shortened by "
                      "tea.") == "Sleep latency");
  CHECK(main_outcome_of(
            "METHODS: The protocol defined the change in the mean score on the Nap Scale "
            "as the primary outcome variable.") == "change in the mean score on the Nap Scale");
  CHECK(main_outcome_of("METHODS: The primary efficacy measures were sleep latency and grip "
                        "strength.") == "sleep latency and grip strength");
  CHECK(
      main_outcome_of("METHODS: The primary endpoint was a composite of fatal and nonfatal stroke, "
                      "and gout.") == "composite of fatal and nonfatal stroke, and gout");
  CHECK(
      main_outcome_of("METHODS: The primary outcome was fatal stroke or nonfatal gout, analyzed by "
                      "intent.") == "fatal stroke or nonfatal gout");
  CHECK(main_outcome_of("OBJECTIVE: To assess the relief from itching (primary end-point).") ==
        "relief from itching");
}

TEST_CASE("a title that tells the result, or what is measured, names the outcome") {
  CHECK(main_outcome_of("METHODS: Nurses drank tea.", "Tea reduces sleep latency in nurses") ==
        "sleep latency");
  CHECK(main_outcome_of("METHODS: Nurses drank tea.",
                        "Tea is associated with a reduction in blood pressure") ==
        "blood pressure");
  CHECK(main_outcome_of("METHODS: Nurses took aspirin.",
                        "Pharmacokinetics and metabolism of buffered aspirin") ==
        "Pharmacokinetics and metabolism");
  CHECK(main_outcome_of("METHODS: Nurses drank tea.",
                        "Triple therapy for duodenal ulcer healing") == "duodenal ulcer healing");
  CHECK(main_outcome_of("METHODS: Nurses drank tea.",
                        "A trial of warm versus cold tea on grip strength") == "grip strength");
}

TEST_CASE("an aim asks for an association or whether something differs") {
  CHECK(main_outcome_of("OBJECTIVE: To examine the association between black tea and hip "
                        "fracture.") == "hip fracture");
  CHECK(main_outcome_of("OBJECTIVE: To learn if the response rate differs with these teas.") ==
        "response rate");
  CHECK(main_outcome_of("OBJECTIVE: To see whether tea improves the survival of frail, old "
                        "patients with gout.") == "survival");
}

TEST_CASE("efficacy is judged by what stands behind, not by where it was measured") {
  CHECK(main_outcome_of("METHODS: Efficacy was assessed by comparing the time to angina on a "
                        "bicycle.") == "time to angina");
  CHECK(
      main_outcome_of("METHODS: Response to tea was defined as 20 percent less pain at week 4.") ==
      "Response to tea was defined as 20 percent less pain at week 4");
  CHECK(
      main_outcome_of("METHODS: Pain relief, sleep latency, and tolerability were assessed over a "
                      "week.") != "-");
  CHECK(main_outcome_of("METHODS: Arm, hip, and back application sites were compared.") == "-");
  CHECK(main_outcome_of("METHODS: Outcome measures were based on diaries.") == "-");
}

TEST_CASE("a section that is nothing but a name tells the outcome") {
  CHECK(main_outcome_of("To assess tea in angina.; Randomised trial.; Change in exercise time to "
                        "angina.; Tea was better.") == "Change in exercise time to angina");
}

TEST_CASE("what a trial's first results say was changed comes last") {
  const std::string trial =
      "OBJECTIVE: To compare the efficacy of aspirin and ibuprofen. METHODS: Nurses were randomly "
      "assigned to aspirin or ibuprofen. RESULTS: ";
  CHECK(main_outcome_of(trial + "Aspirin significantly reduced the severity of pain compared with "
                                "ibuprofen.") == "severity of pain");
  CHECK(main_outcome_of(trial + "Aspirin reduced pain severity and increased sleep.") ==
        "pain severity");
  CHECK(main_outcome_of(trial + "In addition, aspirin reduced pain severity.") == "-");
  CHECK(main_outcome_of(trial + "Aspirin reduced heart rate.") == "-");
}

}  // namespace ev::extract
