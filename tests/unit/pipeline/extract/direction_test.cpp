#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string direction_of(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  const Cell cell =
      to_cell({.name = "direction", .type = Type::string}, find_direction(RecordText(article)));
  return cell.status == Status::found ? cell.value.string() : "-";
}

// Of a trial of tea against placebo for the effect on pain.
std::string direction(const std::string& results) {
  return direction_of(
      "OBJECTIVE: To study the effect of tea on pain. METHODS: Nurses were randomly assigned to "
      "tea or placebo. RESULTS: " +
      results);
}

// Of a trial of aspirin and ibuprofen that names no outcome.
std::string direction_unnamed(const std::string& results) {
  return direction_of("METHODS: Nurses were randomly assigned to aspirin or ibuprofen. RESULTS: " +
                      results);
}

}  // namespace

TEST_CASE("the direction is that of the main outcome with the intervention") {
  CHECK(direction("Sleep was longer with tea. Pain was lower with tea than with placebo.") ==
        "decreased");
  CHECK(direction("Pain was higher in the placebo group than in the tea group.") == "decreased");
  CHECK(direction("The reduction of pain was greater with tea than with placebo.") == "decreased");
  CHECK(direction("Pain rose less with tea, and there was a smaller increase in pain with tea than "
                  "with water.") == "decreased");
  CHECK(direction("Pain did not differ significantly between groups.") == "no_difference");
  CHECK(direction("Pain was similar in both groups.") == "no_difference");
}

TEST_CASE("no direction where no clause on the main outcome compares the arms") {
  CHECK(direction("Sleep was longer with tea than with placebo.") == "-");
  CHECK(direction("Pain decreased in both groups.") == "-");
  CHECK(direction("Pain at baseline was lower with tea than with placebo.") == "-");
  CHECK(direction("Pain will be lower with tea than with placebo.") == "-");
}

TEST_CASE("sameness that is half of what a sentence says is no verdict") {
  CHECK(direction("Pain was unaffected by placebo, whereas it was decreased by milk.") == "-");
  CHECK(direction("Pain was unchanged with placebo but increased with milk (P<.01 compared with "
                  "baseline).") == "-");
}

TEST_CASE("no difference in efficacy is a verdict, one before treatment is none") {
  CHECK(direction("There was no significant difference between the groups in soothing efficacy.") ==
        "no_difference");
  CHECK(direction("There was no difference between the groups in underlying disease and pain.") ==
        "-");
  CHECK(direction("There was no significant difference on any of the primary outcome measures "
                  "between tea and placebo; sleep was longer with tea.") == "no_difference");
}

TEST_CASE("the arms of one side alone, or kinds of people, tell no direction") {
  CHECK(direction("Among the placebo drugs, pain was lower with one pill vs two pills.") == "-");
  CHECK(direction("Women with more sleep had less pain with tea than with placebo.") == "-");
  CHECK(direction("Nurses with headache had more pain than did those with fever.") == "-");
  CHECK(direction("The decrease in pain differed significantly with tea compared with placebo.") ==
        "-");
}

TEST_CASE("an outcome that one arm alone kept is no sameness") {
  CHECK(direction("Tea did not affect pain, whereas milk significantly reduced pain.") == "-");
  CHECK(direction("Compared with placebo, tea decreased weight, but did not significantly alter "
                  "pain.") == "no_difference");
}

TEST_CASE("a control that changed nothing tells nothing of the treatment") {
  CHECK(direction("Placebo caused no significant changes in pain.") == "-");
}

TEST_CASE("what the main result's p value and figures decide") {
  CHECK(direction("Pain was seen in 11 nurses in the tea group and in 12 in the placebo group (P = "
                  ".80).") == "no_difference");
  CHECK(direction("Pain was seen in 12% in the tea group and in 34% in the placebo group (P = "
                  ".001).") == "decreased");
  CHECK(direction("The scores of pain were 12 and 13 with tea and placebo. The difference between "
                  "the two groups was not significant.") == "no_difference");
  CHECK(direction("The difference in pain was -2.5 mm (95% CI -7.4 to 2.3) with tea.") ==
        "no_difference");
}

TEST_CASE("without a named outcome the first contrast tells, unless the verdict denies it") {
  CHECK(direction_unnamed("Fever fell in both groups. Fever was shorter with aspirin than with "
                          "ibuprofen.") == "decreased");
  CHECK(direction_unnamed("The groups were comparable. Fever was shorter with aspirin than with "
                          "ibuprofen.") == "decreased");
  CHECK(
      direction_unnamed("Fever was shorter with aspirin than with ibuprofen. CONCLUSIONS: Aspirin "
                        "was as effective as ibuprofen.") == "-");
  CHECK(direction_unnamed("Mean reductions of fever were 1.2 and 1.3 degrees with aspirin as "
                          "compared to ibuprofen.") == "-");
  CHECK(direction_unnamed("Aspirin increased the cost of drugs but reduced that of care compared "
                          "with ibuprofen.") == "-");
}

