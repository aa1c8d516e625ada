#include "pipeline/mechanism/aims.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("questions and plans are aims, results are none") {
  CHECK(states_an_aim("We aimed to investigate whether vensolane lowers zetokine."));
  CHECK(states_an_aim("Does vensolane lower zetokine?"));
  CHECK(states_an_aim("Rats were randomized to vensolane or water."));
  CHECK_FALSE(states_an_aim("Vensolane lowered zetokine."));
}
