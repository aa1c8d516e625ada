// A text as the words that questions and records are compared by: folded, in American spelling,
// each with its stem, and the marks that part clauses and numbers. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::question {

struct Word {
  std::string text;  // folded, American; a mark stands as it is written
  std::string stem;
  std::size_t begin = 0, end = 0;  // bytes of the text
  bool mark = false;               // one of , ; : ( ) [ ] . % = < >
};
std::vector<Word> words_of(std::string_view text);

// Of a folded word in any spelling.
std::string comparable_stem(std::string_view word);

}  // namespace ev::question
