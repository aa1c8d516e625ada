#include "pipeline/appraise/folded_words.hpp"

#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace ev::appraise {

namespace {

constexpr std::size_t kBlock = 64;  // bytes told apart at once, one bit each
constexpr std::uint64_t kEach = 0x0101010101010101u;
constexpr std::uint64_t kTop = kEach * 0x80;

// Eight bytes as a number, the first the lowest; compilers make one instruction of it.
std::uint64_t load(const char* bytes) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 8; ++i)
    out |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return out;
}

void store(std::uint64_t number, char* bytes) {
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> 8 * i & 0xFF);
}

// The top bit of each byte from `first` to `last`; no byte may be above 127.
std::uint64_t within(std::uint64_t bytes, char first, char last) {
  const auto low = static_cast<std::uint64_t>(0x80 - first);
  const auto high = static_cast<std::uint64_t>(0x80 - last - 1);
  return (bytes + kEach * low) & ~(bytes + kEach * high) & kTop;
}

struct Marks {
  std::uint64_t words = 0;   // letters, digits and what is beyond ASCII
  std::uint64_t beyond = 0;  // not 0: something is
};

// Lowers ASCII letters in place.
Marks lower(char* block) {
  constexpr std::uint64_t kGather = 0x0102040810204080u;  // the lowest bit of each byte, to the top
  Marks marks;
  for (unsigned i = 0; i < kBlock / 8; ++i) {
    std::uint64_t bytes = load(block + 8 * i);
    const std::uint64_t beyond = bytes & kTop;
    bytes |= (within(bytes & ~kTop, 'A', 'Z') & ~beyond) >> 2;
    store(bytes, block + 8 * i);
    const std::uint64_t ascii = bytes & ~kTop;
    const std::uint64_t word = within(ascii, 'a', 'z') | within(ascii, '0', '9') | beyond;
    marks.words |= ((word >> 7) * kGather >> 56) << 8 * i;
    marks.beyond |= beyond;
  }
  return marks;
}

}  // namespace

FoldedWords::FoldedWords(std::string_view text)
    : lowered_((text.size() + kBlock) / kBlock * kBlock, '\0') {
  text.copy(lowered_.data(), text.size());
  words_.reserve(text.size() / 6);
  std::uint64_t inside = 0;
  std::size_t begin = 0;
  bool ascii = true;  // up to the end of the block
  // What ends the text, if only a zero byte, ends its last word.
  for (std::size_t at = 0; at < lowered_.size(); at += kBlock) {
    const Marks marks = lower(lowered_.data() + at);
    ascii = ascii && marks.beyond == 0;
    std::uint64_t edges = marks.words ^ (marks.words << 1 | inside);
    for (; edges != 0; edges &= edges - 1) {
      const std::size_t edge = at + static_cast<std::size_t>(std::countr_zero(edges));
      inside ^= 1;
      if (inside != 0) {
        begin = edge;
        continue;
      }
      const auto word = std::string_view(lowered_).substr(begin, edge - begin);
      if (ascii || text::is_ascii(word)) {
        words_.push_back(word);
      } else {
        add_others(text.substr(begin, edge - begin));
      }
    }
  }
}

// ASCII words, nearly all of an abstract, are lowered with their text; a run that touches other
// characters goes through the document model's tokenizer.
void FoldedWords::add_others(std::string_view run) {
  for (doc::Token& token : doc::tokenize(run))
    words_.push_back(others_.emplace_back(std::move(token.folded)));
}

}  // namespace ev::appraise
