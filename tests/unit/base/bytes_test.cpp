#include "base/bytes.hpp"

#include "support/catch.hpp"

#include <limits>

using namespace ev;

TEST_CASE("bytes give back what was written") {
  ByteWriter out;
  for (const std::uint64_t n : {0ull, 1ull, 127ull, 128ull, 300ull, 1ull << 40u, ~0ull})
    out.varint(n);
  for (const double d : {0.0, -1.5, 0.1, std::numeric_limits<double>::max()}) out.number(d);
  out.text("");
  out.text(std::string_view("a\0b", 3));
  const std::string bytes = out.take();
  ByteReader in(bytes);
  for (const std::uint64_t n : {0ull, 1ull, 127ull, 128ull, 300ull, 1ull << 40u, ~0ull})
    CHECK(in.varint() == n);
  for (const double d : {0.0, -1.5, 0.1, std::numeric_limits<double>::max()})
    CHECK(in.number() == d);
  CHECK(in.text().empty());
  CHECK(in.text() == std::string_view("a\0b", 3));
  CHECK(in.at_end());
  CHECK_FALSE(in.failed());
}

TEST_CASE("what ends too soon has failed") {
  CHECK(ByteReader("").varint() == 0);
  for (const std::string_view bytes : {"", "\x80", "\x03zi"}) {
    ByteReader in(bytes);
    CHECK(in.text().empty());
    CHECK(in.failed());
  }
  ByteReader number("1234567");
  CHECK(number.number() == 0);
  CHECK(number.failed());
  ByteReader endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  endless.varint();
  CHECK(endless.failed());
}
