#include "pipeline/appraise/statistics.hpp"

#include "pipeline/appraise/order.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ev::appraise {

namespace {

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> out(values.begin(), values.end());
  if (!std::is_sorted(out.begin(), out.end())) std::sort(out.begin(), out.end());
  return out;
}

std::vector<double> present(std::span<const std::optional<double>> values) {
  std::vector<double> out;
  for (const auto& value : values) {
    if (value) out.push_back(*value);
  }
  return out;
}

// Where both have a value, ascending: sums do not depend on the order of the records then.
std::vector<std::pair<double, double>> sorted_pairs(std::span<const std::optional<double>> x,
                                                    std::span<const std::optional<double>> y) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!x[i] || !y[i]) continue;
    xs.push_back(*x[i]);
    ys.push_back(*y[i]);
  }
  const Positions descending = best_first(xs, best_first(ys, positions_of(xs.size())));
  std::vector<std::pair<double, double>> pairs;
  pairs.reserve(descending.size());
  for (auto p = descending.rbegin(); p != descending.rend(); ++p)
    pairs.emplace_back(xs[*p], ys[*p]);
  return pairs;
}

// The decimal nearest to the binary value, exact ties to even: what printing with one digit gives.
double one_decimal(double value) {
  // Away from a tie rounding cannot go wrong, and the quotient is the double nearest to the
  // decimal.
  const double tenths = std::round(value * 10);
  if (std::abs(std::abs(value * 10 - tenths) - 0.5) > 1e-6) return tenths / 10;
  char buffer[64];
  const auto [end, failed] =
      std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::fixed, 1);
  double out = value;
  if (failed == std::errc{}) std::from_chars(buffer, end, out);
  return out;
}

}  // namespace

Distribution distribution(std::span<const double> values) {
  if (values.empty()) return {};
  const std::vector<double> v = sorted(values);
  const auto n = static_cast<double>(v.size());
  Distribution d{.min = v.front(), .max = v.back()};
  for (const double x : v) d.mean += x;
  d.mean /= n;
  if (v.size() > 1) {
    double squares = 0;
    for (const double x : v) squares += (x - d.mean) * (x - d.mean);
    d.std_dev = std::sqrt(squares / (n - 1));
  }
  return d;
}

std::vector<double> mid_rank_percentiles(std::span<const double> values) {
  const std::vector<double> v = sorted(values);
  std::vector<double> out;
  out.reserve(values.size());
  auto [low, high] = std::pair{v.begin(), v.begin()};
  for (const double x : values) {
    // Values come mostly in order: the range of the last one, then the one behind it.
    if (low == high || *low != x) {
      low = high != v.end() && *high == x ? high : std::lower_bound(v.begin(), v.end(), x);
      high = std::find_if(low, v.end(), [x](double y) { return y != x; });
    }
    const auto below = static_cast<double>(low - v.begin());
    const auto equal = static_cast<double>(high - low);
    out.push_back(one_decimal(100 * (below + equal / 2) / static_cast<double>(v.size())));
  }
  return out;
}

std::vector<double> seed_percentiles(std::span<const double> values) {
  const std::vector<double> v = sorted(values);
  std::vector<double> out;
  for (const double x : values) {
    const auto below = static_cast<double>(std::lower_bound(v.begin(), v.end(), x) - v.begin());
    out.push_back(one_decimal(below / static_cast<double>(v.size()) * 100));
  }
  return out;
}

std::optional<double> pearson(std::span<const std::optional<double>> x,
                              std::span<const std::optional<double>> y) {
  const std::vector<std::pair<double, double>> pairs = sorted_pairs(x, y);
  if (pairs.size() < 3) return std::nullopt;
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [a, b] : pairs) {
    mean_x += a;
    mean_y += b;
  }
  mean_x /= static_cast<double>(pairs.size());
  mean_y /= static_cast<double>(pairs.size());
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (const auto& [a, b] : pairs) {
    xx += (a - mean_x) * (a - mean_x);
    yy += (b - mean_y) * (b - mean_y);
    xy += (a - mean_x) * (b - mean_y);
  }
  // Equal values leave rounding dust of the mean behind, which is no variance.
  constexpr double kDust = 1e-20;
  if (xx < kDust || yy < kDust) return std::nullopt;
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

void min_max(std::span<std::optional<double>> values) {
  const Distribution d = distribution(present(values));
  for (auto& value : values) {
    if (value) value = d.max > d.min ? (*value - d.min) / (d.max - d.min) : 0.5;
  }
}

void z_score(std::span<std::optional<double>> values) {
  const Distribution d = distribution(present(values));
  for (auto& value : values) {
    if (!value) continue;
    const double z = d.max > d.min ? (*value - d.mean) / d.std_dev : 0;
    value = 0.5 * std::erfc(-z / std::sqrt(2.0));
  }
}

}  // namespace ev::appraise
