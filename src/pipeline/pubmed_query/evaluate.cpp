#include "pipeline/pubmed_query/evaluate.hpp"

#include <algorithm>
#include <iterator>

namespace ev::pubmed_query {

Hits intersect(const Hits& a, const Hits& b) {
  Hits out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Hits unite(const Hits& a, const Hits& b) {
  Hits out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Hits subtract(const Hits& a, const Hits& b) {
  Hits out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

Hits evaluate(const Node& query, const TermSource& source) {
  if (query.kind == Kind::term) return source.find(query.term);
  Hits out = evaluate(query.children.front(), source);
  for (std::size_t i = 1; i < query.children.size(); ++i) {
    if (query.kind != Kind::disjunction && out.empty()) return out;
    const Hits next = evaluate(query.children[i], source);
    out = query.kind == Kind::conjunction   ? intersect(out, next)
          : query.kind == Kind::disjunction ? unite(out, next)
                                            : subtract(out, next);
  }
  return out;
}

}  // namespace ev::pubmed_query
