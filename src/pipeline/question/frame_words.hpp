// Cutting a question's words. Internal to the room; pure functions.
#pragma once

#include "pipeline/question/words.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ev::question {

inline std::span<const Word> slice(const std::vector<Word>& words, std::size_t begin,
                                   std::size_t end) {
  return std::span(words).subspan(begin, end - begin);
}

inline std::vector<Word> words_between(const std::vector<Word>& words, std::size_t begin,
                                       std::size_t end) {
  if (begin >= end) return {};
  return {words.begin() + static_cast<std::ptrdiff_t>(begin),
          words.begin() + static_cast<std::ptrdiff_t>(end)};
}

inline Word plain_word(const char* text) {
  return {text, text, 0, 0, false};
}

}  // namespace ev::question
