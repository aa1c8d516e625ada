// A PubMed query as a tree, free of any service: the same tree is printed, explained, evaluated and
// translated. Normal form: an AND or OR node has no child of the same kind, and the first child of
// a NOT node is not a NOT node; parse() and combine() keep it, so parse(print(tree)) == tree.
// Positions are code points of the text that was parsed and take no part in ==. Thread rule: plain
// values.
#pragma once

#include "pipeline/pubmed_query/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::pubmed_query {

struct Term {
  std::string
      text;  // without quotes and tag, white space squeezed; a truncation keeps its final '*'
  std::string high;  // upper end of a range, "" = no range
  Field field = Field::none;
  bool quoted = false;
  bool no_explosion = false;
  std::optional<int> near;  // at most so many words between, any order
  int begin = 0;
  int end = 0;

  bool truncated() const { return !text.empty() && text.back() == '*'; }
  bool operator==(const Term& o) const {
    return text == o.text && high == o.high && field == o.field && quoted == o.quoted &&
           no_explosion == o.no_explosion && near == o.near;
  }
};

// conjunction = AND, disjunction = OR, difference = first child NOT second NOT third …
enum class Kind { term, conjunction, disjunction, difference };

struct Node {
  Kind kind = Kind::term;
  Term term;                   // when kind is term
  std::vector<Node> children;  // two or more otherwise
  int begin = 0;
  int end = 0;

  bool operator==(const Node& o) const {
    return kind == o.kind && (kind == Kind::term ? term == o.term : children == o.children);
  }
};

Node make_term(std::string text, Field field);
// Quoted when it has several words or is a whole controlled value.
Node make_phrase(std::string text, Field field);
// True of a term without text and of a node without children: what it would find is not said.
bool is_empty(const Node& node);
// Joins in normal form. Empty operands are left out, one operand is returned as it is, and of no
// operand an empty term is made; nothing is left of a difference whose first operand is empty.
Node combine(Kind kind, std::vector<Node> operands);

// How tags are written: short codes, or the long names readers know for headings and publication
// types
// ("Asthma"[MeSH Terms]); both parse to the same tree. `full` is PubMed's own way of echoing a
// query: every tag by its long name, every term quoted.
enum class TagStyle { codes, readable, full };
std::string print(const Node& node, TagStyle style = TagStyle::codes);
std::string print(const Term& term, TagStyle style = TagStyle::codes);

// What the query asks in words, one line per conjunct.
std::vector<std::string> explain(const Node& node);

// The parts that all must hold: the children of a top-level AND, else the whole query as one part.
std::vector<Node> conjuncts(const Node& node);

// Calls `visit` for each term in order.
template <class Visit>
void for_each_term(const Node& node, Visit&& visit) {
  if (node.kind == Kind::term) {
    visit(node.term);
    return;
  }
  for (const Node& child : node.children) for_each_term(child, visit);
}

}  // namespace ev::pubmed_query
