#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("technology papers") {
  const std::string abstract =
      "We propose a novel deep learning framework for tea leaves. On the TeaNet-2 dataset it "
      "improved accuracy by 4.5%. Training time was halved. Code is available on GitHub.";
  CHECK(best_text(find_technology_domain, abstract) == "deep learning");
  CHECK(best_text(find_benchmarks, abstract) == "TeaNet-2");
  CHECK(best_text(find_performance, abstract) == "4.5");
  CHECK(best_text(find_computational_cost, abstract) == "Training time was halved.");
  CHECK(best_text(find_contribution, abstract) ==
        "We propose a novel deep learning framework for tea leaves.");
  CHECK(best_text(find_methodology, abstract) ==
        "We propose a novel deep learning framework for tea leaves.");
}

TEST_CASE("clinical papers have their design as methodology") {
  CHECK(best_text(find_methodology, "Adults were randomized to tea or water.") ==
        "randomized controlled trial");
}

}  // namespace ev::extract
