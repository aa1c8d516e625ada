#include "pipeline/query_gen/used.hpp"

#include "pipeline/query_gen/blocks.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;
using pq::Kind;
using pq::Node;

std::string why_unused(const Concept& c, const std::vector<std::string>& left_out) {
  if (c.proposed) return "asked for beside the goal only, and max_queries leaves no room";
  if (std::find(left_out.begin(), left_out.end(), c.text) != left_out.end()) {
    return "only the four most specific concepts are combined";
  }
  return "the more specific concepts are asked for";
}

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

std::vector<std::string> note_use(const QueryTerms& held, const std::vector<Concept>& noted,
                                  const std::vector<std::string>& left_out,
                                  std::vector<ConceptNote>& notes) {
  std::vector<std::string> used;
  const auto once = [](std::vector<std::string>& out, const std::string& term) {
    if (std::find(out.begin(), out.end(), term) == out.end()) out.push_back(term);
  };
  for (std::size_t i = 0; i < notes.size(); ++i) {
    ConceptNote& note = notes[i];
    const Concept& c = noted[i];
    if (!note.used) continue;
    note.used = held.holds(c);
    if (!note.used) note.remark = "in none of the queries: " + why_unused(c, left_out);
    for (const std::string& synonym : c.synonyms) {
      const bool own = mesh::term_key(synonym) == mesh::term_key(c.text);
      if (own || !held.holds_words(synonym)) continue;
      once(used, synonym);
      once(note.synonyms, synonym);
    }
    for (const std::string& term : c.narrower) {
      if (held.holds_words(term)) once(note.synonyms, term);
    }
  }
  return used;
}

}  // namespace ev::query_gen
