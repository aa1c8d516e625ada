#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("who was studied, with number and description whole") {
  CHECK(best_text(population_by_rules, "METHODS: We enrolled 1,902 patients with mild asthma.") ==
        "1,902 patients with mild asthma");
  CHECK(best_text(population_by_rules, "METHODS: We enrolled 3\u2009048 older women.") ==
        "3\u2009048 older women");
  CHECK(best_text(population_by_rules, "METHODS: In all 12 345 smokers were asked.") ==
        "12 345 smokers");
  CHECK(best_text(population_by_rules, "METHODS: Adults aged 18 to 65 years took tea.") ==
        "Adults aged 18 to 65 years");
  CHECK(best_text(population_by_rules, "The patients improved.") == "-");
  CHECK(best_text(population_by_rules, "RESULTS: Patient satisfaction rose.") == "-");
  CHECK(best_text(population_by_rules, "", "Tea for acute bronchitis") == "acute bronchitis");
}

}  // namespace ev::extract
