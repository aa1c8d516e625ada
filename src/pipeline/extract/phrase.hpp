// Word patterns over folded tokens, the only pattern language of the rules:
//   "random* to|into"   elements by space, alternatives by |, * = any letters
//   "?the"              optional element
//   "<3>"               up to three tokens in between
//   "#"                 a token that begins with a digit
// Punctuation between tokens is not looked at. Patterns are built once (static); matching is pure.
#pragma once

#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
  static constexpr std::size_t kPlaces = 1024;
  using Bits = std::array<std::uint64_t, kPlaces / 64>;
  bool holds_word(const doc::Token& token) const { return bit(words_, token.hash % kPlaces); }
  bool holds_opening(const doc::Token& token) const { return bit(openings_, token.opening); }
  // By two bits of each word's hash: long lists share one of them with many a sentence.
  bool shares_word(const WordBits& other) const {
    return share(words_, other.words_) && share(words_again_, other.words_again_);
  }
  bool shares_opening(const WordBits& other) const { return share(openings_, other.openings_); }
  void add(const doc::Token& token);
  void add(const WordBits& more);
  void add_word(std::string_view word) { add_hash(doc::word_hash(word)); }
  void add_opening(std::size_t opening) { set(openings_, opening); }
  const Bits& words() const { return words_; }
  const Bits& openings() const { return openings_; }

 private:
  static_assert(doc::kOpenings <= kPlaces);
  void add_hash(std::uint32_t hash) {
    set(words_, hash % kPlaces);
    set(words_again_, hash / kPlaces % kPlaces);
  }
  static bool bit(const Bits& bits, std::size_t at) { return (bits[at / 64] >> at % 64 & 1u) != 0; }
  static void set(Bits& bits, std::size_t at) { bits[at / 64] |= std::uint64_t{1} << at % 64; }
  static bool share(const Bits& a, const Bits& b) {
    // Without an early way out in the loop the compiler takes many words at once.
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < a.size(); ++i) common |= a[i] & b[i];
    return common != 0;
  }
  Bits words_{};
  Bits words_again_{};
  Bits openings_{};
};

// What words one element of a pattern takes, or all that a match can begin with.
class FirstWords {
 public:
  bool admits(const doc::Token& token) const {
    return bits_.holds_word(token) || (opens_ && bits_.holds_opening(token)) || always_;
  }
  bool admits_any(const WordBits& words) const {
    return always_ || bits_.shares_word(words) || (opens_ && bits_.shares_opening(words));
  }
  bool admits_nothing() const { return always_; }  // a match of no token at all
  // The first token from `from` on that is admitted; their number when none is.
  std::size_t first_in(std::span<const doc::Token> tokens, std::size_t from) const {
    if (always_ || from >= tokens.size()) return std::min(from, tokens.size());
    const doc::Token* at = tokens.data() + from;
    const doc::Token* const end = tokens.data() + tokens.size();
    if (opens_) {
      while (at != end && !bits_.holds_word(*at) && !bits_.holds_opening(*at)) ++at;
    } else {
      while (at != end && !bits_.holds_word(*at)) ++at;
    }
    return static_cast<std::size_t>(at - tokens.data());
  }
  void add_word(std::string_view word);  // with at most one star
  void add_digits() { add_opening(doc::kDigitOpening); }
  void add_everything() { always_ = true; }
  void add(const FirstWords& more);
  // Calls `hash(at)` and `opening(at)` with every bit, below WordBits::kPlaces, that admits a word.
  template <class Hash, class Opening>
  void each(Hash hash, Opening opening) const {
    each_bit(bits_.words(), hash);
    each_bit(bits_.openings(), opening);
  }

