#include "pipeline/output/evidence_plots.hpp"

#include "base/text.hpp"
#include "pipeline/output/plot_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ev::output {

namespace {

using synthesis::Measure;
using synthesis::PooledStudy;
using synthesis::Synthesis;

// Values of the pooling scale to pixels of a column; what lies outside is cut at its edge.
struct Axis {
  double low = 0, high = 1;
  double left = 0, right = 1;
  double x(double value) const {
    const double share = (value - low) / (high - low);
    return left + std::clamp(share, 0.0, 1.0) * (right - left);
  }
  bool holds(double value) const { return value >= low && value <= high; }
};

// Around all estimates and the pooled intervals; single wide intervals are cut by arrows.
Axis axis_of(const Synthesis& s, double left, double right) {
  double low = 0, high = 0;
  const auto add = [&](double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const PooledStudy& study : s.studies) {
    const double y = study.made.effect.y;
    const double half = std::min(study.ci.high - y, 2.5 * std::sqrt(study.made.effect.v));
    add(y - half);
    add(y + half);
  }
  if (s.pooled) {
    add(s.pooled->ci.low);
    add(s.pooled->ci.high);
  }
  if (high - low < 1e-9) high = low + 1;
  const double margin = 0.05 * (high - low);
  return {low - margin, high + margin, left, right};
}

// Round values on the measure's own scale.
std::vector<double> ticks_of(Measure measure, const Axis& axis) {
  std::vector<double> out;
  if (synthesis::is_ratio(measure)) {
    for (const double value :
         {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}) {
      if (axis.holds(std::log(value))) out.push_back(std::log(value));
    }
    return out;
  }
  const double rough = (axis.high - axis.low) / 5;
  const double unit = std::pow(10, std::floor(std::log10(rough)));
  const double step = rough / unit < 2 ? 2 * unit : rough / unit < 5 ? 5 * unit : 10 * unit;
  for (double v = std::ceil(axis.low / step) * step; v <= axis.high; v += step) out.push_back(v);
  return out;
}

std::string tick_text(Measure measure, double value) {
  const double own = synthesis::on_own_scale(measure, value);
  std::string out = fixed(own, std::abs(own) < 1 ? 2 : std::abs(own) < 10 ? 1 : 0);
  if (out.find('.') != std::string::npos) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  return out;
}

std::string arm_text(const PooledStudy& s, bool intervention) {
  const synthesis::ArmNumbers& arm = intervention ? s.study.intervention : s.study.comparator;
  if (s.made.counts) {
    const synthesis::Counts& c = *s.made.counts;
    return intervention ? fixed(c.events, 0) + "/" + fixed(c.n, 0)
                        : fixed(c.events_comparator, 0) + "/" + fixed(c.n_comparator, 0);
  }
  if (s.made.basis == "means" && arm.mean)
    return fixed(*arm.mean, 2) + " (n " + fixed(*arm.n, 0) + ")";
  return arm.n ? "n " + fixed(*arm.n, 0) : "";
}

struct ForestColumns {
  double study = 10, first = 300, second = 395, plot = 500, estimate = 770, weight = 985;
};
constexpr double kForestWidth = 1000, kRow = 24;
constexpr ForestColumns kForest;

void draw_study(Svg& svg, const Synthesis& s, const PooledStudy& study, const Axis& axis,
                double y) {
  svg.text(kForest.study, y + 4, text::ellipsize(study.study.label, 42));
  svg.text(kForest.first, y + 4, arm_text(study, true), "", "end");
  svg.text(kForest.second, y + 4, arm_text(study, false), "", "end");
  const double low = axis.x(study.ci.low), high = axis.x(study.ci.high);
  svg.line(low, y, high, y);
  if (!axis.holds(study.ci.low)) svg.shape({{low, y}, {low + 7, y - 4}, {low + 7, y + 4}}, "mark");
  if (!axis.holds(study.ci.high)) {
    svg.shape({{high, y}, {high - 7, y - 4}, {high - 7, y + 4}}, "mark");
  }
  const double side = 4 + 10 * std::sqrt(study.weight / 100);
  svg.square(axis.x(study.made.effect.y), y, side, "mark");
  svg.text(kForest.estimate, y + 4, estimate_text(s.measure, study.made.effect.y, study.ci));
  svg.text(kForest.weight, y + 4, fixed(study.weight, 1) + " %", "dim", "end");
}

void draw_pooled(Svg& svg, const Synthesis& s, const Axis& axis, double y) {
  const synthesis::Pooled& p = *s.pooled;
  const bool random = s.options.tau2 != synthesis::TauMethod::common;
  svg.text(kForest.study, y + 4, random ? "Random-effects model" : "Common-effect model", "head");
  svg.shape({{axis.x(p.ci.low), y},
             {axis.x(p.estimate), y - 7},
             {axis.x(p.ci.high), y},
             {axis.x(p.estimate), y + 7}},
            "pool");
  svg.text(kForest.estimate, y + 4, estimate_text(s.measure, p.estimate, p.ci), "head");
  if (!p.prediction) return;
  const double below = y + kRow;
  svg.text(kForest.study, below + 4, "Prediction interval", "dim");
  svg.line(axis.x(p.prediction->low), below, axis.x(p.prediction->high), below, "pool");
  svg.text(
      kForest.estimate, below + 4,
      tick_text(s.measure, p.prediction->low) + " to " + tick_text(s.measure, p.prediction->high),
      "dim");
}

std::string heterogeneity_text(const synthesis::Pooled& p) {
  return "k = " + std::to_string(p.k) + ", I² = " + fixed(p.i2, 0) +
         " %, τ² = " + fixed(p.tau2, 3) + ", Q = " + fixed(p.q, 2) + " (df " + fixed(p.q_df, 0) +
         ", p = " + fixed(p.q_p, 3) + ")";
}

std::string described(const Synthesis& s) {
  if (!s.pooled) return "No study could be pooled.";
  return std::to_string(s.studies.size()) + " studies; pooled " +
         std::string(to_string(s.measure)) + " " +
         estimate_text(s.measure, s.pooled->estimate, s.pooled->ci) + "; " +
         heterogeneity_text(*s.pooled);
}

}  // namespace

