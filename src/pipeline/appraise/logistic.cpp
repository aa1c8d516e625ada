#include "pipeline/appraise/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

namespace ev::appraise {

namespace {

constexpr int kIterations = 60;
constexpr std::size_t kMemory = 8;
constexpr double kTolerance = 1e-4;  // of the gradient, relative to the first one

using Dense = std::vector<double>;  // weights, the intercept last

double dot(const Dense& a, const Dense& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double margin_of(const Dense& w, const SparseVector& x) {
  double sum = w.back();
  for (const SparseEntry& e : x) sum += w[e.feature] * static_cast<double>(e.value);
  return sum;
}

// log(1 + exp(-m)) without overflow.
double log_loss(double m) {
  return m > 0 ? std::log1p(std::exp(-m)) : -m + std::log1p(std::exp(m));
}

// The value of the objective; its gradient in `gradient`.
double evaluate(std::span<const Instance> instances, double lambda, const Dense& w,
                Dense& gradient) {
  double value = 0;
  for (std::size_t j = 0; j + 1 < w.size(); ++j) {
    gradient[j] = lambda * w[j];
    value += 0.5 * lambda * w[j] * w[j];
  }
  gradient.back() = 0;
  for (const Instance& instance : instances) {
    const double y = instance.positive ? 1 : -1;
    const double m = y * margin_of(w, *instance.x);
    value += instance.weight * log_loss(m);
    const double slope = -y * instance.weight * sigmoid(-m);
    for (const SparseEntry& e : *instance.x)
      gradient[e.feature] += slope * static_cast<double>(e.value);
    gradient.back() += slope;
  }
  return value;
}

struct Curvature {
  Dense s, y;
  double rho = 0;
};

// Two-loop recursion: minus the inverse Hessian's estimate times the gradient.
Dense direction_of(const std::deque<Curvature>& steps, const Dense& gradient) {
  Dense q = gradient;
  std::vector<double> alpha(steps.size());
  for (std::size_t k = steps.size(); k-- > 0;) {
    alpha[k] = steps[k].rho * dot(steps[k].s, q);
    for (std::size_t j = 0; j < q.size(); ++j) q[j] -= alpha[k] * steps[k].y[j];
  }
  if (!steps.empty()) {
    const double scale = 1 / (steps.back().rho * dot(steps.back().y, steps.back().y));
    for (double& v : q) v *= scale;
  }
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double beta = steps[k].rho * dot(steps[k].y, q);
    for (std::size_t j = 0; j < q.size(); ++j) q[j] += (alpha[k] - beta) * steps[k].s[j];
  }
  for (double& v : q) v = -v;
  return q;
}

}  // namespace

double LinearModel::margin(const SparseVector& x) const {
  double sum = intercept;
  for (const SparseEntry& e : x) sum += weights[e.feature] * static_cast<double>(e.value);
  return sum;
}

double sigmoid(double margin) {
  return margin >= 0 ? 1 / (1 + std::exp(-margin)) : std::exp(margin) / (1 + std::exp(margin));
}

Result<LinearModel> fit_logistic(std::span<const Instance> instances, std::size_t features,
                                 double lambda, const Context& ctx) {
  Dense w(features + 1, 0.0);
  Dense gradient(w.size());
  double value = evaluate(instances, lambda, w, gradient);
  const double first = std::sqrt(dot(gradient, gradient));
  std::deque<Curvature> steps;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    EV_CHECK(ctx.check());
    if (std::sqrt(dot(gradient, gradient)) <= kTolerance * first) break;
    const Dense direction = direction_of(steps, gradient);
    const double slope = dot(direction, gradient);
    double length = steps.empty() ? 1 / std::max(1.0, first) : 1;
    Dense next(w.size());
    Dense next_gradient(w.size());
    double next_value = 0;
    bool lower = false;
    for (int tries = 0; tries < 30 && !lower; ++tries, length /= 2) {
      for (std::size_t j = 0; j < w.size(); ++j) next[j] = w[j] + length * direction[j];
      next_value = evaluate(instances, lambda, next, next_gradient);
      lower = next_value <= value + 1e-4 * length * slope;
    }
    if (!lower) break;
    Curvature step{Dense(w.size()), Dense(w.size())};
    for (std::size_t j = 0; j < w.size(); ++j) {
      step.s[j] = next[j] - w[j];
      step.y[j] = next_gradient[j] - gradient[j];
    }
    const double curvature = dot(step.s, step.y);
    if (curvature > 1e-12) {
      step.rho = 1 / curvature;
      steps.push_back(std::move(step));
      if (steps.size() > kMemory) steps.pop_front();
    }
    w = std::move(next);
    gradient = std::move(next_gradient);
    value = next_value;
  }
  LinearModel model{.intercept = w.back()};
  w.pop_back();
  model.weights = std::move(w);
  return model;
}

}  // namespace ev::appraise
