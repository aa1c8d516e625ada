// A small library held in memory: every record is looked at for every term. The plain form of the
// meaning that the local library's index (library/library.hpp) must agree with; used for the
// sample and in tests, for thousands of records, not millions. Thread rule: immutable after
// construction; articles and vocabulary must outlive it.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/evaluate.hpp"
#include "pipeline/pubmed_query/search_keys.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::pubmed_query {

// Whether one record's words answer a term of a text field.
bool in_text(const SearchText& text, const Term& term);

class MemoryIndex final : public TermSource {
 public:
  MemoryIndex(std::span<const model::Article> articles, const mesh::Vocabulary& vocabulary,
              Date today);
  Hits find(const Term& term) const override;

  const model::Article& article(RecordId id) const { return articles_[id]; }
  // For ordering by relevance: how often the query's words occur, titles weighted; headings count
  // too.
  double relevance(RecordId id, const Node& query) const;

 private:
  bool has_any_key(RecordId id, const std::vector<KeyQuery>& wanted) const;

  std::span<const model::Article> articles_;
  const mesh::Vocabulary& vocabulary_;
  Date today_;
  std::vector<SearchText> texts_;
  std::vector<std::vector<std::string>> keys_;
};

}  // namespace ev::pubmed_query
