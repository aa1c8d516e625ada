#include "pipeline/nlp/feature.hpp"

#include "support/catch.hpp"

namespace ev::nlp {

// The numbers stand in weight files: they must never change.
TEST_CASE("features have the same numbers on every machine") {
  CHECK(feature(1, 2) == feature(1, 2));
  CHECK(feature(1, 2) != feature(2, 1));
  CHECK(feature(1, 2, 3) != feature(1, 3, 2));
  CHECK(mixed(1) == 0x514e28b7U);
}

}  // namespace ev::nlp
