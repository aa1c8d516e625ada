// Makes well-formed random trees for the round-trip properties; deterministic for a seed.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

class QueryMaker {
 public:
  explicit QueryMaker(unsigned seed) : random_(seed) {}

  Node tree(int depth) {
    if (depth == 0 || pick(4) == 0) return term();
    static constexpr Kind kKinds[] = {Kind::conjunction, Kind::disjunction, Kind::difference};
    const Kind kind = kKinds[pick(3)];
    std::vector<Node> operands;
    const int n = 2 + pick(3);
    for (int i = 0; i < n; ++i) operands.push_back(tree(depth - 1));
    return combine(kind, std::move(operands));
  }

  Node term() {
    static const std::vector<std::string> kWords = {
        "asthma",         "heart failure", "beta-blocker", "zol\u00e9dronate",
        "diabet*",        "breast feed*",  "10.1000/x.1",  "Alzheimer's",
        "\u03b2-amyloid", "IL-6",          "smith j"};
    static const std::vector<Field> kFields = {Field::none, Field::ti,  Field::tiab, Field::mh,
                                               Field::majr, Field::pt,  Field::au,   Field::ta,
                                               Field::tw,   Field::all, Field::aid,  Field::sh};
    const int shape = pick(8);
    if (shape == 0) {
      Node range = make_term(std::to_string(1990 + pick(20)), Field::dp);
      range.term.high = pick(2) == 0 ? "3000" : "2015/06/30";
      return range;
    }
    Node node =
        make_term(kWords[static_cast<std::size_t>(pick(static_cast<int>(kWords.size())))],
                  kFields[static_cast<std::size_t>(pick(static_cast<int>(kFields.size())))]);
    node.term.quoted = pick(2) == 0;
    if (can_explode(node.term.field)) node.term.no_explosion = pick(3) == 0;
    if (shape == 1) {
      node.term = Term{};
      node.term.text = "hip pain";
      node.term.field = Field::tiab;
      node.term.quoted = true;
      node.term.near = pick(6);
    }
    return node;
  }

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937 random_;
};

}  // namespace ev::pubmed_query
