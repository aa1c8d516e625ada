#include "pipeline/text/offsets.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

#include <string>

using ev::doc::Offsets;
namespace text = ev::text;

TEST_CASE("offsets are those that reading from the start gives, at every place") {
  std::string mixed;
  for (int i = 0; i < 60; ++i)
    mixed += "β-blockers: 5 µg, p ≤ 0.05 𝛼; naïve. plain words between; ";
  for (const std::string& s :
       {std::string(), std::string("plain ASCII"), std::string("é"), mixed}) {
    const Offsets offsets(s);
    const std::size_t points = text::code_points(s);
    for (std::size_t p = 0; p <= points; ++p) {
      const std::size_t byte = text::byte_of(s, p);
      CHECK(offsets.byte_of(p) == byte);
      CHECK(offsets.code_point_of(byte) == p);
    }
    CHECK(offsets.slice(0, points) == s);
  }
}

TEST_CASE("a slice is cut by code points") {
  const Offsets offsets("αβγδ end");
  CHECK(offsets.slice(1, 3) == "βγ");
  CHECK(offsets.slice(5, 8) == "end");
}
