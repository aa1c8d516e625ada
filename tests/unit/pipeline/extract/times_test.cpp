#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("durations, follow-up and ages are told apart") {
  const std::string abstract =
      "METHODS: Men with a mean age of 54 years drank tea for 12 weeks. Median follow-up was 18 "
      "months.";
  CHECK(best_text(find_duration, abstract) == "12 weeks");
  CHECK(best_text(find_follow_up, abstract) == "18 months");
  CHECK(best_text(find_age, abstract) == "54 years");
  CHECK(best_text(find_duration, "METHODS: A 24-week trial of tea.") == "24-week");
  CHECK(best_text(find_age, "METHODS: Women aged 18 to 65 years drank tea.") == "18 to 65 years");
  CHECK(best_text(find_duration, "They drank tea.") == "-");
}

TEST_CASE("a mean age is one that is called so") {
  CHECK(best_text(find_mean_age, "METHODS: Men with a mean age of 54 years drank tea.") ==
        "54 years");
  CHECK(best_text(find_mean_age, "METHODS: Men (median age 54.5) drank tea.") == "54.5");
  CHECK(best_text(find_mean_age, "METHODS: Women aged 55 to 80 years drank tea.") == "-");
  CHECK(best_text(find_mean_age, "METHODS: Women took tea after 4 years of use.") == "-");
  CHECK(best_text(find_mean_age, "RESULTS: Women were seen for a mean of 4.3 years.") == "-");
  CHECK(best_text(find_mean_age, "METHODS: They ranged in age from 7 years to 18 years.") == "-");
  CHECK(best_text(find_age, "METHODS: They ranged in age from 7 years to 18 years.") ==
        "7 years to 18 years");
}

TEST_CASE("what comes next is no follow-up") {
  CHECK(best_text(find_follow_up,
                  "METHODS: The dose rose over 4-6 weeks, and men were followed "
                  "up.") == "-");
  CHECK(best_text(find_follow_up, "METHODS: Eight cups followed by a 6-week rest.") == "-");
  CHECK(best_text(find_follow_up, "METHODS: Men were followed for 6 weeks.") == "6 weeks");
}

TEST_CASE("doses keep their unit and frequency") {
  CHECK(best_text(find_dose, "METHODS: They took tea 20 mg daily.") == "20 mg daily");
  CHECK(best_text(find_dose, "METHODS: They took 0.5 mg/kg.") == "0.5 mg/kg");
  CHECK(best_text(find_dose, "METHODS: They took 5 \u00B5g.") == "5 \u00B5g");
  CHECK(best_text(find_dose, "RESULTS: Glucose was 120 mg/dl.") == "-");
  CHECK(best_text(find_dose, "METHODS: They weighed 80 kg.") == "-");
  CHECK(best_text(find_dose, "METHODS: They lived in 11 U.S. states.") == "-");
  CHECK(best_text(find_dose, "METHODS: They lost 300 mg/24 hours.") == "-");
  CHECK(best_text(find_dose, "METHODS: They took tea 75 mg/m(2) daily.") == "75 mg/m(2)");
}

}  // namespace ev::extract
