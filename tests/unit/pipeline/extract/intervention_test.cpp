#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what was given, the inactive arm last") {
  CHECK(all_texts(intervention_by_rules,
                  "METHODS: Adults were randomized to receive imaginolol or placebo.",
                  "Imaginolol versus placebo for insomnia") == "imaginolol|placebo");
  CHECK(best_text(intervention_by_rules, "METHODS: Children received weekly fluoride varnish.") ==
        "fluoride varnish");
  CHECK(best_text(intervention_by_rules, "METHODS: Women were treated with warm bran baths.") ==
        "warm bran baths");
}

TEST_CASE("processes, measures and diseases are not given") {
  CHECK(best_text(intervention_by_rules, "RESULTS: Blocking it restored neuronal survival.",
                  "Effects of autophagy on neuronal survival in migraine") == "-");
  CHECK(best_text(intervention_by_rules,
                  "METHODS: We assessed the effect of sex on blood pressure.") == "-");
}

}  // namespace ev::extract
