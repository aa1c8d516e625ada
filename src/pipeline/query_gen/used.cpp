#include "pipeline/query_gen/used.hpp"

#include "pipeline/query_gen/blocks.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

}  // namespace

void QueryTerms::add(const Node& query) {
  add_terms(query);
}

void QueryTerms::add_terms(const Node& node) {
  if (node.kind == Kind::difference) return add_terms(node.children.front());
  if (node.kind != Kind::term) {
    for (const Node& child : node.children) add_terms(child);
    return;
  }
  printed_.insert(pq::print(node.term));
  const std::string key = mesh::term_key(node.term.text);
  (node.term.truncated() ? stems_ : keys_).insert(key);
}

bool QueryTerms::holds(const Concept& c) const {
  const std::vector<std::string> terms = printed_terms(c);
  return std::any_of(terms.begin(), terms.end(),
                     [this](const std::string& term) { return holds(term); });
}

bool QueryTerms::holds_words(std::string_view words) const {
  const std::string key = mesh::term_key(words);
  if (key.empty()) return false;
  if (keys_.contains(key)) return true;
  return std::any_of(stems_.begin(), stems_.end(),
                     [&key](const std::string& stem) { return key.starts_with(stem); });
}

std::vector<std::string> printed_terms(const Concept& c) {
  std::vector<std::string> out;
  for (const Breadth breadth : {Breadth::broad, Breadth::title}) {
    pq::for_each_term(block(c, breadth),
                      [&out](const pq::Term& term) { out.push_back(pq::print(term)); });
  }
  return out;
}

}  // namespace ev::query_gen
