// Distribution functions of meta-analysis: standard normal, Student's t, chi-square, binomial. A
// small face before Boost.Math, whose headers stay in one file. Thread rule: pure functions.
#pragma once

namespace ev::synthesis {

// P(Z <= z), and the z with P(Z <= z) = p for p in (0, 1).
double normal_cdf(double z);
double normal_quantile(double p);

// Two-sided p of a statistic: |Z| for df <= 0, else |T| with `df` degrees of freedom.
double two_sided_p(double statistic, double df);
// The critical value of a two-sided interval with coverage `level` in (0, 1); df as above.
double critical_value(double level, double df);

// P(X >= x) for chi-square with df > 0; 1 for x <= 0.
double chi_square_upper(double x, double df);

// Exact two-sided p of `k` successes in `n` fair trials (sign test); 1 for n = 0.
double sign_test_p(int k, int n);

// Hedges' exact factor c(m) against the small-sample bias of a standardised mean difference with m
// degrees of freedom, m > 1 (Hedges, J Educ Stat 1981;6:107).
double hedges_factor(double m);

}  // namespace ev::synthesis
