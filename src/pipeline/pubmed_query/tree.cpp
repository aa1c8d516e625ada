#include "pipeline/pubmed_query/tree.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

const char* operator_of(Kind kind) {
  switch (kind) {
    case Kind::conjunction:
      return " AND ";
    case Kind::disjunction:
      return " OR ";
    default:
      return " NOT ";
  }
}

bool is_named(Field field) {
  return field == Field::mh || field == Field::majr || field == Field::pt || field == Field::sh;
}

std::string tag_of(const Term& term, TagStyle style) {
  if (term.field == Field::none) return "";
  const FieldInfo& field = info(term.field);
  const bool long_name =
      style == TagStyle::full || (style == TagStyle::readable && is_named(term.field));
  std::string tag = std::string("[") + (long_name ? field.name : field.code);
  if (term.no_explosion) tag += ":noexp";
  if (term.near) tag += ":~" + std::to_string(*term.near);
  return tag + "]";
}

std::string quote(const std::string& text) {
  return "\"" + text + "\"";
}

// Quotation marks and truncation switch PubMed's mapping off: the term is then only what it says.
std::string describe_words(const Term& term) {
  if (!term.truncated()) return quote(term.text);
  const std::string stem = term.text.substr(0, term.text.size() - 1);
  return (stem.find(' ') == std::string::npos ? "words that begin with "
                                              : "phrases that begin with ") +
         quote(stem);
}

std::string describe_term(const Term& term) {
  if (term.field == Field::none && term.high.empty()) {
    if (term.truncated()) return describe_words(term) + " in all fields (not mapped to headings)";
    if (term.quoted) return quote(term.text) + " as it is, in all fields (not mapped to headings)";
    return quote(term.text) + " (PubMed maps it to headings itself)";
  }
  const char* name = info(term.field).name;
  if (!term.high.empty()) return std::string(name) + " from " + term.text + " to " + term.high;
  std::string out = describe_words(term);
  if (term.near) out += " within " + std::to_string(*term.near) + " words of each other";
  out += std::string(" in ") + name;
  if (term.no_explosion) out += ", narrower headings left out";
  return out;
}

std::string describe_node(const Node& node) {
  if (node.kind == Kind::term) return describe_term(node.term);
  const char* separator = node.kind == Kind::conjunction   ? " and "
                          : node.kind == Kind::disjunction ? " or "
                                                           : " but not ";
  std::string out;
  for (const Node& child : node.children) {
    if (!out.empty()) out += separator;
    out += child.kind == Kind::term ? describe_node(child) : "(" + describe_node(child) + ")";
  }
  return out;
}

}  // namespace

Node make_term(std::string text, Field field) {
  Node node;
  node.term.text = std::move(text);
  node.term.field = field;
  return node;
}

Node make_phrase(std::string text, Field field) {
  const bool whole = is_vocabulary(field);
  const bool several = text.find_first_of(" -/,") != std::string::npos;
  Node node = make_term(std::move(text), field);
  node.term.quoted = whole || several;
  return node;
}

bool is_empty(const Node& node) {
  return node.kind == Kind::term ? node.term.text.empty() : node.children.empty();
}

Node combine(Kind kind, std::vector<Node> operands) {
  const bool of_nothing =
      kind == Kind::difference && !operands.empty() && is_empty(operands.front());
  if (of_nothing) return {};
  operands.erase(std::remove_if(operands.begin(), operands.end(), is_empty), operands.end());
  if (operands.empty()) return {};
  if (operands.size() == 1) return std::move(operands.front());
  Node out;
  out.kind = kind;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Node& operand = operands[i];
    const bool same = operand.kind == kind && (kind != Kind::difference || i == 0);
    if (!same) {
      out.children.push_back(std::move(operand));
      continue;
    }
    for (Node& child : operand.children) out.children.push_back(std::move(child));
  }
  out.begin = out.children.front().begin;
  out.end = out.children.back().end;
  return out;
}

std::string print(const Term& term, TagStyle style) {
  const std::string tag = tag_of(term, style);
  if (!term.high.empty()) {
    // Anything but a date or number could be read otherwise without its quotes.
    const auto plain = [](const std::string& end) {
      return end.find_first_not_of("0123456789/") == std::string::npos && !end.ends_with('/');
    };
    if (!plain(term.text) || !plain(term.high))
      return quote(term.text) + tag + " : " + quote(term.high) + tag;
    return term.text + ":" + term.high + tag;
  }
  const bool quoted = term.quoted || (style == TagStyle::full && term.field != Field::pmid);
  return (quoted ? quote(term.text) : term.text) + tag;
}

std::string print(const Node& node, TagStyle style) {
  if (node.kind == Kind::term) return print(node.term, style);
  std::string out;
  for (const Node& child : node.children) {
    if (!out.empty()) out += operator_of(node.kind);
    const std::string inner = print(child, style);
    out += child.kind == Kind::term ? inner : "(" + inner + ")";
  }
  return out;
}

std::vector<std::string> explain(const Node& node) {
  std::vector<std::string> lines;
  if (node.kind == Kind::difference) {
    lines = explain(node.children.front());
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      lines.push_back("and not: " + describe_node(node.children[i]));
    }
    return lines;
  }
  for (const Node& part : conjuncts(node)) {
    lines.push_back((lines.empty() ? "find: " : "and: ") + describe_node(part));
  }
  return lines;
}

std::vector<Node> conjuncts(const Node& node) {
  if (node.kind == Kind::conjunction) return node.children;
  return {node};
}

}  // namespace ev::pubmed_query
