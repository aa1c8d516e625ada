#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("statements by section and cue") {
  const std::string abstract =
      "OBJECTIVE: To test tea. METHODS: Adults drank tea. RESULTS: Sleep increased. Adverse events "
      "were rare. CONCLUSIONS: Tea helps. A limitation is the small sample.";
  CHECK(best_text(find_objective, abstract) == "To test tea.");
  CHECK(best_text(find_conclusion, abstract) == "Tea helps.");
  CHECK(best_text(find_limitations, abstract) == "A limitation is the small sample.");
  CHECK(best_text(find_adverse_events, abstract) == "Adverse events were rare.");
  CHECK(best_text(find_limitations, "METHODS: Adults drank tea.") == "-");
}

TEST_CASE("the conclusion is all that concludes, in one piece") {
  CHECK(best_text(find_conclusion,
                  "METHODS: Adults drank tea. RESULTS: Sleep increased. CONCLUSIONS: Tea lengthens "
                  "sleep. It should be tried in more people. Larger and longer studies will be "
                  "needed.") == "Tea lengthens sleep. It should be tried in more people.");
  CHECK(best_text(find_conclusion,
                  "We gave tea or water to adults. Sleep increased with tea (P<.01). The results "
                  "indicate that tea lengthens sleep. Its warmth may be the reason for this "
                  "effect.") ==
        "The results indicate that tea lengthens sleep. Its warmth may be the reason for this "
        "effect.");
}

TEST_CASE("a bound is no direction") {
  CHECK(best_text(find_direction, "RESULTS: Adults had a walk distance of 500 m or less.") == "-");
  CHECK(best_text(find_direction, "RESULTS: Adults had an ejection fraction less than 40%.") ==
        "-");
}

TEST_CASE("a difference without direction leaves the verdict open") {
  const Findings findings = [] {
    const model::Article article = article_of(
        "RESULTS: There was a significant difference in favour of tea. Later the curves "
        "were not significantly different.");
    return find_direction(RecordText(article));
  }();
  CHECK_FALSE(findings.undecided.empty());
  CHECK(best_text(find_direction, "RESULTS: Pain was reduced equally with tea and milk.") ==
        "no_difference");
}

TEST_CASE("direction of effect, negation included") {
  CHECK(best_text(find_direction, "RESULTS: Sleep increased with tea.") == "increased");
  CHECK(best_text(find_direction, "RESULTS: Pain was lower with tea.") == "decreased");
  CHECK(best_text(find_direction, "RESULTS: There was no significant difference in pain.") ==
        "no_difference");
  CHECK(best_text(find_direction, "RESULTS: Spots in the right lower lobe were seen.") == "-");
  CHECK(best_text(find_direction, "RESULTS: Upper and lower limbs had higher strength.") ==
        "increased");
  CHECK(best_text(find_direction, "RESULTS: Tea did not reduce pain.") == "no_difference");
}

TEST_CASE("a conclusion is quoted with what belongs to it") {
  // The whole section, without calls for research and limits.
  CHECK(best_text(find_conclusion,
                  "RESULTS: Sleep increased. CONCLUSIONS: Tea helps. It is cheap. Larger studies "
                  "are needed.") == "Tea helps. It is cheap.");
  const std::string results =
      "Nurses were randomly assigned to tea or water. Sleep was longer with tea (P < .01). ";
  CHECK(best_text(find_conclusion, results +
                                       "In conclusion, tea prolongs sleep in nurses. Its warmth "
                                       "may be the mechanism.") ==
        "In conclusion, tea prolongs sleep in nurses. Its warmth may be the mechanism.");
  CHECK(best_text(find_conclusion, results + "Tea can shorten the time that nurses lie awake. This "
                                             "small benefit may not reach their mood.") ==
        "Tea can shorten the time that nurses lie awake. This small benefit may not reach their "
        "mood.");
}

TEST_CASE("the last section of an abstract parted without labels is the conclusion") {
  const std::string before =
      "To test tea.; Nurses drank tea or water.; Sleep was longer with tea (P < .01).; ";
  CHECK(best_text(find_conclusion,
                  before + "Tea prolongs the sleep of nurses with bad nights. A similar "
                           "tendency was seen in nurses with good nights.") ==
        "Tea prolongs the sleep of nurses with bad nights. A similar tendency was seen in nurses "
        "with good nights.");
  CHECK(
      best_text(find_conclusion,
                before + "Tea prolongs sleep. Longer follow up is needed to determine its use.") ==
      "Tea prolongs sleep.");
}

TEST_CASE("a call for research is left out of prose as well") {
  CHECK(
      best_text(find_conclusion,
                "Nurses were randomly assigned to tea or water. Sleep was longer with tea (P < "
                ".01). These results suggest that tea prolongs sleep. Whether it lasts remains to "
                "be determined.") == "These results suggest that tea prolongs sleep.");
}

