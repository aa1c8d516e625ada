// The folded words of a text: maximal runs of letters and digits in lower case without accents, a
// hyphenated word being two. Thread rule: a value of one thread; the words point into it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

class FoldedWords {
 public:
  FoldedWords() = default;
  explicit FoldedWords(std::string_view text) { read(text); }
  FoldedWords(const FoldedWords&) = delete;
  FoldedWords& operator=(const FoldedWords&) = delete;

  // The words of this text instead of those before, in the room that these took.
  void read(std::string_view text);

  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  std::size_t size() const { return words_.size(); }
  bool empty() const { return words_.empty(); }
  std::string_view operator[](std::size_t i) const { return words_[i]; }
  // The first eight bytes of a word as a number, the first the lowest, zeros behind a shorter one.
  std::uint64_t opening(std::size_t i) const {
    const std::string_view word = words_[i];
    const std::uint64_t bytes = eight_bytes(word.data());
    return word.size() >= 8 ? bytes : bytes & ~(~std::uint64_t{0} << 8 * word.size());
  }
  // Bytes as a number, the first the lowest.
  static std::uint64_t eight_bytes(const char* begin) {
    std::uint64_t out = 0;
    std::memcpy(&out, begin, sizeof out);
    if constexpr (std::endian::native == std::endian::big) out = __builtin_bswap64(out);
    return out;
  }

 private:
  std::size_t find_edges(std::string_view text);  // how many
  bool is_plain(std::size_t begin, std::size_t end) const;
  void add_others(std::string_view run);

  std::string lowered_;
  std::vector<std::uint32_t>
      edges_;                 // where words begin and end in turn, then what was there before
  std::vector<bool> beyond_;  // the blocks that hold more than ASCII; none: no block does
  std::list<std::string> others_;
  std::vector<std::string_view> words_;
};

}  // namespace ev::appraise
