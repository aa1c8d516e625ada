#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("routes by their words and their short forms") {
  CHECK(best_text(find_route, "METHODS: Tea was given orally.") == "orally");
  CHECK(best_text(find_route, "METHODS: Tea was given by mouth.") == "by mouth");
  CHECK(best_text(find_route, "METHODS: Tea was given i.v. at night.") == "i.v.");
  CHECK(best_text(find_route, "METHODS: Adults with stage IV gout had type IV collagen.") == "-");
  CHECK(best_text(find_route, "METHODS: Classes I, V and S, C drank tea.") == "-");
}

}  // namespace ev::extract
