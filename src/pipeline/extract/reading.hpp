// One record read for extraction: its sentences with their tokens and numbers, made once and shared
// by the rules of all fields. The Article must outlive the Reading. Thread rule: immutable after
// construction.
#pragma once

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/text/numbers.hpp"

#include <string_view>
#include <vector>

namespace ev::extract {

struct Line {
  doc::Sentence sentence;
  std::string_view text;  // offsets of tokens and numbers are bytes of this text
  std::vector<doc::Token> tokens;
  std::vector<doc::Number> numbers;
  std::vector<WordKinds> kinds;  // parallel to tokens

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

class Reading {
 public:
  explicit Reading(const model::Article& article);
  explicit Reading(const doc::Document& document);
  const doc::Document& document() const { return document_; }
  const model::Article& article() const { return document_.article(); }
  const std::vector<Line>& lines() const { return lines_; }
  bool has_abstract() const;

 private:
  doc::Document document_;
  std::vector<Line> lines_;
};

}  // namespace ev::extract
