// A text as the words that questions and records are compared by: folded, in American spelling,
// each with its stem, and the marks that part clauses and numbers. Thread rule: pure functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::question {

struct Word {
  std::string text;  // folded, American; a mark stands as it is written
  std::string stem;
  std::size_t begin = 0, end = 0;  // bytes of the text
  bool mark = false;               // one of , ; : ( ) [ ] . % = < >
  bool joined = false;             // by a hyphen to the word before
};
std::vector<Word> words_of(std::string_view text);
// The same, with the tokens of `text` at hand.
std::vector<Word> words_of(std::string_view text, std::span<const doc::Token> tokens);

// Of a folded word in any spelling.
std::string comparable_stem(std::string_view word);
// The stems of the words, without marks: what phrases are looked up by.
std::string stem_key(std::span<const Word> words);

template <std::size_t N>
bool is_among(const std::string_view (&list)[N], const Word& word) {
  return std::find(std::begin(list), std::end(list), word.text) != std::end(list);
}

}  // namespace ev::question
