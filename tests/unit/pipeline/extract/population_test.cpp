#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("who was studied, with number and description whole") {
  CHECK(best_text(find_population, "METHODS: We enrolled 1,902 patients with mild asthma.") ==
        "1,902 patients with mild asthma");
  CHECK(best_text(find_population, "METHODS: We enrolled 3\u2009048 older women.") ==
        "3\u2009048 older women");
  CHECK(best_text(find_population, "METHODS: In all 12 345 smokers were asked.") ==
        "12 345 smokers");
  CHECK(best_text(find_population, "METHODS: Adults aged 18 to 65 years took tea.") ==
        "Adults aged 18 to 65 years");
  CHECK(best_text(find_population, "The patients improved.") == "-");
  CHECK(best_text(find_population, "RESULTS: Patient satisfaction rose.") == "-");
  CHECK(best_text(find_population, "", "Tea for acute bronchitis") == "acute bronchitis");
}

}  // namespace ev::extract
