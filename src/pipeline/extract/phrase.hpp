// Word patterns over folded tokens, the only pattern language of the rules:
//   "random* to|into"   elements by space, alternatives by |, * = any letters
//   "?the"              optional element
//   "<3>"               up to three tokens in between
//   "#"                 a token that begins with a digit
// Punctuation between tokens is not looked at. Patterns are built once (static); matching is pure.
#pragma once

#include "pipeline/text/document.hpp"

#include <array>
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
// The words of a text, or those that something can begin with, as bits: may seem to share a word in
// vain, never fails to.
class WordBits {
 public:
  bool holds(const doc::Token& token) const {
    return bit(token.hash % kWords) || bit(kWords + token.opening);
  }
  bool shares(const WordBits& other) const {
    // Without an early way out in the loop the compiler takes many words at once.
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) common |= bits_[i] & other.bits_[i];
    return common != 0;
  }
  void add(const doc::Token& token);
  void add(const WordBits& more);
  void add_word(std::string_view word) { set(doc::word_hash(word) % kWords); }
  void add_opening(std::size_t opening) { set(kWords + opening); }
  bool has_word(std::size_t at) const { return bit(at); }
  bool has_opening(std::size_t at) const { return bit(kWords + at); }

 private:
  static constexpr std::size_t kWords = 1024;
  bool bit(std::size_t at) const { return (bits_[at / 64] >> at % 64 & 1u) != 0; }
  void set(std::size_t at) { bits_[at / 64] |= std::uint64_t{1} << at % 64; }
  std::array<std::uint64_t, (kWords + doc::kOpenings) / 64> bits_{};
};

// What words one element of a pattern takes, or all that a match can begin with.
class FirstWords {
 public:
  bool admits(const doc::Token& token) const { return always_ || bits_.holds(token); }
  bool admits_any(const WordBits& words) const { return always_ || bits_.shares(words); }
  bool admits_nothing() const { return always_; }  // a match of no token at all
  void add_word(std::string_view word);            // with at most one star
  void add_digits() { bits_.add_opening(doc::kDigitOpening); }
  void add_everything() { always_ = true; }
  void add(const FirstWords& more);
  // Calls `hash(at)` and `opening(at)` with every bit, of 1024, that admits a word.
  template <class Hash, class Opening>
  void each(Hash hash, Opening opening) const {
    for (std::size_t at = 0; at < 1024; ++at) {
      if (always_ || bits_.has_word(at)) hash(at);
      if (always_ || bits_.has_opening(at)) opening(at);
    }
  }

 private:
  WordBits bits_;
  bool always_ = false;
};

class Pattern {
 public:
  Pattern(const char* source);  // implicit: lists of patterns read as lists of strings
  // Where the match ends when the pattern matches at token `at`.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;
  std::optional<Match> find(std::span<const doc::Token> tokens, std::size_t from = 0) const;
  const FirstWords& first_words() const { return first_words_; }
  // Of the elements that have to match, the one whose words are least common.
  const FirstWords& telling_words() const { return telling_words_; }

 private:
  struct Element {
    // The words without a star by their hashes, open addressing: 0 is none, else hash | 1.
    std::vector<std::uint32_t> marks;
    std::vector<std::string> words;   // parallel
    std::vector<std::string> stems;   // with a star
    std::uint64_t stem_openings = 0;  // bits of what these begin with
    bool optional = false;
    bool digits = false;
    std::size_t gap = 0;
  };
  static Element element_of(std::string_view part, FirstWords& admitted);
  static void add_words(Element& element, const std::vector<std::string>& words);
  static bool accepts(const Element& element, const doc::Token& token);
  std::optional<std::size_t> match_from(std::span<const doc::Token> tokens, std::size_t at,
                                        std::size_t element) const;
  void find_telling_words(const std::vector<FirstWords>& admitted);
  std::vector<Element> elements_;
  FirstWords first_words_;
  FirstWords telling_words_;
};

// Alternatives.
class Patterns {
 public:
  Patterns() = default;
  Patterns(std::initializer_list<Pattern> patterns);
  explicit Patterns(std::vector<Pattern> patterns);
  void add(const Patterns& more);
  auto begin() const { return patterns_.begin(); }
  auto end() const { return patterns_.end(); }
  // Where the first of them that matches at token `at` ends.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;
  // Which of them match somewhere, in ascending order.
  std::vector<std::uint16_t> found_in(std::span<const doc::Token> tokens) const;
  const FirstWords& first_words() const { return first_words_; }
  const FirstWords& telling_words() const { return telling_words_; }

 private:
  static constexpr std::size_t kGroup = 64;  // patterns whose candidates fit one word
  // Which of a group's patterns may begin with a word, by its hash and by its opening; as many
  // places, a power of two, as the patterns are worth.
  struct Candidates {
    std::vector<std::uint64_t> by_hash;
    std::vector<std::uint64_t> by_opening;
    std::uint64_t of(const doc::Token& token) const {
      return by_hash[token.hash & (by_hash.size() - 1)] |
             by_opening[token.opening & (by_opening.size() - 1)];
    }
  };
  void index();
  std::vector<Pattern> patterns_;
  FirstWords first_words_;
  FirstWords telling_words_;
  std::vector<Candidates> candidates_;  // by group
};

// The first match of any of them, leftmost first.
std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                              std::size_t from = 0);

}  // namespace ev::extract
