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

}  // namespace ev::extract
