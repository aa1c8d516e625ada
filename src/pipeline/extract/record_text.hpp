// One record read for extraction: its sentences with their tokens and numbers and the short forms
// it defines are those of its analysis, shared with other rooms' readers; each word is told the
// kinds of things it may name. A short form counts as the kind of thing its long form names. What
// rules make of it in common is kept in its facts. The Article must outlive the RecordText. Thread
// rule: one thread.
#pragma once

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/record_facts.hpp"
#include "pipeline/text/record_analysis.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace ev::extract {

using Chunk = Match;  // tokens of a sentence; empty when first == last

struct Sentence {
  const doc::Sentence& at;
  std::string_view text;  // offsets of tokens and numbers are bytes of this text
  const std::vector<doc::Token>& tokens;
  const std::vector<doc::Number>& numbers;
  std::vector<WordKinds> kinds;  // parallel to tokens
  WordBits words;                // of the tokens

  doc::Role role() const { return at.role; }
  bool labelled() const { return at.labelled; }  // its role comes from a section label
  bool is_title() const { return at.role == doc::Role::title; }
  // A part of this sentence as a span of its field.
  doc::Span span(std::size_t begin, std::size_t end) const {
    return {at.span.field, at.span.begin + begin, at.span.begin + end};
  }
  doc::Span span() const { return at.span; }
  // The token that begins at or after this byte (tokens.size() when none).
  std::size_t token_from(std::size_t byte) const;
};

// As find_any and Pattern::find over the tokens, but a sentence without any of the telling words is
// passed by at once.
std::optional<Match> find_any(const Patterns& patterns, const Sentence& sentence,
                              std::size_t from = 0);
// Within words of the sentence.
std::optional<Match> find_any(const Patterns& patterns, const Sentence& sentence,
                              std::span<const doc::Token> words);
std::optional<Match> find_first(const Pattern& pattern, const Sentence& sentence,
                                std::size_t from = 0);

// Which of them match somewhere in the sentence, likewise.
std::vector<std::uint16_t> found_in(const Patterns& patterns, const Sentence& sentence);

class RecordText {
 public:
  explicit RecordText(const model::Article& article);
  explicit RecordText(std::shared_ptr<const doc::RecordAnalysis> analysis);
  RecordText(const RecordText&) = delete;  // the facts point into it
  RecordText& operator=(const RecordText&) = delete;
  const doc::RecordAnalysis& analysis() const { return *analysis_; }
  const doc::Document& document() const { return analysis_->document(); }
  const model::Article& article() const { return analysis_->article(); }
  const std::vector<Sentence>& sentences() const { return sentences_; }
  // Of one of sentences().
  std::size_t index_of(const Sentence& sentence) const {
    return static_cast<std::size_t>(&sentence - sentences_.data());
  }
  bool has_abstract() const;
  // Of all words, before it is known what short forms and doses tell of them.
  WordKinds listed_kinds() const { return listed_kinds_; }
  // Of one of sentences().
  const std::vector<Chunk>& noun_phrases_of(const Sentence& sentence) const;
  const RecordFacts& facts() const { return facts_; }
  const std::vector<doc::Abbreviation>& abbreviations() const { return analysis_->abbreviations(); }
  // What these words abbreviate by the record's own definition, nullptr when nothing.
  const doc::Abbreviation* definition_of(std::string_view words) const {
    return doc::definition_of(abbreviations(), words);
  }

 private:
  void name_unlisted_drugs();
  void name_short_forms();
  std::shared_ptr<const doc::RecordAnalysis> analysis_;
  std::vector<Sentence> sentences_;
  WordKinds listed_kinds_ = 0;
  RecordFacts facts_;
};

// Tokens of a sentence of the record.
struct Phrase {
  const Sentence* sentence = nullptr;
  Chunk chunk;
};
// Where a span stands; nothing when it lies in no one sentence or holds no token.
std::optional<Phrase> phrase_at(const RecordText& record, const doc::Span& span);

}  // namespace ev::extract
