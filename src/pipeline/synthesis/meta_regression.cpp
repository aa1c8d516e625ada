#include "pipeline/synthesis/meta_regression.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ev::synthesis {

namespace {

// Symmetric 2×2; with one coefficient only `a` counts.
struct Matrix {
  double a = 0, b = 0, d = 0;
};

struct Design {
  std::span<const Effect> effects;
  std::span<const double> moderator;
  std::size_t p() const { return moderator.empty() ? 1 : 2; }
  std::size_t k() const { return effects.size(); }
  double x(std::size_t i) const { return moderator.empty() ? 0 : moderator[i]; }
};

Matrix inverse(const Matrix& m, std::size_t p) {
  if (p == 1) return {1 / m.a, 0, 0};
  const double det = m.a * m.d - m.b * m.b;
  return {m.d / det, -m.b / det, m.a / det};
}

// X' diag(w^power) X.
Matrix weighted_square(const Design& design, const std::vector<double>& w, int power) {
  Matrix m;
  for (std::size_t i = 0; i < w.size(); ++i) {
    double weight = w[i];
    for (int more = 1; more < power; ++more) weight *= w[i];
    const double x = design.x(i);
    m.a += weight;
    m.b += weight * x;
    m.d += weight * x * x;
  }
  return m;
}

// trace(A B) and trace(A B A B) of symmetric matrices.
double trace_of_product(const Matrix& x, const Matrix& y, std::size_t p) {
  return p == 1 ? x.a * y.a : x.a * y.a + 2 * x.b * y.b + x.d * y.d;
}

double trace_of_squared_product(const Matrix& x, const Matrix& y, std::size_t p) {
  if (p == 1) return x.a * y.a * x.a * y.a;
  const double m11 = x.a * y.a + x.b * y.b, m12 = x.a * y.b + x.b * y.d;
  const double m21 = x.b * y.a + x.d * y.b, m22 = x.b * y.b + x.d * y.d;
  return m11 * m11 + 2 * m12 * m21 + m22 * m22;
}

struct Solution {
  std::array<double, 2> b = {};
  Matrix covariance;  // (X'WX)^-1
  std::vector<double> w;
  double weighted_rss = 0;  // sum of w r²
};

Solution solve(const Design& design, double tau2) {
  Solution s;
  s.w.reserve(design.k());
  for (const Effect& e : design.effects) s.w.push_back(1 / (e.v + tau2));
  s.covariance = inverse(weighted_square(design, s.w, 1), design.p());
  double wy = 0, wxy = 0;
  for (std::size_t i = 0; i < s.w.size(); ++i) {
    wy += s.w[i] * design.effects[i].y;
    wxy += s.w[i] * design.effects[i].y * design.x(i);
  }
  s.b = {s.covariance.a * wy + s.covariance.b * wxy, s.covariance.b * wy + s.covariance.d * wxy};
  for (std::size_t i = 0; i < s.w.size(); ++i) {
    const double r = design.effects[i].y - s.b[0] - s.b[1] * design.x(i);
    s.weighted_rss += s.w[i] * r * r;
  }
  return s;
}

// P = W - WX(X'WX)^-1X'W of a solution, by its traces alone.
double trace_p(const Design& design, const Solution& s) {
  double sum = 0;
  for (const double w : s.w) sum += w;
  return sum - trace_of_product(s.covariance, weighted_square(design, s.w, 2), design.p());
}

double trace_pp(const Design& design, const Solution& s) {
  double sum = 0;
  for (const double w : s.w) sum += w * w;
  const Matrix squares = weighted_square(design, s.w, 2);
  return sum - 2 * trace_of_product(s.covariance, weighted_square(design, s.w, 3), design.p()) +
         trace_of_squared_product(s.covariance, squares, design.p());
}

double dersimonian_laird(const Design& design) {
  const Solution s = solve(design, 0);
  const double df = static_cast<double>(design.k() - design.p());
  return std::max(0.0, (s.weighted_rss - df) / trace_p(design, s));
}

// The tau² at which the weighted residual sum of squares equals its expectation; it decreases in
// tau², so that bisection finds it.
double paule_mandel(const Design& design) {
  const double df = static_cast<double>(design.k() - design.p());
  const auto excess = [&](double tau2) { return solve(design, tau2).weighted_rss - df; };
  if (excess(0) <= 0) return 0;
  double low = 0, high = 1;
  while (excess(high) > 0) high *= 2;
  constexpr int kHalvings = 200;
  for (int i = 0; i < kHalvings && high - low > 1e-12 * high; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Hedges' estimator: where REML begins.
double hedges_start(const Design& design) {
  const std::vector<double> ones(design.k(), 1.0);
  const Matrix covariance = inverse(weighted_square(design, ones, 1), design.p());
  double sum_y = 0, sum_xy = 0;
  for (std::size_t i = 0; i < design.k(); ++i) {
    sum_y += design.effects[i].y;
    sum_xy += design.effects[i].y * design.x(i);
  }
  const double b0 = covariance.a * sum_y + covariance.b * sum_xy;
  const double b1 = covariance.b * sum_y + covariance.d * sum_xy;
  double rss = 0, trace = 0;
  for (std::size_t i = 0; i < design.k(); ++i) {
    const double x = design.x(i);
    const double r = design.effects[i].y - b0 - b1 * x;
    const double leverage = covariance.a + 2 * covariance.b * x + covariance.d * x * x;
    rss += r * r;
    trace += design.effects[i].v * (1 - leverage);
  }
  return std::max(0.0, (rss - trace) / static_cast<double>(design.k() - design.p()));
}

// Restricted log-likelihood up to a constant.
double restricted_likelihood(const Design& design, double tau2) {
  const Solution s = solve(design, tau2);
  double log_weights = 0;
  for (const double w : s.w) log_weights += std::log(w);
  const Matrix& c = s.covariance;
  const double log_det = design.p() == 1 ? std::log(c.a) : std::log(c.a * c.d - c.b * c.b);
  return (log_weights + log_det - s.weighted_rss) / 2;
}

Result<double> reml(const Design& design) {
  constexpr int kMostSteps = 1000;
  constexpr double kEnough = 1e-10;
  double tau2 = hedges_start(design);
  for (int step = 0; step < kMostSteps; ++step) {
    const Solution s = solve(design, tau2);
    double ypy = 0;  // y'PPy: residuals weighted twice
    for (std::size_t i = 0; i < s.w.size(); ++i) {
      const double r = design.effects[i].y - s.b[0] - s.b[1] * design.x(i);
      ypy += s.w[i] * s.w[i] * r * r;
    }
    const double change = (ypy - trace_p(design, s)) / trace_pp(design, s);
    const double next = std::max(0.0, tau2 + change);
    const bool settled = std::abs(next - tau2) <= kEnough * (1 + tau2);
    tau2 = next;
    if (!settled) continue;
    // Scoring may stop at a local maximum while none is likelier than 0.
    const bool likelier = restricted_likelihood(design, tau2) > restricted_likelihood(design, 0);
    return likelier ? tau2 : 0.0;
  }
  return Error{.code = Errc::invalid_argument,
               .message = "REML did not converge within " + std::to_string(kMostSteps) + " steps",
               .recovery = "choose tau2 DL or PM"};
}

Result<double> tau2_of(const Design& design, TauMethod method) {
  if (design.k() <= design.p()) return 0.0;
  switch (method) {
    case TauMethod::common:
      return 0.0;
    case TauMethod::dersimonian_laird:
      return dersimonian_laird(design);
    case TauMethod::paule_mandel:
      return paule_mandel(design);
    case TauMethod::reml:
      return reml(design);
  }
  return 0.0;
}

Result<void> well_posed(const Design& design) {
  const auto invalid = [](std::string message) {
    return Error{.code = Errc::invalid_argument, .message = std::move(message)};
  };
  if (design.k() == 0) return invalid("no studies to pool");
  for (const Effect& e : design.effects) {
    if (!std::isfinite(e.y)) return invalid("an estimate is not a finite number");
    if (!(e.v > 0) || !std::isfinite(e.v)) return invalid("a sampling variance is not positive");
  }
  if (design.p() == 2) {
    const auto [low, high] = std::minmax_element(design.moderator.begin(), design.moderator.end());
    if (design.k() < 2 || !(*low < *high)) return invalid("the moderator does not vary");
  }
  return {};
}

// I² and H² by the typical sampling variance of Higgins & Thompson (Stat Med 2002;21:1539) where
// tau² is estimated, from Q where it is not.
void add_heterogeneity(Fit& fit, const Design& design, TauMethod method) {
  const Solution common = solve(design, 0);
  const double df = static_cast<double>(design.k()) - static_cast<double>(design.p());
  fit.q = df > 0 ? common.weighted_rss : 0;
  fit.q_df = std::max(0.0, df);
  if (df <= 0) return;
  fit.q_p = chi_square_upper(fit.q, df);
  if (method == TauMethod::common) {
    fit.i2 = fit.q > 0 ? std::max(0.0, 100 * (fit.q - df) / fit.q) : 0;
    fit.h2 = fit.q / df;
    return;
  }
  const double typical = df / trace_p(design, common);
  fit.i2 = 100 * fit.tau2 / (typical + fit.tau2);
  fit.h2 = (typical + fit.tau2) / typical;
}

}  // namespace

std::string_view to_string(TauMethod method) {
  switch (method) {
    case TauMethod::common:
      return "common";
    case TauMethod::dersimonian_laird:
      return "DL";
    case TauMethod::paule_mandel:
      return "PM";
    case TauMethod::reml:
      return "REML";
  }
  return "REML";
}

std::optional<TauMethod> parse_tau_method(std::string_view name) {
  for (const TauMethod method :
       {TauMethod::dersimonian_laird, TauMethod::paule_mandel, TauMethod::reml}) {
    if (name == to_string(method)) return method;
  }
  return std::nullopt;
}

Result<Fit> fit(std::span<const Effect> effects, TauMethod method,
                std::span<const double> moderator) {
  const Design design{effects, moderator};
  EV_CHECK(well_posed(design));
  Fit out{.k = design.k(), .p = design.p()};
  EV_TRY(out.tau2, tau2_of(design, method));
  const Solution s = solve(design, out.tau2);
  out.b = s.b;
  out.variance = {s.covariance.a, s.covariance.d};
  if (design.k() > design.p()) {
    out.knapp_hartung = s.weighted_rss / static_cast<double>(design.k() - design.p());
  }
  add_heterogeneity(out, design, method);
  return out;
}

}  // namespace ev::synthesis
