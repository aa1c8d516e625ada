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
#include <functional>
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
  using Extent = TermIndex::Extent;
  // Is shown the words of every abstract, for those who would read them once more.
  using AbstractReader = std::function<void(std::size_t document, const FoldedWords& words)>;
  // Fails only when the call must end. With postings it takes longer to make and answers sooner:
  // for more than one question.
  static Result<Corpus> of(std::span<const model::Article* const> articles, const Context& ctx,
                           Extent extent = Extent::postings, const FieldWeights& weights = {},
                           const AbstractReader& also = {});
  // Terms alone.
  static Result<Corpus> unindexed(std::span<const model::Article* const> articles,
                                  const Context& ctx, const AbstractReader& also = {});
  // Plain texts, all in the abstract's place.
  static Result<Corpus> of(std::span<const std::string> texts, const Context& ctx,
                           Extent extent = Extent::postings, const FieldWeights& weights = {});

  std::size_t size() const { return ends_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::span<const Id> terms(std::size_t document, std::size_t field) const;
  std::span<const Id> terms(std::size_t document) const;  // all fields
  Postings postings(std::vector<Id> terms) const;
  // Null for sets of more than kSubwordDocuments records, whose index would be too large.
  const Subwords* subwords() const { return subwords_ ? &*subwords_ : nullptr; }
  Postings subword_postings(std::vector<Subwords::Id> pieces) const;  // where there are subwords
  double average_length(std::size_t field) const;                     // at least 1

 private:
  explicit Corpus(std::size_t size) : ends_(size) {}
  void add(std::size_t document, const model::Article& article, Vocabulary::Words& room,
           const AbstractReader& also);
  void close_field(std::size_t document, std::size_t field);
  void index(Extent extent, const FieldWeights& weights);
  // For the index: the terms and the pieces of a field of a document.
  auto each_term() const {
    return [this](std::size_t d, std::size_t f, const auto& use) {
      for (const Id id : terms(d, f)) use(id);
    };
  }
  auto each_piece() const {
    return [this](std::size_t d, std::size_t f, const auto& use) {
      for (const Id id : terms(d, f)) {
        for (const Subwords::Id piece : subwords_->of(id)) use(piece);
      }
    };
  }

  Vocabulary vocabulary_;
  std::vector<Id> terms_;  // documents one after the other, fields in order
  std::vector<std::array<std::size_t, kFields>> ends_;
  std::array<std::size_t, kFields> totals_{};
  TermIndex index_;
  std::optional<Subwords> subwords_;
};

}  // namespace ev::appraise
