// The folded words of a text: maximal runs of letters and digits in lower case without accents, a
// hyphenated word being two. Thread rule: a value of one thread; the words point into it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

class FoldedWords {
 public:
  explicit FoldedWords(std::string_view text);
  FoldedWords(const FoldedWords&) = delete;
  FoldedWords& operator=(const FoldedWords&) = delete;

  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  std::size_t size() const { return words_.size(); }
  bool empty() const { return words_.empty(); }
  std::string_view operator[](std::size_t i) const { return words_[i]; }

 private:
  void add_others(std::string_view run);

  std::string lowered_;
  std::deque<std::string> others_;
  std::vector<std::string_view> words_;
};

}  // namespace ev::appraise