 private:
  void add_opening(std::size_t opening) {
    bits_.add_opening(opening);
    opens_ = true;
  }
  template <class Visit>
  void each_bit(const WordBits::Bits& bits, Visit visit) const {
    for (std::size_t i = 0; i < bits.size(); ++i) {
      for (std::uint64_t left = always_ ? ~std::uint64_t{0} : bits[i]; left != 0; left &= left - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  WordBits bits_;
  bool opens_ = false;  // whether any opening is admitted: most lists have whole words only
  bool always_ = false;
};

class Pattern {
 public:
  Pattern(const char* source);  // implicit: lists of patterns read as lists of strings
  // Where the match ends when the pattern matches at token `at`.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const;
  // The same where the first words are likely to admit the token.
  std::optional<std::size_t> match_admitted(std::span<const doc::Token> tokens,
                                            std::size_t at) const {
    return match_from(tokens, at, elements_.begin());
  }
  std::optional<Match> find(std::span<const doc::Token> tokens, std::size_t from = 0) const;
  const FirstWords& first_words() const { return first_words_; }
  // Of the elements that have to match, the one whose words are least common.
  const FirstWords& telling_words() const { return telling_words_; }

 private:
  struct Stem {
    std::string begin;
    std::string end;  // behind the star
  };
  struct Element {
    // The words without a star by their hashes, open addressing: 0 is none, else hash | 1.
    std::vector<std::uint32_t> marks;
    std::vector<std::string> words;   // parallel
    std::vector<Stem> stems;          // with a star
    std::uint64_t stem_openings = 0;  // bits of what these begin with
    bool optional = false;
    bool digits = false;
    std::size_t gap = 0;
  };
  static Element element_of(std::string_view part, FirstWords& admitted);
  static void add_words(Element& element, const std::vector<std::string_view>& words);
  // Most tokens are no word of an element by their hash alone.
  static bool accepts(const Element& element, const doc::Token& token) {
    if (element.digits) return token.opening == doc::kDigitOpening;
    if (!element.marks.empty()) {
      const std::size_t last = element.marks.size() - 1;
      const std::uint32_t mark = token.hash | 1u;
      for (std::size_t at = token.hash & last; element.marks[at] != 0; at = (at + 1) & last) {
        if (element.marks[at] == mark) return lists(element, token, at);
      }
    }
    return (element.stem_openings >> token.opening % 64 & 1u) != 0 && has_stem(element, token);
  }
  // The same from this place of the marks on.
  static bool lists(const Element& element, const doc::Token& token, std::size_t at);
  static bool has_stem(const Element& element, const doc::Token& token);
  using At = std::vector<Element>::const_iterator;
  std::optional<std::size_t> match_from(std::span<const doc::Token> tokens, std::size_t at,
                                        At element) const;
  std::optional<std::size_t> match_past_gap(std::span<const doc::Token> tokens, std::size_t at,
                                            At gap) const;
  static bool takes(const Element& element, std::span<const doc::Token> tokens, std::size_t at) {
    return at < tokens.size() && accepts(element, tokens[at]);
  }
  void find_telling_words(const std::vector<FirstWords>& admitted);
  std::vector<Element> elements_;
  FirstWords first_words_;
  FirstWords telling_words_;
};

// Alternatives.
class Patterns {
 public:
  Patterns() = default;
  Patterns(std::initializer_list<const char*> sources);
  explicit Patterns(std::vector<Pattern> patterns);
  void add(const Patterns& more);
  auto begin() const { return patterns_.begin(); }
  auto end() const { return patterns_.end(); }
  // Where the first of them that matches at token `at` ends.
  std::optional<std::size_t> match_at(std::span<const doc::Token> tokens, std::size_t at) const {
    const bool may =
        at < tokens.size() ? first_words_.admits(tokens[at]) : first_words_.admits_nothing();
    return may ? match_admitted(tokens, at) : std::nullopt;
  }
  // The first match, leftmost first.
  std::optional<Match> find(std::span<const doc::Token> tokens, std::size_t from = 0) const;
  // Which of them match somewhere, in ascending order.
  std::vector<std::uint16_t> found_in(std::span<const doc::Token> tokens) const;
  const FirstWords& first_words() const { return first_words_; }
  const FirstWords& telling_words() const { return telling_words_; }

 private:
  static constexpr std::size_t kGroup = 64;  // patterns whose candidates fit one word
  // Which of a group's patterns may begin with a word, by its hash and by its opening; as many
  // places, a power of two, as the patterns are worth.
  struct Candidates {
    struct Tables {
      std::span<const std::uint64_t> by_hash;
      std::span<const std::uint64_t> by_opening;
      std::uint64_t of(const doc::Token& token) const {
        return by_hash[token.hash & (by_hash.size() - 1)] |
               by_opening[token.opening & (by_opening.size() - 1)];
      }
    };
    std::vector<std::uint64_t> by_hash;
    std::vector<std::uint64_t> by_opening;
    Tables tables() const { return {by_hash, by_opening}; }
  };
  void index();
  // The same where the first words are known to admit the token.
  std::optional<std::size_t> match_admitted(std::span<const doc::Token> tokens,
                                            std::size_t at) const;
  // Of no token, behind the last.
  std::optional<std::size_t> match_behind(std::span<const doc::Token> tokens, std::size_t at) const;
  std::vector<Pattern> patterns_;
  FirstWords first_words_;
  FirstWords telling_words_;
  std::vector<Candidates> candidates_;  // by group
};

// The first match of any of them, leftmost first.
inline std::optional<Match> find_any(const Patterns& patterns, std::span<const doc::Token> tokens,
                                     std::size_t from = 0) {
  return patterns.find(tokens, from);
}

}  // namespace ev::extract
