#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what was measured") {
  const std::string abstract =
      "METHODS: The primary outcome was total sleep time. Blood pressure was measured weekly. "
      "RESULTS: Tea improved the quality of life and reduced the incidence of headache.";
  const std::string outcomes = all_texts(find_outcomes, abstract);
  for (const char* wanted :
       {"total sleep time", "Blood pressure", "quality of life", "incidence of headache"}) {
    CAPTURE(outcomes, wanted);
    CHECK(outcomes.find(wanted) != std::string::npos);
  }
  CHECK(all_texts(find_outcomes, "METHODS: Sixty women were randomized to tea.") == "");
}

}  // namespace ev::extract
