#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what it is compared with") {
  CHECK(best_text(find_comparator, "METHODS: Adults were randomized to tea or warm milk.") ==
        "warm milk");
  CHECK(best_text(find_comparator,
                  "METHODS: They were assigned to tea (n = 60) or water (n = 58).") == "water");
  CHECK(best_text(find_comparator, "METHODS: The control group received a leaflet.") == "leaflet");
  CHECK(best_text(find_comparator, "METHODS: Adults took tea or placebo.") == "placebo");
  CHECK(best_text(find_comparator, "METHODS: Tea was compared with usual care.") == "usual care");
}

TEST_CASE("what something is added to is compared with") {
  CHECK(best_text(find_comparator, "METHODS: Adults were randomized to tea or tea plus milk.") ==
        "tea");
  CHECK(best_text(find_comparator, "METHODS: Adults were randomized to tea or green milk.") ==
        "green milk");
}

TEST_CASE("a controlled trial names no control") {
  CHECK(best_text(find_comparator, "METHODS: We did a randomized, controlled trial of tea.") ==
        "-");
  CHECK(best_text(find_comparator,
                  "METHODS: We did a controlled trial of tea. RESULTS: Sleep fell in the control "
                  "group.") == "control group");
}

TEST_CASE("a placebo is named by what it is made of") {
  CHECK(
      best_text(find_comparator, "METHODS: They took tea or an equal volume of saline placebo.") ==
      "saline placebo");
}

TEST_CASE("a run-in compares nothing, and of three treatments none is the comparator") {
  CHECK(best_text(find_comparator, "METHODS: After a placebo run-in adults took tea.") == "-");
  CHECK(best_text(find_comparator,
                  "METHODS: After a placebo run-in adults took tea or placebo for a week.") ==
        "placebo");
  CHECK(best_text(find_comparator, "METHODS: Placebo inhalers were used to maintain blinding.") ==
        "-");
  CHECK(best_text(find_comparator,
                  "METHODS: Adults were randomized to aspirin, ibuprofen, or naproxen.") == "-");
}

TEST_CASE("baselines and people are no treatment") {
  CHECK(best_text(find_comparator, "RESULTS: Pain fell compared with baseline.") == "-");
  CHECK(best_text(find_comparator, "RESULTS: Pain was higher compared with healthy women.") == "-");
}

}  // namespace ev::extract
