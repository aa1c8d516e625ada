#include "pipeline/library/index_query.hpp"

#include "pipeline/pubmed_query/search_keys.hpp"
#include "pipeline/pubmed_query/search_text.hpp"

#include <algorithm>
#include <utility>

namespace ev::library {

namespace {

using pubmed_query::Kind;
using pubmed_query::Node;
using pubmed_query::Term;
using store::IndexQuery;

int nesting(const Node& node) {
  int deepest = 0;
  for (const Node& child : node.children) deepest = std::max(deepest, nesting(child));
  return deepest + 1;
}

bool has_proximity(const Node& node) {
  bool found = false;
  pubmed_query::for_each_term(node, [&found](const Term& t) { found |= t.near.has_value(); });
  return found;
}

IndexQuery key_query(pubmed_query::KeyQuery key) {
  IndexQuery out{.kind = IndexQuery::Kind::key, .prefix = key.prefix};
  out.key = std::move(key.key);
  return out;
}

IndexQuery words_query(const Term& term, std::vector<std::string> words) {
  IndexQuery out{.kind = IndexQuery::Kind::words, .parts = pubmed_query::parts_of(term.field)};
  out.words = std::move(words);
  out.prefix = term.truncated();
  if (term.near && !out.prefix && out.words.size() > 1) {
    out.kind = IndexQuery::Kind::near;
    out.gap = *term.near;
  }
  return out;
}

// A term without a tag or quotes: each word anywhere.
IndexQuery each_word(const Term& term, const std::vector<std::string>& words) {
  IndexQuery out{.kind = IndexQuery::Kind::all_of};
  for (const std::string& word : words) {
    out.children.push_back(words_query(term, {word}));
    out.children.back().prefix = term.truncated() && &word == &words.back();
  }
  return out;
}

IndexQuery::Kind kind_of(Kind kind) {
  switch (kind) {
    case Kind::conjunction:
      return IndexQuery::Kind::all_of;
    case Kind::difference:
      return IndexQuery::Kind::difference;
    default:
      return IndexQuery::Kind::any_of;
  }
}

void collect(const Node& node, std::vector<const Term*>& out) {
  if (node.kind == Kind::term) {
    out.push_back(&node.term);
    return;
  }
  const std::size_t last = node.kind == Kind::difference ? 1 : node.children.size();
  for (std::size_t i = 0; i < last; ++i) collect(node.children[i], out);
}

}  // namespace

bool answerable(const Node& query) {
  return nesting(query) <= kMostNesting && !has_proximity(query);
}

IndexQuery index_query(const Term& term, const mesh::Vocabulary& vocabulary,
                       pubmed_query::Date today) {
  if (pubmed_query::by_keys(term)) {
    IndexQuery out{.kind = IndexQuery::Kind::any_of};
    for (pubmed_query::KeyQuery& key : pubmed_query::keys_for(term, vocabulary, today)) {
      out.children.push_back(key_query(std::move(key)));
    }
    return out;
  }
  std::vector<std::string> words = pubmed_query::words_of(term.text);
  if (term.field == pubmed_query::Field::none && !term.quoted && words.size() > 1) {
    return each_word(term, words);
  }
  return words_query(term, std::move(words));
}

IndexQuery index_query(const Node& query, const mesh::Vocabulary& vocabulary,
                       pubmed_query::Date today) {
  if (query.kind == Kind::term) return index_query(query.term, vocabulary, today);
  IndexQuery out{.kind = kind_of(query.kind)};
  out.children.reserve(query.children.size());
  for (const Node& child : query.children) {
    out.children.push_back(index_query(child, vocabulary, today));
  }
  return out;
}

IndexQuery positive_terms(const Node& query, const mesh::Vocabulary& vocabulary,
                          pubmed_query::Date today) {
  std::vector<const Term*> terms;
  collect(query, terms);
  IndexQuery out{.kind = IndexQuery::Kind::any_of};
  for (const Term* term : terms) out.children.push_back(index_query(*term, vocabulary, today));
  return out;
}

}  // namespace ev::library
