#include "pipeline/synthesis/distributions.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace ev::synthesis {

double normal_cdf(double z) {
  return boost::math::cdf(boost::math::normal(), z);
}

double normal_quantile(double p) {
  return boost::math::quantile(boost::math::normal(), p);
}

double two_sided_p(double statistic, double df) {
  const double x = std::abs(statistic);
  if (!std::isfinite(x)) return 0;
  if (df <= 0) return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), x));
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(df), x));
}

double critical_value(double level, double df) {
  const double p = 1 - (1 - level) / 2;
  if (df <= 0) return normal_quantile(p);
  return boost::math::quantile(boost::math::students_t(df), p);
}

double chi_square_upper(double x, double df) {
  if (x <= 0) return 1;
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(df), x));
}

double sign_test_p(int k, int n) {
  if (n <= 0) return 1;
  const boost::math::binomial fair(n, 0.5);
  return std::min(1.0, 2 * boost::math::cdf(fair, std::min(k, n - k)));
}

double hedges_factor(double m) {
  return std::exp(std::lgamma(m / 2) - std::log(std::sqrt(m / 2)) - std::lgamma((m - 1) / 2));
}

}  // namespace ev::synthesis