TEST_CASE("a significant first contrast is no sameness, one that denies all differences is") {
  CHECK(direction_unnamed("Scans were made in 88% in the aspirin group and 55% in the ibuprofen "
                          "group (P < .001), because of no improvement.") != "no_difference");
  CHECK(direction_unnamed("In the aspirin group no difference was observed between the first and "
                          "the second visit.") == "-");
  CHECK(direction_unnamed("There were no significant differences in complications. Fever was "
                          "shorter with aspirin than with ibuprofen.") == "no_difference");
}

TEST_CASE("a verdict on efficacy tells the direction where it says at what") {
  CHECK(direction_unnamed("All slept. CONCLUSIONS: Aspirin is as effective as ibuprofen.") ==
        "no_difference");
  CHECK(direction_unnamed("All slept. CONCLUSIONS: Aspirin is more effective than ibuprofen in "
                          "reducing fever.") == "decreased");
  CHECK(direction_unnamed("All slept. CONCLUSIONS: Aspirin is more effective than ibuprofen.") ==
        "-");
  CHECK(direction_unnamed("All slept. CONCLUSIONS: Aspirin may be as effective as ibuprofen.") ==
        "-");
  CHECK(direction_unnamed("All slept. CONCLUSIONS: Aspirin 1 mg is as effective as 2 mg.") == "-");
}

TEST_CASE("two doses alike, or before treatment, tell nothing of the treatment") {
  CHECK(direction("Pain with 10 mg of tea was similar to that with 20 mg of tea.") == "-");
  CHECK(direction("Before starting treatment pain was similar in both groups.") == "-");
  CHECK(direction("The peak reduction of pain occurred 8 hours after tea.") == "-");
}

TEST_CASE("superior is an increase of an outcome that is wanted") {
  const std::string trial =
      "OBJECTIVE: To study the effect of aspirin on exercise capacity. METHODS: Nurses were "
      "randomly assigned to aspirin or ibuprofen. RESULTS: All slept. CONCLUSIONS: ";
  CHECK(direction_of(trial + "Aspirin is superior to ibuprofen.") == "increased");
  CHECK(direction_of(trial + "Ibuprofen is superior to aspirin.") == "-");
}

TEST_CASE("an estimate of another outcome than the one that was sought tells no direction") {
  CHECK(
      direction("Sleep was lost by fewer nurses with tea (hazard ratio 0.7, 95% CI 0.5 to 0.9).") ==
      "-");
  CHECK(direction("Pain was rarer with tea (hazard ratio 0.7, 95% CI 0.5 to 0.9).") == "decreased");
}

TEST_CASE("a sameness that the verdict denies, or of one state alone, is none") {
  CHECK(direction("Pain did not differ between the two groups. CONCLUSIONS: Tea was more effective "
                  "in raising sleep than placebo.") == "-");
  CHECK(direction("Pain did not differ between tea and placebo at rest.") == "-");
  CHECK(direction("Pain did not differ between the active treatments.") == "-");
  CHECK(direction_unnamed("No differences in fever were seen at rest between the two groups.") ==
        "-");
}

TEST_CASE("what is only added, harms or is one of several things is not the main outcome") {
  CHECK(direction_unnamed("In addition, fever was shorter with aspirin than with ibuprofen.") ==
        "-");
  CHECK(direction_unnamed("Skin irritation was more common with aspirin than with ibuprofen.") ==
        "-");
  CHECK(direction_unnamed("Aspirin was more effective than ibuprofen with respect to relieving "
                          "cough.") == "-");
}

TEST_CASE("a verdict at another thing than the known outcome counts against nothing alone") {
  const std::string trial =
      "OBJECTIVE: To study the effect of aspirin on grip. METHODS: Nurses were randomly assigned "
      "to "
      "aspirin or ibuprofen. RESULTS: ";
  CHECK(direction_of(trial + "Aspirin was more effective than ibuprofen in relieving cough.") ==
        "-");
  CHECK(direction_of(trial + "Aspirin was more effective than ibuprofen in improving grip.") ==
        "increased");
  CHECK(direction_unnamed("No difference in fever was found between the groups with respect to the "
                          "morning.") == "no_difference");
}

TEST_CASE("equivalence neither rises nor falls") {
  CHECK(direction_of("OBJECTIVE: To study the bioequivalence of aspirin tablets. METHODS: Nurses "
                     "were randomly assigned to aspirin tablets or ibuprofen. RESULTS: The peaks "
                     "of aspirin tablets were higher than those of ibuprofen.") == "-");
}

TEST_CASE("an arm that the authors compare others with may be the comparator") {
  CHECK(direction_unnamed("Compared with aspirin, fever was longer with ibuprofen.") == "-");
}

