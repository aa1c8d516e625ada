// One record read for extraction: its sentences with their tokens and numbers and the short forms
// it defines, made once and shared by the rules of all fields. A short form counts as the kind of
// thing its long form names. What rules make of it in common is kept in its memo. The Article must
// outlive the Reading. Thread rule: one thread.
#pragma once

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/abbreviations.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/text/numbers.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace ev::extract {

struct Memo;

using Chunk = Match;  // tokens of a line; empty when first == last

struct Line {
  doc::Sentence sentence;
  std::string_view text;  // offsets of tokens and numbers are bytes of this text
  std::vector<doc::Token> tokens;
  std::vector<doc::Number> numbers;
  std::vector<WordKinds> kinds;  // parallel to tokens
  WordBits words;                // of the tokens

  doc::Role role() const { return sentence.role; }
  bool is_title() const { return sentence.role == doc::Role::title; }
  // A part of this line as a span of its field.
  doc::Span span(std::size_t begin, std::size_t end) const {
    return {sentence.span.field, sentence.span.begin + begin, sentence.span.begin + end};
  }
  doc::Span span() const { return sentence.span; }
  // The token that begins at or after this byte (tokens.size() when none).
  std::size_t token_from(std::size_t byte) const;
};

// As find_any and Pattern::find over the tokens, but a line without any of the telling words is
// passed by at once.
std::optional<Match> find_any(const Patterns& patterns, const Line& line, std::size_t from = 0);
// Within words of the line.
std::optional<Match> find_any(const Patterns& patterns, const Line& line,
                              std::span<const doc::Token> words);
std::optional<Match> find_first(const Pattern& pattern, const Line& line, std::size_t from = 0);

// Which of them match somewhere in the line, likewise.
std::vector<std::uint16_t> found_in(const Patterns& patterns, const Line& line);

class Reading {
 public:
  explicit Reading(const model::Article& article);
  explicit Reading(doc::Document document);
  Reading(const Reading&) = delete;  // the memo points into it
  Reading& operator=(const Reading&) = delete;
  const doc::Document& document() const { return document_; }
  const model::Article& article() const { return document_.article(); }
  const std::vector<Line>& lines() const { return lines_; }
  bool has_abstract() const;
  // Of all words, before it is known what short forms and doses tell of them.
  WordKinds listed_kinds() const { return listed_kinds_; }
  // Of one of lines().
  const std::vector<Chunk>& noun_phrases_of(const Line& line) const;
  Memo& memo() const { return *memo_; }
  const std::vector<doc::Abbreviation>& abbreviations() const { return abbreviations_; }
  // What these words abbreviate by the record's own definition, nullptr when nothing.
  const doc::Abbreviation* definition_of(std::string_view words) const {
    return doc::definition_of(abbreviations_, words);
  }

 private:
  void name_unlisted_drugs();
  void name_short_forms();
  doc::Document document_;
  std::vector<Line> lines_;
  WordKinds listed_kinds_ = 0;
  std::vector<doc::Abbreviation> abbreviations_;
  std::shared_ptr<Memo> memo_;
};

// Tokens of a line of the record.
struct Phrase {
  const Line* line = nullptr;
  Chunk chunk;
};
// Where a span stands; nothing when it lies in no one line or holds no token.
std::optional<Phrase> phrase_at(const Reading& reading, const doc::Span& span);

}  // namespace ev::extract
