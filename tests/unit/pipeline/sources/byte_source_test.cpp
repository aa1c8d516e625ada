#include "pipeline/sources/byte_source.hpp"

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <zlib.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace ev;

namespace {

std::string read_all(sources::ByteSource& source, Result<std::size_t>* last = nullptr) {
  std::string out;
  char chunk[7];
  while (true) {
    const auto got = source.read(chunk, sizeof chunk);
    if (last != nullptr) *last = got;
    if (!got || *got == 0) return out;
    out.append(chunk, *got);
  }
}

void append_gzip(const std::filesystem::path& path, const std::string& text) {
  const gzFile file = gzopen(path.string().c_str(), "ab");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
}

}  // namespace

TEST_CASE("memory is handed out in pieces") {
  sources::MemorySource source("abcdefghij");
  CHECK(read_all(source) == "abcdefghij");
}

TEST_CASE("a buffer grows by chunks that grow") {
  const std::string text(100'000, 'a');
  sources::MemorySource source(text);
  sources::ChunkReader reader(source, 16u << 10);
  std::string buffer = "before";
  std::vector<std::size_t> sizes;
  while (true) {
    const auto got = reader.add_to(buffer);
    REQUIRE(got);
    if (*got == 0) break;
    sizes.push_back(*got);
  }
  CHECK(buffer == "before" + text);
  CHECK(sizes == std::vector<std::size_t>{4096, 8192, 16384, 16384, 16384, 16384, 16384, 5792});
}

TEST_CASE("files are plain or gzip, also of several members") {
  const test::TempDir dir;
  const auto plain = dir.path() / "a.xml";
  std::ofstream(plain) << "plain text";
  CHECK(read_all(**sources::open_file_source(plain)) == "plain text");
  const auto packed = dir.path() / "a.xml.gz";
  append_gzip(packed, "first ");
  append_gzip(packed, "second");
  CHECK(read_all(**sources::open_file_source(packed)) == "first second");
}

TEST_CASE("a cut compressed file is an error after what could be read") {
  const test::TempDir dir;
  const auto path = dir.path() / "a.gz";
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919);
  append_gzip(path, text);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  Result<std::size_t> last = std::size_t{0};
  auto source = sources::open_file_source(path);
  const std::string got = read_all(**source, &last);
  CHECK_FALSE(got.empty());
  REQUIRE_FALSE(last);
  CHECK(last.error().code == Errc::upstream_changed);
}

TEST_CASE("what stands before damage is read, however short the file is") {
  const test::TempDir dir;
  const auto path = dir.path() / "a.gz";
  std::string text;
  for (int i = 0; i < 300; ++i) text += "line " + std::to_string(i) + "\n";
  append_gzip(path, text);
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const auto read_damaged = [&](const std::string& bytes, Result<std::size_t>& last) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return read_all(**sources::open_file_source(path), &last);
  };
  Result<std::size_t> last = std::size_t{0};
  // A wrong checksum, a wrong length: everything is there.
  for (const std::size_t from_end : {8u, 4u}) {
    std::string bytes = whole;
    bytes[bytes.size() - from_end] ^= 1;
    CHECK(read_damaged(bytes, last) == text);
    REQUIRE_FALSE(last);
    CHECK(last.error().code == Errc::upstream_changed);
  }
  std::size_t longest = 0;
  for (std::size_t size = 3; size < whole.size(); size += 7) {
    const std::string got = read_damaged(whole.substr(0, size), last);
    CHECK(text.starts_with(got));
    CHECK(got.size() >= longest);
    CHECK_FALSE(last);
    longest = got.size();
  }
  CHECK(longest > text.size() / 2);
  // Padding behind the last member is none of its business.
  CHECK(read_damaged(whole + std::string(600, '\0'), last) == text);
  CHECK(last);
}

TEST_CASE("a missing file or a folder is not found") {
  const test::TempDir dir;
  CHECK(sources::open_file_source(dir.path() / "none.xml").error().code == Errc::not_found);
  CHECK(sources::open_file_source(dir.path()).error().code == Errc::not_found);
}
