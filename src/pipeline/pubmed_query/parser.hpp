// Query text to tree with diagnostics. The parser always yields the tree it could read, also next
// to errors; `mend` makes it resolve what it can (lower-case operators, near-miss tags, other
// services' syntax), which is how a repaired query is made. Operators bind strictly left to right.
// Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/tree.hpp"

#include <optional>
#include <string_view>

namespace ev::pubmed_query {

inline constexpr int kMaxDepth = 100;  // nesting of groups, and of alternating operators
inline constexpr std::size_t kMaxQueryBytes = 200'000;

enum class ParseMode { strict, mend };

struct Parsed {
  std::optional<Node> tree;  // nullopt when nothing searchable was found
  Diagnostics errors;        // by position
  Diagnostics warnings;      // by position
};

Parsed parse(std::string_view query, ParseMode mode = ParseMode::strict);

}  // namespace ev::pubmed_query
