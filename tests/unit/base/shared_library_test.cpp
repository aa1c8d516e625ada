#include "base/shared_library.hpp"

#include "support/catch.hpp"

TEST_CASE("a library that is nowhere says why, and has no names") {
  const ev::SharedLibrary none({"libexample-that-is-nowhere.so.1", "libneither.so"});
  CHECK(none.problem().find("libexample-that-is-nowhere") != std::string::npos);
  CHECK(none.find("anything") == nullptr);
}

#ifdef __linux__
TEST_CASE("the first name that can be opened counts") {
  const ev::SharedLibrary c({"libexample-that-is-nowhere.so.1", "libc.so.6"});
  CHECK(c.problem().empty());
  CHECK(c.find("strlen") != nullptr);
  CHECK(c.find("ev_no_such_name") == nullptr);
}
#endif
