// A sentence as the readers of arms and results see it: words and numbers with the bytes they stand
// on, and short lists of words. Thread rule: values; a WordSet is constant.
#pragma once

#include "pipeline/text/record_analysis.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace ev::read {

// Words that are looked up, written with blanks between them in one literal, or a set of
// data/lexicon/study_reading_words.tsv.
class WordSet {
 public:
  explicit WordSet(const char* words);
  static WordSet listed(std::string_view set);
  bool has(std::string_view folded) const;

 private:
  std::vector<std::string_view> words_;  // sorted
};

// Bytes [begin, end) of a sentence.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Range&) const = default;
  bool empty() const { return begin >= end; }
};

// Longer sentences are lists or broken text, and are read to here.
inline constexpr std::size_t kMaxTokens = 250;

struct Sentence {
  doc::Sentence at;
  std::string_view text;
  std::vector<doc::Token> tokens;
  std::vector<doc::Number> numbers;

  doc::Role role() const { return at.role; }
  doc::Span span(Range range) const {
    return {at.span.field, at.span.begin + range.begin, at.span.begin + range.end};
  }
  std::string_view slice(Range range) const {
    return text.substr(range.begin, range.end - range.begin);
  }
  // The first token that begins at or after a byte; tokens.size() when none.
  std::size_t token_from(std::size_t byte) const;
  // Whether the bytes hold one of these characters.
  bool has_any(Range range, std::string_view characters) const {
    return slice(range).find_first_of(characters) != std::string_view::npos;
  }
  // Whether a round bracket is open at a byte.
  bool in_bracket(std::size_t byte) const;
  // Whether one of the words stands within the bytes.
  bool has_word(Range range, const WordSet& words) const;
};

std::vector<Sentence> sentences_of(const doc::RecordAnalysis& record);

// Words that several readers ask for.
const WordSet& people_words();       // patients, subjects, women …
const WordSet& preposition_words();  // of, in, with …
const WordSet& time_words();         // weeks, months …

}  // namespace ev::read
