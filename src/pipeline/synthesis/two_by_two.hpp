// Pooling of sparse 2×2 tables without correction of zero cells: Mantel-Haenszel (variances of
// Robins, Breslow & Greenland 1986 for OR, Greenland & Robins 1985 for RR, Sato, Greenland & Robins
// 1989 for RD) and Peto's one-step odds ratio (Yusuf et al. 1985). Common-effect model. Thread
// rule: pure functions.
#pragma once

#include "pipeline/synthesis/pooling.hpp"

#include <span>

namespace ev::synthesis {

struct TablePooled {
  std::size_t k = 0;    // tables with information on the measure
  double estimate = 0;  // logarithm for OR and RR
  double se = 0;
  Range ci;
  double statistic = 0;  // z
  double p = 1;
};

// `measure`: OR, RR or RD. Tables without events in both arms (or with nothing else) are left out,
// except for RD. Errors: a table that effect_of() would refuse for its numbers; no table left; no
// information (for instance no events in one arm of every table).
Result<TablePooled> mantel_haenszel(Measure measure, std::span<const Counts> tables,
                                    double level = 0.95);
Result<TablePooled> peto(std::span<const Counts> tables, double level = 0.95);

}  // namespace ev::synthesis