std::string estimate_text(Measure measure, double estimate, synthesis::Range ci) {
  const auto own = [&](double v) { return fixed(synthesis::on_own_scale(measure, v), 2); };
  return own(estimate) + " (" + own(ci.low) + " to " + own(ci.high) + ")";
}

std::string forest_plot(const Synthesis& s) {
  const double rows = static_cast<double>(s.studies.size());
  const double foot = s.pooled && s.pooled->prediction ? 2 : 1;
  const double bottom = 60 + kRow * (rows + foot);
  Svg svg(kForestWidth, bottom + 70, "Forest plot: " + s.outcome, described(s));
  svg.text(kForest.study, 24, text::ellipsize(s.outcome, 60), "head");
  svg.text(kForest.first, 44, "Intervention", "dim", "end");
  svg.text(kForest.second, 44, "Comparator", "dim", "end");
  svg.text(kForest.estimate, 44, std::string(to_string(s.measure)) + " (95 % CI)", "dim");
  svg.text(kForest.weight, 44, "Weight", "dim", "end");
  const Axis axis = axis_of(s, kForest.plot - 80, kForest.estimate - 20);
  svg.line(axis.x(0), 52, axis.x(0), bottom, "guide");
  double y = 66;
  for (const PooledStudy& study : s.studies) {
    draw_study(svg, s, study, axis, y);
    y += kRow;
  }
  if (s.pooled) draw_pooled(svg, s, axis, y);
  svg.line(axis.left, bottom, axis.right, bottom);
  for (const double tick : ticks_of(s.measure, axis)) {
    svg.line(axis.x(tick), bottom, axis.x(tick), bottom + 5);
    svg.text(axis.x(tick), bottom + 20, tick_text(s.measure, tick), "dim", "middle");
  }
  svg.text(axis.left, bottom + 38, "← less in the intervention arm", "dim");
  svg.text(axis.right, bottom + 38, "more →", "dim", "end");
  if (s.pooled) svg.text(kForest.study, bottom + 60, heterogeneity_text(*s.pooled), "dim");
  return std::move(svg).done();
}

