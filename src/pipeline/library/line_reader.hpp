// Bytes of a text file, made uniform, and its lines. TextSource drops the byte order mark, turns
// UTF-16 (by its mark) into UTF-8 and a lone CR into LF, so that offsets stay those of the file but
// for the mark; CRLF stays. LineReader hands out lines without their ends; a line above
// limits::kRecordBytes is handed out empty and marked. Thread rule: one thread per reader.
#pragma once

#include "base/result.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ev::library {

class TextSource final : public sources::ByteSource {
 public:
  explicit TextSource(sources::ByteSource& source);
  Result<std::size_t> read(char* into, std::size_t size) override;

  // At most `size` of the first bytes, which read() gives again.
  Result<std::string_view> peek(std::size_t size);

 private:
  enum class Encoding { unknown, bytes, utf16_le, utf16_be };
  Result<bool> fill();
  void find_mark();
  void append(std::string_view raw, bool last);
  void append_utf16(std::string_view raw, bool last);
  void put_unit(char32_t unit);
  void unify_line_ends(std::size_t from, bool last);

  sources::ChunkReader source_;
  Encoding encoding_ = Encoding::unknown;
  std::string raw_;    // bytes not yet decoded: half of a UTF-16 unit, a mark not yet whole
  std::string ready_;  // decoded
  std::size_t given_ = 0;
  char32_t surrogate_ = 0;
  bool ended_ = false;
  bool pending_cr_ = false;
};

struct Line {
  std::string_view text;     // valid until the next call
  std::uint64_t number = 0;  // from 1
  std::uint64_t offset = 0;
  bool too_long = false;
};

class LineReader {
 public:
  explicit LineReader(sources::ByteSource& source);
  // False at the end. Damage of the source comes after the last line that could be read.
  Result<bool> next(Line& line);
  // The line just handed out comes again.
  void push_back() { again_ = true; }
  std::uint64_t bytes_read() const { return base_ + buffer_.size(); }

 private:
  void fill();

  sources::ChunkReader source_;
  std::optional<Error> damage_;
  std::string buffer_;
  std::size_t pos_ = 0;
  std::uint64_t base_ = 0;  // stream offset of buffer_[0]
  std::uint64_t number_ = 0;
  Line last_;
  bool again_ = false;
  bool ended_ = false;
};

// Every byte that is not part of valid UTF-8 as the character of Windows-1252; valid parts stay.
std::string latin1_to_utf8(std::string_view text);
constexpr std::string_view kReadAsLatin1 =
    "bytes that are not UTF-8 were read as Windows-1252 (Latin-1)";

}  // namespace ev::library
