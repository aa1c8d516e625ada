#include "pipeline/pubmed_query/nearness.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

namespace {

constexpr std::size_t kMostPairs = 24;

struct Side {
  std::vector<std::string> texts;
  Field field = Field::none;
};

bool add_term(const Term& term, bool neighbours, Side& side) {
  const bool plain = term.high.empty() && !term.near && !term.no_explosion && !term.truncated() &&
                     (neighbours || term.text.find(' ') == std::string::npos) &&
                     term.text.find_first_of("*:/") == std::string::npos;
  const bool searchable = term.field == Field::none || can_be_near(term.field);
  if (!plain || !searchable) return false;
  if (!side.texts.empty() && side.field != term.field) return false;
  side.field = term.field;
  side.texts.push_back(term.text);
  return true;
}

std::optional<Side> side_of(const Node& node, bool neighbours) {
  Side side;
  if (node.kind == Kind::term) {
    if (!add_term(node.term, neighbours, side)) return std::nullopt;
    return side;
  }
  if (node.kind != Kind::disjunction) return std::nullopt;
  for (const Node& child : node.children) {
    if (child.kind != Kind::term || !add_term(child.term, neighbours, side)) return std::nullopt;
  }
  return side;
}

}  // namespace

std::optional<Node> as_proximity(const Node& left, const Node& right, const Nearness& nearness) {
  const bool neighbours = !nearness.distance;
  const std::optional<Side> a = side_of(left, neighbours);
  const std::optional<Side> b = side_of(right, neighbours);
  if (!a || !b || a->texts.size() * b->texts.size() > kMostPairs) return std::nullopt;
  if (a->field != b->field && a->field != Field::none && b->field != Field::none) {
    return std::nullopt;
  }
  const Field field = a->field != Field::none ? a->field : b->field;
  std::vector<Node> pairs;
  for (const std::string& first : a->texts) {
    for (const std::string& second : b->texts) {
      Node pair = make_term(first + " " + second, field);
      pair.term.quoted = true;
      pair.term.near = nearness.distance.value_or(kNeighbours);
      pair.begin = left.begin;
      pair.end = right.end;
      pairs.push_back(std::move(pair));
    }
  }
  return combine(Kind::disjunction, std::move(pairs));
}

void settle(Node& node) {
  for (Node& child : node.children) settle(child);
  if (!node.term.near) return;
  if (node.term.field == Field::none) node.term.field = Field::tiab;
  if (node.term.near == kNeighbours) node.term.near.reset();
}

}  // namespace ev::pubmed_query
