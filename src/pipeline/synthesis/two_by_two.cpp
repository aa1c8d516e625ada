#include "pipeline/synthesis/two_by_two.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace ev::synthesis {

namespace {

struct Cells {
  double a = 0, b = 0, c = 0, d = 0;
  double n1 = 0, n2 = 0, n = 0;
};

Error no_information(std::string_view method) {
  return Error{.code = Errc::invalid_argument,
               .message = "the tables have no information for " + std::string(method)};
}

Result<std::vector<Cells>> informative(std::span<const Counts> tables, bool keep_double_zero) {
  std::vector<Cells> out;
  for (const Counts& t : tables) {
    // Of its checks those of the numbers; double zeros are dropped here, not refused.
    EV_CHECK(effect_of(Measure::risk_difference, t));
    const Cells cells{
        t.events, t.n - t.events, t.events_comparator, t.n_comparator - t.events_comparator,
        t.n,      t.n_comparator, t.n + t.n_comparator};
    const bool empty = cells.a + cells.c == 0 || cells.b + cells.d == 0;
    if (!empty || keep_double_zero) out.push_back(cells);
  }
  return out;
}

TablePooled finished(std::size_t k, double estimate, double se, double level) {
  const double critical = critical_value(level, 0);
  return {k,
          estimate,
          se,
          {estimate - critical * se, estimate + critical * se},
          estimate / se,
          two_sided_p(estimate / se, 0)};
}

Result<TablePooled> odds_ratio(const std::vector<Cells>& tables, double level) {
  double r = 0, s = 0, pr = 0, ps_qr = 0, qs = 0;
  for (const Cells& t : tables) {
    const double ri = t.a * t.d / t.n, si = t.b * t.c / t.n;
    const double pi = (t.a + t.d) / t.n, qi = (t.b + t.c) / t.n;
    r += ri;
    s += si;
    pr += pi * ri;
    ps_qr += pi * si + qi * ri;
    qs += qi * si;
  }
  if (r == 0 || s == 0) return no_information("a Mantel-Haenszel odds ratio");
  const double variance = pr / (2 * r * r) + ps_qr / (2 * r * s) + qs / (2 * s * s);
  return finished(tables.size(), std::log(r / s), std::sqrt(variance), level);
}

Result<TablePooled> risk_ratio(const std::vector<Cells>& tables, double level) {
  double r = 0, s = 0, top = 0;
  for (const Cells& t : tables) {
    r += t.a * t.n2 / t.n;
    s += t.c * t.n1 / t.n;
    top += (t.n1 * t.n2 * (t.a + t.c) - t.a * t.c * t.n) / (t.n * t.n);
  }
  if (r == 0 || s == 0) return no_information("a Mantel-Haenszel risk ratio");
  return finished(tables.size(), std::log(r / s), std::sqrt(top / (r * s)), level);
}

Result<TablePooled> risk_difference(const std::vector<Cells>& tables, double level) {
  double weight = 0, sum = 0, of_sizes = 0, of_cells = 0;
  for (const Cells& t : tables) {
    const double f1 = t.n1 / t.n, f2 = t.n2 / t.n;
    weight += t.n1 * f2;
    sum += t.a * f2 - t.c * f1;
    of_sizes += t.c * f1 * f1 - t.a * f2 * f2 + f1 * f2 * (t.n2 - t.n1) / 2;
    of_cells += t.a * t.d / t.n + t.c * t.b / t.n;
  }
  const double estimate = sum / weight;
  const double variance = (estimate * of_sizes + of_cells / 2) / (weight * weight);
  if (!(variance > 0)) return no_information("a Mantel-Haenszel risk difference");
  return finished(tables.size(), estimate, std::sqrt(variance), level);
}

}  // namespace

Result<TablePooled> mantel_haenszel(Measure measure, std::span<const Counts> tables, double level) {
  EV_TRY(const std::vector<Cells> cells, informative(tables, measure == Measure::risk_difference));
  if (cells.empty()) return no_information("Mantel-Haenszel pooling");
  switch (measure) {
    case Measure::odds_ratio:
      return odds_ratio(cells, level);
    case Measure::risk_ratio:
      return risk_ratio(cells, level);
    case Measure::risk_difference:
      return risk_difference(cells, level);
    default:
      return Error{.code = Errc::invalid_argument,
                   .message = "Mantel-Haenszel pooling takes OR, RR or RD, not " +
                              std::string(to_string(measure))};
  }
}

Result<TablePooled> peto(std::span<const Counts> tables, double level) {
  EV_TRY(const std::vector<Cells> cells, informative(tables, false));
  double difference = 0, variance = 0;
  for (const Cells& t : cells) {
    const double events = t.a + t.c;
    difference += t.a - events * t.n1 / t.n;
    variance += events * (t.n - events) * t.n1 * t.n2 / (t.n * t.n * (t.n - 1));
  }
  if (!(variance > 0)) return no_information("Peto's odds ratio");
  return finished(cells.size(), difference / variance, 1 / std::sqrt(variance), level);
}

}  // namespace ev::synthesis
