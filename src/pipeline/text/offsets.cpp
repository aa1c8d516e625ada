#include "pipeline/text/offsets.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::doc {

namespace {

constexpr std::size_t kBlock = 64;  // bytes

}  // namespace

Offsets::Offsets(std::string_view text) : text_(text) {
  if (text::is_ascii(text)) return;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    before_.push_back(static_cast<std::uint32_t>(count));
    count += text::code_points(text.substr(at, kBlock));
  }
}

std::size_t Offsets::code_point_of(std::size_t byte) const {
  byte = std::min(byte, text_.size());
  if (before_.empty() || byte == 0) return byte;
  const std::size_t block = (byte - 1) / kBlock;
  return before_[block] + text::code_points(text_.substr(block * kBlock, byte - block * kBlock));
}

std::size_t Offsets::byte_of(std::size_t code_point) const {
  if (before_.empty()) return std::min(code_point, text_.size());
  // The last block that begins with fewer code points before it, so that its own are counted on.
  auto block = std::lower_bound(before_.begin(), before_.end(), code_point);
  if (block != before_.begin()) --block;
  std::size_t at = static_cast<std::size_t>(block - before_.begin()) * kBlock;
  // A block may begin inside a code point, which counts to the one before.
  while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0u) == 0x80u) ++at;
  return at + text::byte_of(text_.substr(at), code_point - *block);
}

std::string_view Offsets::slice(std::size_t start, std::size_t end) const {
  const std::size_t from = byte_of(start);
  return text_.substr(from, end > start ? byte_of(end) - from : 0);
}

}  // namespace ev::doc
