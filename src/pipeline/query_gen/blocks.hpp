// Concepts and limits as pieces of query. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/concepts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kBroadSynonyms = 9;
inline constexpr std::size_t kNarrowSynonyms = 4;

enum class Breadth {
  broad,  // "Heading"[mh] OR synonyms[tiab]
  title,  // "Heading"[majr] OR synonyms[ti]
};
pubmed_query::Node block(const Concept& c, Breadth breadth);

// k of n: ((A AND B) OR (A AND C) OR (B AND C)) with common parts factored out. 1 <= k <=
// blocks.size().
pubmed_query::Node quorum(const std::vector<pubmed_query::Node>& blocks, std::size_t k);

// A text term as written, as phrase when it has several words.
pubmed_query::Node text_term(std::string_view text, pubmed_query::Field field);

// The range of a time frame up to `as_of` (YYYY-MM-DD); nullopt for all_time.
std::optional<pubmed_query::Node> time_range(std::string_view time_frame, std::string_view as_of);

// A block of a confirmed heading or type and words; a heading the vocabulary does not have is left
// out. `spec` is "mh:Heading|pt:Type|tiab:word|sh:…".
std::optional<pubmed_query::Node> confirmed_block(std::string_view spec,
                                                  const mesh::Vocabulary& vocabulary);

// The name PubMed gives a type of study or article, where it has another: "Case Study" is Case
// Reports; other names as they are, trimmed.
std::string publication_type(std::string_view type);

// [Publication Type] for one study type (the seed's "Case Study" is Case Reports); `warning` says
// when a type could not be confirmed and is searched as text.
pubmed_query::Node study_type(std::string_view type, const mesh::Vocabulary& vocabulary,
                              std::string& warning);

// What NOT removes for one excluded term: records of that publication type, else those that mention
// it.
pubmed_query::Node exclusion(std::string_view term, const mesh::Vocabulary& vocabulary,
                             std::string& warning);

}  // namespace ev::query_gen
