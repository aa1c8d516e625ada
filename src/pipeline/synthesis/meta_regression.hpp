// The random-effects model with at most one moderator, y_i = b0 (+ b1 x_i) + u_i + e_i, by weighted
// least squares with the between-study variance tau² estimated first: what pooling, trim and fill
// and Egger's test share. As metafor's rma.uni (Viechtbauer, J Stat Softw 2010;36(3)). Cost: linear
// in the number of studies per iteration. Thread rule: pure functions.
#pragma once

#include "base/result.hpp"
#include "pipeline/synthesis/effect_size.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace ev::synthesis {

// `common`: tau² = 0. DL DerSimonian & Laird 1986, PM Paule & Mandel 1982, REML restricted maximum
// likelihood by Fisher scoring.
enum class TauMethod { common, dersimonian_laird, paule_mandel, reml };
std::string_view to_string(TauMethod method);
std::optional<TauMethod> parse_tau_method(std::string_view name);  // DL, PM, REML

struct Fit {
  std::size_t k = 0;                    // studies
  std::size_t p = 1;                    // coefficients: 1, or 2 with a moderator
  std::array<double, 2> b = {};         // intercept, slope
  std::array<double, 2> variance = {};  // of the coefficients, by the inverse of X'WX
  double tau2 = 0;
  double i2 = 0;  // percent
  double h2 = 1;
  double q = 0;  // residual heterogeneity, weights 1/v
  double q_df = 0;
  double q_p = 1;
  double knapp_hartung = 1;  // factor s² on the variances (Knapp & Hartung 2003)
};

// `moderator` empty, or parallel to `effects`. With no more studies than coefficients tau² is 0.
// Errors: no studies; a variance that is not positive; a moderator without variation; REML that
// does not converge.
Result<Fit> fit(std::span<const Effect> effects, TauMethod method,
                std::span<const double> moderator = {});

}  // namespace ev::synthesis
