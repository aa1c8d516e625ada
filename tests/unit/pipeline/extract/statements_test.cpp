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

}  // namespace ev::extract
