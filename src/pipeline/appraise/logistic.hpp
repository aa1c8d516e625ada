// Logistic regression with an L2 penalty over sparse vectors, fitted by L-BFGS (Nocedal & Wright
// 2006, algorithm 7.4 and 7.5) with backtracking:
//
//   minimise  1/2 lambda |w|^2 + sum over i of c_i log(1 + exp(-y_i (w.x_i + b)))      y = -1, +1
//
// The intercept b carries no penalty. Starts from zero and visits instances in the order given, so
// equal input gives equal weights. Pure but for ctx.
#pragma once

#include "base/context.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ev::appraise {

struct SparseEntry {
  std::uint32_t feature = 0;
  float value = 0;
};
using SparseVector = std::vector<SparseEntry>;  // by feature, each once

struct Instance {
  const SparseVector* x = nullptr;
  bool positive = false;
  double weight = 1;  // c_i
};

struct LinearModel {
  std::vector<double> weights;
  double intercept = 0;
  double margin(const SparseVector& x) const;  // w.x + b
};

double sigmoid(double margin);

// `features`: one more than the largest feature number. Fails only when the call must end.
Result<LinearModel> fit_logistic(std::span<const Instance> instances, std::size_t features,
                                 double lambda, const Context& ctx);

}  // namespace ev::appraise
