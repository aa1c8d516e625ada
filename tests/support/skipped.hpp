// Says that a test's optional data are absent. Where they have been promised (EV_REQUIRE_SHARED is
// set, as .ci/run does when the shared folder is there) that is a failure. Thread rule: the test's.
#pragma once

#include "base/file.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::test {

inline void skipped(const std::string& why) {
  if (!env("EV_REQUIRE_SHARED").empty()) FAIL("EV_REQUIRE_SHARED is set, but: " << why);
  WARN("SKIPPED: " << why);
}

}  // namespace ev::test
