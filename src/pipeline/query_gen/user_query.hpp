// Queries that come from the user: a draft to check and repair, or a goal that already has tags or
// operators. Headings in them are confirmed like any other; one that nobody confirms is searched as
// text instead. Thread rule: pure but for the probe.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/concepts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

struct ConfirmedTree {
  pubmed_query::Node tree;
  std::vector<std::string> headings;  // confirmed, as the authority writes them
  std::vector<std::string> authorities;
  std::vector<std::string> warnings;  // what was turned into text, and why
};

// Confirms every [mh], [majr] and [pt] term by the vocabulary, else by asking PubMed for its count.
ConfirmedTree confirm_headings(const pubmed_query::Node& tree, const mesh::Vocabulary& vocabulary,
                               const ProbeFn& probe, const Context& ctx);

DraftNote check_draft(std::string_view draft, const mesh::Vocabulary& vocabulary);

// The text has known field tags or capital operators, whether it can be read or not.
bool has_query_syntax(std::string_view text);

// Has operators in capitals or field tags, also where they stand at an end, and is no query that
// can be read.
bool looks_like_query(std::string_view text);

// The goal as a query, when it has known field tags or capital operators between words and can be
// read.
std::optional<pubmed_query::Node> structured_goal(std::string_view goal);

// Terms without a tag become blocks of their concepts; `concepts` collects them.
pubmed_query::Node expand_terms(const pubmed_query::Node& tree, const mesh::Vocabulary& vocabulary,
                                std::string_view domain, std::vector<Concept>& concepts);

}  // namespace ev::query_gen
