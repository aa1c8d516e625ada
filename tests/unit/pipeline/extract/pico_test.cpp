#include "pipeline/extract/pico.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("population, condition, intervention, comparator, outcome of one trial") {
  const std::string title = "Green tea versus water for insomnia";
  const std::string abstract =
      "METHODS: We enrolled 80 postmenopausal women with chronic insomnia. They were randomized to "
      "green tea or water. The primary outcome was total sleep time at 8 weeks. RESULTS: Sleep "
      "quality was significantly improved.";
  CHECK(best_text(population_by_rules, abstract, title) ==
        "80 postmenopausal women with chronic insomnia");
  CHECK(best_text(find_condition, abstract, title) == "chronic insomnia");
  CHECK(best_text(intervention_by_rules, abstract, title) == "green tea");
  CHECK(best_text(find_comparator, abstract, title) == "water");
  CHECK(best_text(find_primary_outcome, abstract, title) == "total sleep time at 8 weeks");
  CHECK(all_texts(outcomes_by_rules, abstract, title).find("Sleep quality") != std::string::npos);
}

TEST_CASE("a primary outcome is quoted whole") {
  const auto outcome = [](const char* abstract) {
    return best_text(find_primary_outcome, abstract);
  };
  CHECK(outcome("The primary endpoints were dysphagia, hernia, and relapse of gout.") ==
        "dysphagia, hernia, and relapse of gout");
  CHECK(outcome("The primary end point was confirmed clinical bleeding.") ==
        "confirmed clinical bleeding");
  CHECK(outcome("The primary outcome variable was histamine PC(20) after tea.") ==
        "histamine PC(20)");
  CHECK(outcome("The primary outcome was assessed by two nurses.") == "-");
  CHECK(outcome("The primary outcome was change in pulse between baseline and week 8.") ==
        "change in pulse between baseline and week 8");
  CHECK(outcome("The primary endpoint was recognition of gout, defined by the short scale, and "
                "more.") == "recognition of gout");
  CHECK(outcome("The primary end point was share of families that had symptomatic, "
                "laboratory-confirmed gout.") ==
        "share of families that had symptomatic, laboratory-confirmed gout");
  CHECK(outcome("The primary endpoint was change in the Eczema Area and Severity Index.") ==
        "change in the Eczema Area and Severity Index");
  CHECK(outcome("The primary endpoint was the development or progression of gout.") ==
        "development or progression of gout");
  CHECK(outcome("Primary outcome data were obtained on 115 adults.") == "-");
}

TEST_CASE("a section of main outcome measures names them") {
  const auto outcome = [](const char* abstract) {
    return best_text(find_primary_outcome, abstract);
  };
  CHECK(outcome("METHODS: Adults drank tea. MAIN OUTCOME MEASURES: Length of sleep, pulse and "
                "weight. RESULTS: They slept.") == "Length of sleep, pulse and weight");
  // A clause of its own is no list; what it says is measured is inferred like elsewhere.
  CHECK(outcome("METHODS: Adults drank tea. MAIN OUTCOME MEASURES: Sleep was measured. RESULTS: "
                "They slept.") == "Sleep");
  CHECK(outcome("METHODS: Adults drank tea. MAIN OUTCOME MEASURES: They were asked. RESULTS: They "
                "slept.") == "-");
}

}  // namespace ev::extract
