#include "pipeline/search/fuse.hpp"

namespace ev::search {

namespace {

constexpr double kDamping = 60;

}  // namespace

std::vector<double> fuse(std::span<const std::vector<std::size_t>> rankings, std::size_t count) {
  std::vector<double> out(count, 0);
  double best = 0;
  for (const std::vector<std::size_t>& ranking : rankings) {
    if (ranking.empty()) continue;
    best += 1 / (kDamping + 1);
    std::vector<bool> seen(count, false);
    double rank = 0;
    for (const std::size_t record : ranking) {
      if (seen[record]) continue;
      seen[record] = true;
      out[record] += 1 / (kDamping + ++rank);
    }
  }
  for (double& value : out) value = best > 0 ? value / best : 0;
  return out;
}

}  // namespace ev::search
