#include "pipeline/appraise/stability.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

namespace {

// Two criteria; totals are the weighted sums of the rows.
std::vector<std::pair<int, int>> intervals(const std::vector<std::vector<double>>& rows,
                                           const std::vector<double>& weights) {
  const auto totals = [&](std::span<const double> moved) {
    std::vector<double> out;
    for (const auto& row : rows) {
      double sum = 0;
      for (std::size_t k = 0; k < row.size(); ++k) sum += row[k] * moved[k];
      out.push_back(sum);
    }
    return out;
  };
  return rank_intervals(weights, positions_of(rows.size()), totals, Context{}).value();
}

}  // namespace

TEST_CASE("close articles swap when weights move, distant ones do not") {
  const auto found = intervals({{1, 0}, {0, 1}, {0, 0}}, {0.55, 0.5});
  CHECK(found[0] == std::pair<int, int>{1, 2});
  CHECK(found[1] == std::pair<int, int>{1, 2});
  CHECK(found[2] == std::pair<int, int>{3, 3});
  CHECK(intervals({{1, 0}, {0, 1}}, {0.9, 0.5})[0] == std::pair<int, int>{1, 1});
}

TEST_CASE("one weight alone cannot move a rank; many weights are drawn alike every time") {
  CHECK(intervals({{1}, {0.9}}, {0.5})[1] == std::pair<int, int>{2, 2});
  const std::vector<std::vector<double>> rows = {{1, 0, 1, 0, 1, 0, 1, 0},
                                                 {0, 1, 0, 1, 0, 1, 0, 1}};
  const std::vector<double> weights(8, 0.5);
  CHECK(intervals(rows, weights) == intervals(rows, weights));
  CHECK(intervals(rows, weights)[0] == std::pair<int, int>{1, 2});
}
