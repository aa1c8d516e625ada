// Offsets of one text in bytes and in code points, either way without reading it from the start
// again. The text must outlive it. Thread rule: immutable after construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ev::doc {

class Offsets {
 public:
  explicit Offsets(std::string_view text);
  // As text::code_point_of and text::byte_of.
  std::size_t code_point_of(std::size_t byte) const;
  std::size_t byte_of(std::size_t code_point) const;
  // As text::slice.
  std::string_view slice(std::size_t start, std::size_t end) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> before_;  // code points before each block of bytes; empty for ASCII
};

}  // namespace ev::doc
