// What the finished queries really hold: every "used" and "taken" of an answer is read off them.
// Parts behind NOT do not count. Thread rule: plain value.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/concepts.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

class QueryTerms {
 public:
  void add(const pubmed_query::Node& query);

  bool holds(const std::string& printed_term) const { return printed_.contains(printed_term); }
  // One term of the concept or of its alternatives.
  bool holds(const Concept& c) const;
  // The words, as a term of text or as the stem of a truncated one.
  bool holds_words(std::string_view words) const;

 private:
  void add_terms(const pubmed_query::Node& node);

  std::set<std::string> printed_;
  std::set<std::string> keys_;
  std::set<std::string> stems_;
};

// Notes which concepts the queries hold, and by which words; `left_out` are those beyond what is
// combined. `noted` is parallel to `notes`. Gives back the synonyms used, each once.
std::vector<std::string> note_use(const QueryTerms& held, const std::vector<Concept>& noted,
                                  const std::vector<std::string>& left_out,
                                  std::vector<ConceptNote>& notes);

// The terms of a concept's block as printed, broad and for titles.
std::vector<std::string> printed_terms(const Concept& c);

}  // namespace ev::query_gen
