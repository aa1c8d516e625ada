// Word patterns over folded tokens, the only pattern language of the rules:
//   "random* to|into"   elements by space, alternatives by |, * = any letters
//   "?the"              optional element
//   "<3>"               up to three tokens in between
//   "#"                 a token that begins with a digit
// Punctuation between tokens is not looked at. Patterns are built once (static); matching is pure.
#pragma once

#include "pipeline/text/document.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
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
// What words something can begin with: may say yes in vain, never no.
class FirstWords {
 public:
  bool admits(const doc::Token& token) const {
    if (always_ || words_[token.hash % kBits]) return true;
    if (token.folded.empty()) return false;
    return firsts_[first_of(token.folded)] ||
           (digits_ && token.folded[0] >= '0' && token.folded[0] <= '9');
  }
  bool admits_nothing() const { return always_; }  // a match of no token at all
  void add_word(const std::string& word);          // with at most one star
  void add_digits() { digits_ = true; }
  void add_everything() { always_ = true; }
  void add(const FirstWords& more);

 private:
  static constexpr std::size_t kBits = 1024;
  static constexpr std::size_t kPairs = 1024;
  static std::size_t first_of(std::string_view word);
  std::bitset<kBits> words_;
  std::bitset<kPairs> firsts_;  // of words with a star, by their first two letters
  bool digits_ = false;
  bool always_ = false;
};

class Pattern {
 public:
  Pattern(const char* source);  // implicit: lists of patterns read as lists of strings
  // Where the match ends when the pattern matches at token `at`.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;
  std::optional<Match> find(std::span<const doc::Token> tokens, std::size_t from = 0) const;
  const FirstWords& first_words() const { return first_words_; }

 private:
  struct Element {
    std::vector<std::string> words;     // without a star
    std::vector<std::uint32_t> hashes;  // parallel
    std::vector<std::string> stems;     // with one
    bool optional = false;
    bool digits = false;
    std::size_t gap = 0;
  };
  static bool accepts(const Element& element, const doc::Token& token);
  std::optional<std::size_t> match_from(std::span<const doc::Token> tokens, std::size_t at,
                                        std::size_t element) const;
  std::vector<Element> elements_;
  FirstWords first_words_;
};

// Alternatives.
class Patterns {
 public:
  Patterns() = default;
  Patterns(std::initializer_list<Pattern> patterns);
  void add(const Patterns& more);
  auto begin() const { return patterns_.begin(); }
  auto end() const { return patterns_.end(); }
  // Where the first of them that matches at token `at` ends.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;

 private:
  std::vector<Pattern> patterns_;
  FirstWords first_words_;
};

// The first match of any of them, leftmost first.
std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                              std::size_t from = 0);

}  // namespace ev::extract
