#include "pipeline/appraise/folded_words.hpp"

#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ev::appraise {

namespace {

constexpr std::size_t kBlock = 64;   // bytes told apart at once, one bit each
constexpr std::size_t kOpening = 8;  // bytes
constexpr std::uint64_t kEach = 0x0101010101010101u;

// Bytes side by side, which GCC and Clang compute on at once.
using Bytes [[gnu::vector_size(16)]] = unsigned char;

struct Marks {
  std::uint64_t words = 0;   // letters, digits and what is beyond ASCII
  std::uint64_t beyond = 0;  // not 0: something is
};

// Lowers ASCII letters in place.
Marks lower(char* block) {
  constexpr std::uint64_t kGather = 0x0102040810204080u;  // the lowest bit of each byte, to the top
  constexpr unsigned char kCase = 'a' - 'A';
  std::array<char, kBlock> in_words;
  Bytes beyond = {};
  for (std::size_t at = 0; at < kBlock; at += sizeof(Bytes)) {
    Bytes bytes;
    std::memcpy(&bytes, block + at, sizeof bytes);
    const auto letters = reinterpret_cast<Bytes>((bytes | kCase) - 'a' < 26);
    const auto digits = reinterpret_cast<Bytes>(bytes - '0' < 10);
    const auto others = reinterpret_cast<Bytes>(bytes > 127);
    const Bytes lowered = bytes | (letters & kCase);
    const Bytes words = letters | digits | others;
    beyond |= others;
    std::memcpy(block + at, &lowered, sizeof lowered);
    std::memcpy(in_words.data() + at, &words, sizeof words);
  }
  Marks marks;
  for (unsigned i = 0; i < kBlock / 8; ++i)
    marks.words |= ((FoldedWords::eight_bytes(in_words.data() + 8 * i) & kEach) * kGather >> 56)
                   << 8 * i;
  std::memcpy(&marks.beyond, &beyond, 8);
  std::uint64_t upper = 0;
  std::memcpy(&upper, reinterpret_cast<const char*>(&beyond) + 8, 8);
  marks.beyond |= upper;
  return marks;
}

}  // namespace

void FoldedWords::read(std::string_view text) {
  words_.clear();
  others_.clear();
  beyond_.clear();
  const std::size_t edges = find_edges(text);
  const std::string_view lowered = lowered_;
  const bool all_plain = beyond_.empty();
  words_.reserve(edges / 2);
  for (std::size_t i = 0; i < edges; i += 2) {
    const std::size_t begin = edges_[i];
    const std::size_t end = edges_[i + 1];
    if (all_plain || is_plain(begin, end)) {
      words_.push_back(lowered.substr(begin, end - begin));
    } else {
      add_others(text.substr(begin, end - begin));
    }
  }
}

std::size_t FoldedWords::find_edges(std::string_view text) {
  const std::size_t size = (text.size() + kBlock) / kBlock * kBlock;
  // What ends the text, if only a zero byte, ends its last word; an opening may reach beyond.
  lowered_.resize(size + kOpening);
  text.copy(lowered_.data(), text.size());
  std::fill(lowered_.begin() + static_cast<std::ptrdiff_t>(text.size()), lowered_.end(), '\0');
  edges_.resize(std::max(edges_.size(), text.size() + 1));
  std::uint32_t* next = edges_.data();
  std::uint64_t inside = 0;
  for (std::size_t at = 0; at < size; at += kBlock) {
    const Marks marks = lower(lowered_.data() + at);
    if (marks.beyond != 0) {
      beyond_.resize(size / kBlock);
      beyond_[at / kBlock] = true;
    }
    std::uint64_t edges = marks.words ^ (marks.words << 1 | inside);
    inside = marks.words >> (kBlock - 1);
    for (; edges != 0; edges &= edges - 1)
      *next++ = static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(edges)));
  }
  return static_cast<std::size_t>(next - edges_.data());
}

// ASCII words, nearly all of an abstract, are lowered with their text.
bool FoldedWords::is_plain(std::size_t begin, std::size_t end) const {
  const auto blocks = beyond_.begin();
  const auto first = blocks + static_cast<std::ptrdiff_t>(begin / kBlock);
  const auto last = blocks + static_cast<std::ptrdiff_t>((end - 1) / kBlock);
  return std::find(first, last + 1, true) == last + 1 ||
         text::is_ascii(std::string_view(lowered_).substr(begin, end - begin));
}

// A run that touches other characters goes through the document model's tokenizer.
void FoldedWords::add_others(std::string_view run) {
  for (const doc::Token& token : doc::tokenize(run)) {
    others_.push_back(token.folded + std::string(kOpening, '\0'));
    words_.push_back(std::string_view(others_.back()).substr(0, token.folded.size()));
  }
}

}  // namespace ev::appraise
