// Which pairs of records are worth comparing: those that share an identifier, the beginning or the
// end of the title, first page with volume and year, or first page with first author. A block of
// more than kBlock records (a title like "Editorial") is sorted and only neighbours are paired, so
// that the work grows with the number of records, not with its square. Thread rule: pure function.
#pragma once

#include "pipeline/identity/fingerprint.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ev::identity {

inline constexpr std::size_t kBlock = 120;
inline constexpr std::size_t kNeighbours = 25;

struct Pair {
  std::uint32_t a, b;  // a < b
  auto operator<=>(const Pair&) const = default;
};

// Each pair once, in order. `order` ranks the records by content alone, so that which neighbours
// are paired does not depend on the order of the input.
std::vector<Pair> candidate_pairs(std::span<const Fingerprint> prints,
                                  std::span<const std::uint32_t> order);

// Ranks records by what they say, whatever their order: equal only where all of it is equal.
std::vector<std::uint32_t> content_order(std::span<const model::Article> articles,
                                         std::span<const Fingerprint> prints);

}  // namespace ev::identity
