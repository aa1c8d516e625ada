// Links between entities, aggregated from statements. One record counts once per link and
// direction. A link points the way the greater part of its evidence says; the rest contradicts it.
// A hedged sentence in the background makes no link by itself.
// Internal to the room.
#pragma once

#include "pipeline/mechanism/statement.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ev::mechanism {

struct Link {
  std::size_t from = 0, to = 0;
  int sign = 1;
  double support = 0;        // L
  double contradiction = 0;  // K
  double net() const { return support > contradiction ? support - contradiction : 0; }
  std::vector<const Statement*> supporting, background, contradicting;  // one per record, strongest
  std::set<std::size_t> mesh_records;
  bool assumed = false;  // stated by no sentence: what a chain supposes between two that are
};

using LinkKey = std::pair<std::size_t, std::size_t>;
// The StatementSet must outlive the links.
std::map<LinkKey, Link> build_links(const StatementSet& reading);

}  // namespace ev::mechanism
