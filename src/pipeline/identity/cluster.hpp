// Clusters of records that are one work: union-find over the pairs that compare() joins, strongest
// first. A join that would bring two records together that can never be one work (two PMIDs, a
// preprint and its article …) is refused whatever stands between them. The result depends on what
// the records say, not on their order. Thread rule: pure function; `ctx` is checked on the way.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/identity/compare.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ev::identity {

// `a` and `b` are positions in the input.
struct Join {
  std::size_t a = 0, b = 0;
  Rule rule = Rule::none;
  std::string reason;
};

// A pair that was left apart but is worth a look, or is related without being the same.
struct Link {
  std::size_t a = 0, b = 0;
  double score = 0;
  std::string reason;
};

struct Clustering {
  std::vector<std::vector<std::size_t>>
      clusters;                          // all records; members and clusters in input order
  std::vector<std::vector<Join>> joins;  // parallel: one join less than members
  std::vector<Link> doubtful;            // at most one per pair of clusters, best first
  std::vector<Link> preprints;           // preprint and article
  std::vector<Link> versions;
};

Result<Clustering> cluster(std::span<const model::Article> records, const Context& ctx);

}  // namespace ev::identity
