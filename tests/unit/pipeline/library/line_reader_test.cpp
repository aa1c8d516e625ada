#include "pipeline/library/line_reader.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

// Hands out a few bytes at a time, and an error at the end when asked to.
class Trickle final : public sources::ByteSource {
 public:
  Trickle(std::string bytes, std::size_t step, bool damaged = false)
      : bytes_(std::move(bytes)), step_(step), damaged_(damaged) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    const std::size_t n = std::min({step_, size, bytes_.size() - at_});
    if (n == 0 && damaged_) return Error{.message = "damaged"};
    bytes_.copy(into, n, at_);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
  bool damaged_;
};

std::string all_of(sources::ByteSource& source) {
  library::TextSource text(source);
  std::string out(1000, '\0');
  std::size_t size = 0;
  while (true) {
    const auto got = text.read(out.data() + size, out.size() - size);
    if (!got || *got == 0) break;
    size += *got;
  }
  out.resize(size);
  return out;
}

}  // namespace

TEST_CASE("marks go, UTF-16 is decoded, a lone CR ends a line") {
  const std::string smile_le("\xFF\xFE\x3D\xD8\x00\xDE\x0D\x00\x0A\x00z\x00", 12);
  const std::string umlaut_be("\xFE\xFF\x00\xFC\x00\r\x00x", 8);
  const struct {
    std::string bytes;
    std::string text;
  } cases[] = {
      {"\xEF\xBB\xBF"
       "a\r\nb\rc\r",
       "a\r\nb\nc\n"},
      {"plain\n", "plain\n"},
      {"\r\r\n\r", "\n\r\n\n"},
      {smile_le, "😀\r\nz"},
      {umlaut_be, "ü\nx"},
      {std::string("\xFF\xFE\x3D\xD8", 4), "\xEF\xBF\xBD"},
      {"\xEF", "\xEF"},
      {"", ""},
  };
  for (const auto& c : cases) {
    for (const std::size_t step : {1u, 2u, 3u, 100u}) {
      Trickle source(c.bytes, step);
      CHECK(all_of(source) == c.text);
    }
  }
}

TEST_CASE("lines with their numbers and offsets") {
  for (const std::size_t step : {1u, 4u, 100u}) {
    Trickle source("one\r\n\nthree", step);
    library::LineReader lines(source);
    library::Line line;
    std::vector<std::string> got;
    while (true) {
      const auto more = lines.next(line);
      REQUIRE(more);
      if (!*more) break;
      got.push_back(std::string(line.text) + "@" + std::to_string(line.number) + "/" +
                    std::to_string(line.offset));
    }
    CHECK(got == std::vector<std::string>{"one@1/0", "@2/5", "three@3/6"});
    CHECK(lines.bytes_read() == 11);
  }
}

TEST_CASE("damage comes after what could be read") {
  Trickle source("one\ntw", 2, true);
  library::LineReader lines(source);
  library::Line line;
  CHECK(*lines.next(line));
  lines.push_back();
  CHECK(*lines.next(line));
  CHECK(line.text == "one");
  CHECK(*lines.next(line));
  CHECK(line.text == "tw");
  CHECK_FALSE(lines.next(line));
  CHECK_FALSE(lines.next(line));
}

TEST_CASE("a line above the limit is marked and the next is read") {
  Trickle source(std::string(limits::kRecordBytes + 1000, 'x') + "\nnext\n", 1u << 20);
  library::LineReader lines(source);
  library::Line line;
  REQUIRE(*lines.next(line));
  CHECK(line.too_long);
  CHECK(line.text.empty());
  REQUIRE(*lines.next(line));
  CHECK(line.text == "next");
  CHECK(line.number == 2);
}

TEST_CASE("bytes of Windows-1252 become what they mean") {
  CHECK(library::latin1_to_utf8("M\xFCller \x96 \x80") == "Müller – €");
  CHECK(library::latin1_to_utf8("Müller \xFC") == "Müller ü");
  CHECK(library::latin1_to_utf8("\xEF\xBF\xBD\x81") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(text::valid_utf8(library::latin1_to_utf8("\xC3\x28\xA0\xA1\xFF\xFE")));
}