TEST_CASE("what is told of some of those treated is no verdict") {
  CHECK(
      direction("Among nurses and those who snored, pain was lower with tea than with placebo.") ==
      "-");
  CHECK(direction("Postmenopausal women had lower pain with tea than with placebo.") == "-");
}

TEST_CASE("a sameness that the next sentence or another arm takes back is no verdict") {
  CHECK(
      direction("Pain did not differ between groups. However, nurses on tea had greater relief.") ==
      "-");
  CHECK(direction("Pain did not differ between groups. The fall of pain was greatest with tea.") ==
        "-");
  CHECK(direction("Pain was not similar in the two groups.") == "-");
}

TEST_CASE("by how much each arm changed is no verdict, one arm that alone changed is") {
  CHECK(direction("Pain was reduced by 8 points with tea compared to a decline of 15 points with "
                  "placebo.") == "-");
  CHECK(direction("Tea, but not placebo, significantly reduced pain.") == "decreased");
  CHECK(
      direction("Of nurses on tea 50% responded (> or = 50% reduction of pain), compared to 40% on "
                "placebo.") == "-");
}

TEST_CASE("what came of a change, and how long it lasted, are not the change") {
  CHECK(direction("Pain was decreased by tea compared with placebo, resulting in longer sleep.") ==
        "decreased");
  CHECK(direction("Pain fell in both groups, but the effect lasted longer with tea than with "
                  "placebo.") == "-");
}

TEST_CASE("a sameness with a third drug is none with the placebo") {
  CHECK(direction("Pain with tea was similar to that with ibuprofen.") == "-");
}

TEST_CASE("staying in the study is no outcome of it") {
  CHECK(
      direction_unnamed("More nurses on aspirin than on ibuprofen completed the study (67% versus "
                        "54%, P=.01).") == "-");
}

TEST_CASE("two products are bioequivalent") {
  CHECK(direction_unnamed("Aspirin and ibuprofen were bioequivalent.") == "no_difference");
  CHECK(direction_unnamed("Aspirin and ibuprofen were not bioequivalent.") == "-");
}

TEST_CASE("a title that tells the result decides where no sentence does") {
  const auto titled = [](const std::string& title) {
    const model::Article article = article_of(
        "METHODS: Nurses were randomly assigned to aspirin or placebo. RESULTS: Pain was 3 points "
        "with aspirin.",
        title);
    const Cell cell =
        to_cell({.name = "direction", .type = Type::string}, find_direction(RecordText(article)));
    return cell.status == Status::found ? cell.value.string() : "-";
  };
  CHECK(titled("Aspirin reduces pain in nurses") == "decreased");
  CHECK(titled("Aspirin may reduce pain in nurses") == "-");
  CHECK(titled("Does aspirin reduce pain in nurses?") == "-");
}

TEST_CASE("without a trial only what sets groups against each other is a direction") {
  CHECK(direction_of("RESULTS: Plasma levels of aspirin decreased gradually after the peak.") ==
        "-");
}

TEST_CASE("being free of an event, or its opposite, is not that event") {
  const std::string begin =
      "METHODS: Nurses were randomly assigned to aspirin or placebo. The primary outcome was ";
  CHECK(direction_of(begin + "relapse of colds. RESULTS: Relapse-free survival was lower with "
                             "aspirin than with placebo.") == "-");
  CHECK(direction_of(begin + "recurrence of ulcers. RESULTS: Ulcers healed at similar rates with "
                             "aspirin and placebo.") == "-");
}

TEST_CASE("twice as effective is no sameness") {
  const std::string begin =
      "METHODS: Nurses were randomly assigned to aspirin or ibuprofen. RESULTS: All slept. "
      "CONCLUSIONS: Aspirin was ";
  CHECK(direction_of(begin + "as effective as ibuprofen.") == "no_difference");
  CHECK(direction_of(begin + "twice as effective as ibuprofen.") == "-");
  CHECK(direction_of(begin + "not as effective as ibuprofen.") == "-");
}

TEST_CASE("a hazard of death is not survival, and may be told of the control") {
  const std::string begin =
      "METHODS: Nurses were randomly assigned to aspirin or placebo. The primary outcome was "
      "survival. RESULTS: ";
  CHECK(direction_of(begin +
                     "Survival was better (hazard ratio 0.8, 95% CI 0.65 to 0.99; P = 0.04).") ==
        "increased");
  CHECK(direction_of(begin + "The hazard ratio for survival with placebo versus aspirin was 1.9 "
                             "(95% CI 1.2 to 2.8; P = 0.04).") == "increased");
  CHECK(
      direction_of(
          "METHODS: Nurses were randomly assigned to aspirin or placebo. The primary "
          "outcome was stroke. RESULTS: The hazard ratio for stroke was 0.8 (95% CI 0.65 to 0.99; "
          "P = 0.04).") == "decreased");
}

}  // namespace ev::extract
