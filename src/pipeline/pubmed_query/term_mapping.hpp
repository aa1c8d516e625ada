// PubMed's automatic term mapping, as far as a vocabulary allows: in a term without tag, from the
// left, the longest run of words that is a heading or entry term becomes heading OR words; other
// words are searched in all fields; stop words are skipped; numbers only are PMIDs. What occurs
// nowhere is dropped and reported, so a query can get broader. Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/evaluate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::pubmed_query {

struct Translation {
  std::string from;
  std::string to;
};

struct Mapped {
  std::optional<Node> tree;  // nullopt when nothing is left to search for
  std::vector<Translation> translations;
  std::vector<std::string> phrases_not_found;         // dropped
  std::vector<std::string> quoted_phrases_not_found;  // found nothing, kept: the operand is empty
  std::vector<std::string> phrases_ignored;           // truncated after fewer than four characters
};

Mapped map_terms(const Node& query, const mesh::Vocabulary& vocabulary, const TermSource& source);

}  // namespace ev::pubmed_query
