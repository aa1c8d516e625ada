// Word patterns over folded tokens, the only pattern language of the rules:
//   "random* to|into"   elements by space, alternatives by |, * = any letters
//   "?the"              optional element
//   "<3>"               up to three tokens in between
//   "#"                 a token that begins with a digit
// Punctuation between tokens is not looked at. Patterns are built once (static); matching is pure.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

// Tokens [first, last).
struct Match {
  std::size_t first = 0;
  std::size_t last = 0;
};

class Pattern {
 public:
  Pattern(const char* source);  // implicit: lists of patterns read as lists of strings
  // Where the match ends when the pattern matches at token `at`.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;
  std::optional<Match> find(std::span<const doc::Token> tokens, std::size_t from = 0) const;

 private:
  struct Element {
    std::vector<std::string> words;  // at most one "*" each
    bool optional = false;
    bool digits = false;
    std::size_t gap = 0;
  };
  static bool accepts(const Element& element, const std::string& word);
  std::optional<std::size_t> match_from(std::span<const doc::Token> tokens, std::size_t at,
                                        std::size_t element) const;
  std::vector<Element> elements_;
};

using Patterns = std::vector<Pattern>;

// The first match of any of them, leftmost first.
std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                              std::size_t from = 0);

}  // namespace ev::extract
