// Answering a query: set algebra over what single terms select. A library implements TermSource (a
// list in memory, an index, a database); the algebra is the same for all. Thread rule: pure, given
// a source that may be read concurrently.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"

#include <cstdint>
#include <vector>

namespace ev::pubmed_query {

using RecordId = std::uint32_t;      // the source's own numbering
using Hits = std::vector<RecordId>;  // ascending, each once

class TermSource {
 public:
  virtual ~TermSource() = default;
  // The records a term selects by itself. A term without a tag is searched word by word in all
  // fields; its mapping to headings is term_mapping's work.
  virtual Hits find(const Term& term) const = 0;
  virtual bool finds(const Term& term) const { return !find(term).empty(); }
};

Hits evaluate(const Node& query, const TermSource& source);

Hits intersect(const Hits& a, const Hits& b);
Hits unite(const Hits& a, const Hits& b);
Hits subtract(const Hits& a, const Hits& b);

}  // namespace ev::pubmed_query
