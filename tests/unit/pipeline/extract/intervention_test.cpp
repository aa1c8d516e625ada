#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("what was given, the inactive arm last") {
  CHECK(all_texts(find_intervention,
                  "METHODS: Adults were randomized to receive imaginolol or placebo.",
                  "Imaginolol versus placebo for insomnia") == "imaginolol|placebo");
  CHECK(best_text(find_intervention, "METHODS: Children received weekly fluoride varnish.") ==
        "fluoride varnish");
  CHECK(best_text(find_intervention, "METHODS: Women were treated with warm bran baths.") ==
        "warm bran baths");
}

TEST_CASE("processes, measures and diseases are not given") {
  CHECK(best_text(find_intervention, "RESULTS: Blocking it restored neuronal survival.",
                  "Effects of autophagy on neuronal survival in migraine") == "-");
  CHECK(best_text(find_intervention, "METHODS: We assessed the effect of sex on blood pressure.") ==
        "-");
}

}  // namespace ev::extract
