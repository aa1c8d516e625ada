#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what was measured") {
  const std::string abstract =
      "METHODS: The primary outcome was total sleep time. Blood pressure was measured weekly. "
      "RESULTS: Tea improved the quality of life and reduced the incidence of headache.";
  const std::string outcomes = all_texts(outcomes_by_rules, abstract);
  for (const char* wanted :
       {"total sleep time", "Blood pressure", "quality of life", "incidence of headache"}) {
    CAPTURE(outcomes, wanted);
    CHECK(outcomes.find(wanted) != std::string::npos);
  }
  CHECK(all_texts(outcomes_by_rules, "METHODS: Sixty women were randomized to tea.") == "");
}

}  // namespace ev::extract