std::string funnel_plot(const Synthesis& s) {
  if (s.studies.size() < 2 || !s.pooled) return "";
  constexpr double kWidth = 520, kHeight = 400, kTop = 40, kBottom = 330, kLeft = 60, kRight = 500;
  double largest = 0;
  for (const PooledStudy& study : s.studies) {
    largest = std::max(largest, std::sqrt(study.made.effect.v));
  }
  const double centre = s.pooled->estimate, reach = 1.96 * largest;
  Axis axis{centre - 1.15 * reach, centre + 1.15 * reach, kLeft, kRight};
  for (const PooledStudy& study : s.studies) {
    axis.low = std::min(axis.low, study.made.effect.y - 0.1 * reach);
    axis.high = std::max(axis.high, study.made.effect.y + 0.1 * reach);
  }
  const auto height = [&](double se) { return kTop + se / largest * (kBottom - kTop); };
  Svg svg(kWidth, kHeight, "Funnel plot: " + s.outcome,
          "Estimates of " + std::to_string(s.studies.size()) +
              " studies against their standard errors, around the pooled estimate.");
  svg.text(10, 22, text::ellipsize(s.outcome, 60), "head");
  svg.line(axis.x(centre), kTop, axis.x(centre), kBottom, "guide");
  svg.line(axis.x(centre), kTop, axis.x(centre - reach), kBottom, "guide");
  svg.line(axis.x(centre), kTop, axis.x(centre + reach), kBottom, "guide");
  for (const PooledStudy& study : s.studies) {
    svg.circle(axis.x(study.made.effect.y), height(std::sqrt(study.made.effect.v)), 4, "mark");
  }
  svg.line(kLeft, kBottom, kRight, kBottom);
  for (const double tick : ticks_of(s.measure, axis)) {
    svg.line(axis.x(tick), kBottom, axis.x(tick), kBottom + 5);
    svg.text(axis.x(tick), kBottom + 20, tick_text(s.measure, tick), "dim", "middle");
  }
  svg.text((kLeft + kRight) / 2, kBottom + 42, std::string(to_string(s.measure)), "dim", "middle");
  svg.text(10, kTop + 4, "SE 0", "dim");
  svg.text(10, kBottom + 4, fixed(largest, 2), "dim");
  return std::move(svg).done();
}

std::string direction_plot(const Synthesis& s) {
  const synthesis::DirectionCount& d = s.directions;
  const int all = d.higher + d.lower + d.no_difference;
  if (all == 0) return "";
  const std::array<std::pair<const char*, int>, 3> rows = {
      {{"▲ more in the intervention arm", d.higher},
       {"▼ less in the intervention arm", d.lower},
       {"◆ equal", d.no_difference}}};
  Svg svg(620, 150, "Effect directions: " + s.outcome,
          "Direction of the effect, counted over studies, whatever its size.");
  svg.text(10, 22, text::ellipsize(s.outcome, 60), "head");
  double y = 52;
  for (const auto& [label, count] : rows) {
    svg.text(10, y, label);
    const double width = 300.0 * count / all;
    if (count > 0)
      svg.shape({{250, y - 11}, {250 + width, y - 11}, {250 + width, y + 3}, {250, y + 3}}, "mark");
    svg.text(260 + width, y, std::to_string(count));
    y += kRow;
  }
  svg.text(10, y + 10, "Sign test: p = " + fixed(d.p, 3), "dim");
  return std::move(svg).done();
}

}  // namespace ev::output
