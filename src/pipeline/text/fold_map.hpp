// Text folded for comparison, with the way back: every folded code point knows the code point of
// the original that it came from. Folds case, accents, compatibility letters, kinds of blank, dash
// and quotation mark, and the raised point of decimals; drops hidden characters. Keeps apart what
// means something else: superscripts and fractions ("10²" is not "102"), and mathematical symbols
// ("≠" is not "="). Letters of other scripts that look alike stay different. Thread rule: immutable
// after construction.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::doc {

class FoldMap {
 public:
  explicit FoldMap(std::string_view text);
  const std::u32string& folded() const { return folded_; }
  // Code points [first, second) of the original on which `needle`, folded alike, stands between
  // word boundaries: the first place, and the first `most` places.
  std::optional<std::pair<std::size_t, std::size_t>> find(const FoldMap& needle) const;
  std::vector<std::pair<std::size_t, std::size_t>> find_all(const FoldMap& needle,
                                                            std::size_t most) const;

 private:
  bool is_boundary(std::size_t at) const;
  void add(char32_t c, std::size_t source);
  std::u32string folded_;
  std::vector<std::size_t> source_;  // parallel to folded_, then the length of the original
};

}  // namespace ev::doc