TEST_CASE("where no sentence is sure to find something, the concluding one alone does") {
  CHECK(
      best_text(find_key_findings,
                "Here we present a scale for the warmth of tea. We also show that warmth prolongs "
                "sleep more strongly than sweetness.")
          .find("Here we present") == std::string::npos);
}

TEST_CASE("what the paper is about is not taken along") {
  CHECK(
      best_text(find_conclusion,
                "Here we present a scale for the warmth of tea. We also show that warmth prolongs "
                "sleep more strongly than sweetness.") ==
      "We also show that warmth prolongs sleep more strongly than sweetness.");
}

TEST_CASE("a plan, a result or a cut text is no conclusion") {
  const std::string before =
      "Nurses were randomly assigned to tea or water. Sleep was 20 minutes longer with tea. ";
  CHECK(best_text(find_conclusion,
                  before + "The implications of these findings for nurses are discussed.") == "-");
  CHECK(best_text(find_conclusion, before +
                                       "The trial will end in May and the final results should be "
                                       "available soon.") == "-");
  CHECK(best_text(find_conclusion, before +
                                       "Tea was continued in 12 (60%) of 20 nurses. Nights were "
                                       "warm.(ABSTRACT TRUNCATED AT 250 WORDS)") == "-");
  CHECK(best_text(find_conclusion, before + "These results suggest that tea helps nurses.(ABSTRACT "
                                            "TRUNCATED AT 250 WORDS)") ==
        "These results suggest that tea helps nurses.");
}

TEST_CASE("a conclusion that points back is told with what it points to") {
  const std::string before = "Nurses were randomly assigned to tea or water. ";
  CHECK(best_text(find_conclusion, before + "Tea given at night results in longer sleep. We "
                                            "recommend that this should be adopted by all.") ==
        "Tea given at night results in longer sleep. We recommend that this should be adopted by "
        "all.");
}

TEST_CASE("a long last section is told whole, what is only planned not at all") {
  const std::string before =
      "To study tea.; Nurses were randomly assigned to tea or water.; Sleep was 20 minutes longer "
      "with tea.; ";
  const std::string section =
      "Tea and water were both safe. Tea was better than water for sleep. The gain was large. Tea "
      "may therefore have other effects. Tea was liked better than water.";
  CHECK(best_text(find_conclusion, before + section) == section);
  CHECK(best_text(find_conclusion,
                  "Nurses will be randomized to tea or water. The study power is 90% to detect "
                  "differences between groups in sleep.") == "-");
}

TEST_CASE("a remark that adds to the conclusion is told with it, a plan is none") {
  const std::string before = "Nurses were randomly assigned to tea or water. ";
  CHECK(best_text(find_conclusion, before + "Tea and water were associated with longer sleep. Tea "
                                            "provided an additional benefit with fewer dreams.") ==
        "Tea and water were associated with longer sleep. Tea provided an additional benefit with "
        "fewer dreams.");
  CHECK(best_text(find_conclusion,
                  "Sleep matters.; To study tea.; Nurses will be randomised to tea or water and "
                  "followed for a month. The primary outcome is sleep.") == "-");
}

TEST_CASE("an inference begins the conclusion, harms alone are none") {
  const std::string before = "Nurses were randomly assigned to tea or water. Sleep was longer. ";
  CHECK(best_text(find_conclusion, before + "Thus, the gain in sleep was due to tea. Other gains "
                                            "were not found. However, more nurses might have been "
                                            "needed to find them.") ==
        "Thus, the gain in sleep was due to tea. Other gains were not found. However, more nurses "
        "might have been needed to find them.");
  CHECK(best_text(find_conclusion, before + "Tea lengthens sleep in nurses. While it was not "
                                            "better than milk, a trial would show whether milk "
                                            "adds to tea.") ==
        "Tea lengthens sleep in nurses. While it was not better than milk, a trial would show "
        "whether milk adds to tea.");
  CHECK(best_text(find_conclusion, before + "Adverse effects thought to be due to tea were "
                                            "recorded in 3 nurses.") == "-");
}

TEST_CASE("harms are told of by their names too") {
  CHECK(best_text(find_adverse_events,
                  "RESULTS: Nausea (12 %) and headache (8 %) were more common with tea.",
                  "Tea for sleep") ==
        "Nausea (12 %) and headache (8 %) were more common with tea.");
  CHECK(best_text(find_adverse_events,
                  "RESULTS: Nausea (12 %) and vomiting (8 %) were less common with tea.",
                  "Tea for nausea") == "-");
}

}  // namespace ev::extract
