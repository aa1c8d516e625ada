#include "pipeline/library/line_reader.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstring>

namespace ev::library {

namespace {

constexpr std::size_t kChunk = 256u << 10;

// What Windows puts at 0x80 to 0x9F; 0 = nothing.
constexpr char32_t kWindows[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

}  // namespace

std::string latin1_to_utf8(std::string_view s) {
  std::string out;
  out.reserve(s.size() + s.size() / 8);
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t at = i;
    const char32_t c = text::next_code_point(s, i);
    if (c != 0xFFFD || i - at == 3) {
      out += s.substr(at, i - at);
      continue;
    }
    const auto byte = static_cast<unsigned char>(s[at]);
    const char32_t windows = byte < 0xA0 ? kWindows[byte - 0x80] : byte;
    text::append_utf8(out, windows == 0 ? char32_t{0xFFFD} : windows);
  }
  return out;
}

TextSource::TextSource(sources::ByteSource& source) : source_(source, kChunk) {}

Result<bool> TextSource::fill() {
  if (ended_) return false;
  if (given_ == ready_.size()) {
    ready_.clear();
    given_ = 0;
  }
  EV_TRY(const std::size_t got, source_.add_to(raw_));
  ended_ = got == 0;
  if (encoding_ == Encoding::unknown) {
    if (raw_.size() < 3 && !ended_) return true;
    find_mark();
  }
  const std::size_t from = ready_.size();
  if (encoding_ == Encoding::bytes) {
    ready_ += raw_;
    raw_.clear();
  } else {
    append_utf16(raw_, ended_);
  }
  unify_line_ends(from, ended_);
  return true;
}

void TextSource::find_mark() {
  encoding_ = Encoding::bytes;
  if (raw_.compare(0, 3, "\xEF\xBB\xBF") == 0) {
    raw_.erase(0, 3);
  } else if (raw_.compare(0, 2, "\xFF\xFE") == 0) {
    encoding_ = Encoding::utf16_le;
    raw_.erase(0, 2);
  } else if (raw_.compare(0, 2, "\xFE\xFF") == 0) {
    encoding_ = Encoding::utf16_be;
    raw_.erase(0, 2);
  }
}

void TextSource::put_unit(char32_t unit) {
  const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
  if (surrogate_ != 0) {
    text::append_utf8(
        ready_, low ? 0x10000 + ((surrogate_ - 0xD800) << 10) + (unit - 0xDC00) : char32_t{0xFFFD});
    surrogate_ = 0;
    if (low) return;
  }
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    surrogate_ = unit;
  } else {
    text::append_utf8(ready_, low ? char32_t{0xFFFD} : unit);
  }
}

void TextSource::append_utf16(std::string_view raw, bool last) {
  std::size_t i = 0;
  for (; i + 1 < raw.size(); i += 2) {
    const auto first = static_cast<unsigned char>(raw[i]);
    const auto second = static_cast<unsigned char>(raw[i + 1]);
    put_unit(encoding_ == Encoding::utf16_le ? static_cast<char32_t>(second << 8 | first)
                                             : static_cast<char32_t>(first << 8 | second));
  }
  raw_.erase(0, i);
  if (last && (!raw_.empty() || surrogate_ != 0)) text::append_utf8(ready_, 0xFFFD);
}

// A CR that ends a chunk waits for the next one: LF may follow.
void TextSource::unify_line_ends(std::size_t from, bool last) {
  if (pending_cr_ && (last || from < ready_.size())) {
    ready_.insert(from, 1, from < ready_.size() && ready_[from] == '\n' ? '\r' : '\n');
    pending_cr_ = false;
  }
  for (std::size_t at = ready_.find('\r', from); at != std::string::npos;
       at = ready_.find('\r', at + 1)) {
    if (at + 1 == ready_.size() && !last) {
      ready_.pop_back();
      pending_cr_ = true;
      return;
    }
    if (at + 1 == ready_.size() || ready_[at + 1] != '\n') ready_[at] = '\n';
  }
}

Result<std::size_t> TextSource::read(char* into, std::size_t size) {
  while (given_ == ready_.size()) {
    EV_TRY(const bool more, fill());
    if (!more) return std::size_t{0};
  }
  const std::size_t n = std::min(size, ready_.size() - given_);
  std::memcpy(into, ready_.data() + given_, n);
  given_ += n;
  return n;
}

Result<std::string_view> TextSource::peek(std::size_t size) {
  while (ready_.size() - given_ < size) {
    auto more = fill();
    // What was read before the damage is enough to know the format; read() meets it again.
    if (!more && ready_.size() == given_) return std::move(more).error();
    if (!more || !*more) break;
  }
  return std::string_view(ready_).substr(given_, size);
}

LineReader::LineReader(sources::ByteSource& source) : source_(source, kChunk) {}

void LineReader::fill() {
  buffer_.erase(0, pos_);
  base_ += pos_;
  pos_ = 0;
  auto got = source_.add_to(buffer_);
  if (!got) damage_ = std::move(got).error();
  ended_ = damage_ || *got == 0;
}

Result<bool> LineReader::next(Line& line) {
  if (again_) {
    again_ = false;
    line = last_;
    return true;
  }
  std::size_t seen = pos_;  // up to here there is no line end
  bool too_long = false;
  std::uint64_t offset = base_ + pos_;
  while (true) {
    const std::size_t end = buffer_.find('\n', seen);
    if (end != std::string::npos || (ended_ && (pos_ < buffer_.size() || too_long))) {
      const std::size_t stop = std::min(end, buffer_.size());
      std::string_view text = std::string_view(buffer_).substr(pos_, stop - pos_);
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      too_long = too_long || text.size() > limits::kRecordBytes;
      if (too_long) text = {};
      pos_ = std::min(stop + 1, buffer_.size());
      line = last_ = {text, ++number_, offset, too_long};
      return true;
    }
    if (ended_ && damage_) return *damage_;
    if (ended_) return false;
    if (buffer_.size() - pos_ > limits::kRecordBytes) {
      too_long = true;
      pos_ = buffer_.size();
    }
    const std::size_t unread = buffer_.size() - pos_;
    fill();
    seen = pos_ + unread;
  }
}

}  // namespace ev::library
