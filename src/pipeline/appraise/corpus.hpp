// Corpus: the records of one set as term sequences by field (title, abstract, index terms = MeSH
// headings, author keywords, substances) and, turned round, as postings by term: the statistics
// that relevance, diversity and the learned model are computed from. Thread rule: immutable after
// construction.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/subwords.hpp"
#include "pipeline/appraise/term_index.hpp"
#include "pipeline/appraise/terms.hpp"
#include "pipeline/model/article.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

inline constexpr std::size_t kSubwordDocuments = 20'000;

class Corpus {
 public:
  using Id = Vocabulary::Id;
  // Fails only when the call must end.
  static Result<Corpus> of(std::span<const model::Article* const> articles, const Context& ctx,
                           const FieldWeights& weights = {});
  // Without subwords, for what compares words only.
  static Result<Corpus> words_of(std::span<const model::Article* const> articles,
                                 const Context& ctx, const FieldWeights& weights = {});
  // Terms alone.
  static Result<Corpus> unindexed(std::span<const model::Article* const> articles,
                                  const Context& ctx);
  // Plain texts, all in the abstract's place.
  static Result<Corpus> of(std::span<const std::string> texts, const Context& ctx,
                           const FieldWeights& weights = {});

  std::size_t size() const { return ends_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::span<const Id> terms(std::size_t document, std::size_t field) const;
  std::span<const Id> terms(std::size_t document) const;  // all fields
  const TermIndex& index() const { return index_; }
  // Null where they were not asked for, and for sets of more than kSubwordDocuments records, whose
  // index would be too large.
  const Subwords* subwords() const { return subwords_ ? &*subwords_ : nullptr; }
  double average_length(std::size_t field) const;  // at least 1

 private:
  explicit Corpus(std::size_t size) : ends_(size) {}
  void add(std::size_t document, const model::Article& article);
  void close_field(std::size_t document, std::size_t field);
  void index_words(const FieldWeights& weights);
  void index_subwords(const FieldWeights& weights);

  Vocabulary vocabulary_;
  std::vector<Id> terms_;  // documents one after the other, fields in order
  std::vector<std::array<std::size_t, kFields>> ends_;
  std::array<std::size_t, kFields> totals_{};
  TermIndex index_;
  std::optional<Subwords> subwords_;
};

}  // namespace ev::appraise
