#include "pipeline/nlp/chain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ev::nlp {

namespace {

using Row = std::vector<double>;

void normalise(Row& row) {
  const double all = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& p : row) p /= all;
}

// exp of the sums, the largest being 1.
Row factors(const Model& model, const Sums& sums) {
  const std::int32_t most = *std::max_element(sums.begin(), sums.end());
  Row out(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i)
    out[i] = std::exp(static_cast<double>(sums[i] - most) / model.unit());
  return out;
}

Row step_factors(const Model& model) {
  Row out(model.size() * model.size());
  for (std::size_t from = 0; from < model.size(); ++from) {
    for (std::size_t to = 0; to < model.size(); ++to)
      out[from * model.size() + to] =
          std::exp(static_cast<double>(model.step(from, to)) / model.unit());
  }
  return out;
}

}  // namespace

std::vector<std::size_t> best_path(const Model& model, std::span<const Sums> items) {
  if (items.empty()) return {};
  const std::size_t labels = model.size();
  std::vector<std::size_t> came(items.size() * labels);
  std::vector<std::int64_t> best(labels);
  for (std::size_t i = 0; i < labels; ++i)
    best[i] = static_cast<std::int64_t>(items[0][i]) + model.start(i);
  for (std::size_t at = 1; at < items.size(); ++at) {
    std::vector<std::int64_t> next(labels);
    for (std::size_t to = 0; to < labels; ++to) {
      std::size_t choice = 0;
      for (std::size_t from = 1; from < labels; ++from) {
        if (best[from] + model.step(from, to) > best[choice] + model.step(choice, to))
          choice = from;
      }
      came[at * labels + to] = choice;
      next[to] = best[choice] + model.step(choice, to) + items[at][to];
    }
    best = std::move(next);
  }
  std::vector<std::size_t> path(items.size());
  path.back() = static_cast<std::size_t>(std::max_element(best.begin(), best.end()) - best.begin());
  for (std::size_t at = items.size() - 1; at > 0; --at) path[at - 1] = came[at * labels + path[at]];
  return path;
}

std::vector<std::vector<double>> marginals(const Model& model, std::span<const Sums> items) {
  if (items.empty()) return {};
  const std::size_t labels = model.size();
  const Row steps = step_factors(model);
  std::vector<Row> here;
  for (const Sums& sums : items) here.push_back(factors(model, sums));
  std::vector<Row> forward(items.size(), Row(labels));
  for (std::size_t i = 0; i < labels; ++i)
    forward[0][i] = here[0][i] * std::exp(static_cast<double>(model.start(i)) / model.unit());
  normalise(forward[0]);
  for (std::size_t at = 1; at < items.size(); ++at) {
    for (std::size_t to = 0; to < labels; ++to) {
      double into = 0;
      for (std::size_t from = 0; from < labels; ++from)
        into += forward[at - 1][from] * steps[from * labels + to];
      forward[at][to] = into * here[at][to];
    }
    normalise(forward[at]);
  }
  Row behind(labels, 1.0);
  for (std::size_t at = items.size(); at-- > 0;) {
    Row before(labels);
    for (std::size_t from = 0; from < labels; ++from) {
      for (std::size_t to = 0; to < labels; ++to)
        before[from] += steps[from * labels + to] * here[at][to] * behind[to];
      forward[at][from] *= behind[from];
    }
    normalise(forward[at]);
    normalise(before);
    behind = std::move(before);
  }
  return forward;
}

}  // namespace ev::nlp
