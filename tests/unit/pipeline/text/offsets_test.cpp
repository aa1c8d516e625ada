#include "pipeline/text/offsets.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::doc {

namespace {

void check_all(const std::string& s) {
  const Offsets offsets(s);
  for (std::size_t byte = 0; byte <= s.size() + 1; ++byte) {
    CAPTURE(byte);
    CHECK(offsets.code_point_of(byte) == text::code_point_of(s, byte));
  }
  for (std::size_t point = 0; point <= text::code_points(s) + 1; ++point) {
    CAPTURE(point);
    CHECK(offsets.byte_of(point) == text::byte_of(s, point));
    CHECK(offsets.slice(point, point + 3) == text::slice(s, point, point + 3));
  }
  CHECK(offsets.slice(3, 2).empty());
}

}  // namespace

TEST_CASE("offsets by index equal offsets by counting") {
  check_all("");
  check_all("plain letters");
  std::string mixed;
  // Of one to four bytes, so that blocks begin inside some of them.
  for (int i = 0; i < 60; ++i)
    mixed += i % 3 == 0 ? "a\u03B2" : i % 3 == 1 ? "\u2264" : "\U0001F375b";
  check_all(mixed);
}

}  // namespace ev::doc
