// A small library held in memory, searched field by field as PubMed's help describes: words are
// folded runs of letters and digits; several words under one tag are neighbours within one title,
// section or keyword; headings explode over the vocabulary's trees. Date fields other than [dp]
// fall back to the publication date, which is all a record keeps. Meant for thousands of records,
// not millions. Thread rule: immutable after construction; articles and vocabulary must outlive it.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/evaluate.hpp"

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace ev::pubmed_query {

using Words = std::vector<std::string>;
using Segments = std::vector<Words>;

// The searchable texts of one record. `body` is [tiab] without the title, and so on: each list
// holds only what it adds to the one before.
struct SearchText {
  Segments title;
  Segments body;  // abstract sections, labels, other abstracts, author keywords
  Segments
      subjects;   // [tw]: headings, qualifiers, substances, publication types, accession numbers
  Segments rest;  // [all]: authors, affiliations, journal, identifiers, grants, dates …
};
SearchText search_text(const model::Article& article);
Words words_of(std::string_view text);

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
  bool matches(RecordId id, const Term& term) const;
  bool in_text(RecordId id, const Term& term) const;
  bool in_headings(const model::Article& article, const Term& term) const;
  bool in_types(const model::Article& article, const Term& term) const;
  bool in_dates(const model::Article& article, const Term& term) const;
  // Keys of all headings a name stands for.
  std::unordered_set<std::string> family(const Term& term, std::string_view name) const;

  std::span<const model::Article> articles_;
  const mesh::Vocabulary& vocabulary_;
  Date today_;
  std::vector<SearchText> texts_;
};

}  // namespace ev::pubmed_query
