#include "pipeline/output/evidence_plots.hpp"

#include "base/text.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/plot_svg.hpp"

#include <nlohmann/json.hpp>

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
Axis axis_of(const Forest& f, double left, double right) {
  double low = 0, high = 0;
  const auto add = [&](double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const ForestRow& row : f.rows) {
    // 2.5 standard errors.
    const double half = 2.5 / 3.92 * (row.ci.high - row.ci.low);
    add(row.effect - std::min(half, row.effect - row.ci.low));
    add(row.effect + std::min(half, row.ci.high - row.effect));
  }
  if (f.pooled) {
    add(f.ci.low);
    add(f.ci.high);
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
    if (out.size() >= 3) return out;
    out.clear();
    for (const double value :
         {0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 4.0}) {
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
  std::string out = fixed(own, std::abs(own) < 10 ? 2 : 0);
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
  double study = 10, first = 335, second = 435, plot = 455, estimate = 800, weight = 1030;
};
constexpr double kForestWidth = 1040, kRow = 24;
constexpr std::size_t kForestCharacters = 32;
constexpr ForestColumns kForest;

// A long label keeps its last word, the year.
std::string shortened(const std::string& label) {
  const std::size_t length = text::code_points(label);
  const std::size_t blank = label.rfind(' ');
  if (length <= kForestCharacters || blank == std::string::npos)
    return text::ellipsize(label, kForestCharacters);
  const std::string last = label.substr(blank);
  if (text::code_points(last) > 8) return text::ellipsize(label, kForestCharacters);
  return text::ellipsize(label.substr(0, blank), kForestCharacters - text::code_points(last)) +
         last;
}

// A line, with an arrow where it goes on beyond the axis.
void draw_range(Svg& svg, synthesis::Range range, const Axis& axis, double y,
                std::string_view line_css, std::string_view arrow_css) {
  const double low = axis.x(range.low), high = axis.x(range.high);
  svg.line(low, y, high, y, line_css);
  if (!axis.holds(range.low)) svg.shape({{low, y}, {low + 7, y - 4}, {low + 7, y + 4}}, arrow_css);
  if (!axis.holds(range.high))
    svg.shape({{high, y}, {high - 7, y - 4}, {high - 7, y + 4}}, arrow_css);
}

void draw_study(Svg& svg, Measure measure, const ForestRow& row, const Axis& axis, double y) {
  svg.text(kForest.study, y + 4, shortened(row.label));
  svg.text(kForest.first, y + 4, row.intervention, "", "end");
  svg.text(kForest.second, y + 4, row.comparator, "", "end");
  draw_range(svg, row.ci, axis, y, "", "mark");
  svg.square(axis.x(row.effect), y, 4 + 10 * std::sqrt(row.weight / 100), "mark");
  svg.text(kForest.estimate, y + 4, estimate_text(measure, row.effect, row.ci));
  svg.text(kForest.weight, y + 4, fixed(row.weight, 1) + " %", "dim", "end");
}

void draw_pooled(Svg& svg, const Forest& f, const Axis& axis, double y) {
  svg.text(kForest.study, y + 4, f.random ? "Random-effects model" : "Common-effect model", "head");
  svg.shape({{axis.x(f.ci.low), y},
             {axis.x(*f.pooled), y - 7},
             {axis.x(f.ci.high), y},
             {axis.x(*f.pooled), y + 7}},
            "pool");
  svg.text(kForest.estimate, y + 4, estimate_text(f.measure, *f.pooled, f.ci), "head");
  if (!f.prediction) return;
  const double below = y + kRow;
  svg.text(kForest.study, below + 4, "Prediction interval", "dim");
  draw_range(svg, *f.prediction, axis, below, "pool", "pool");
  svg.text(kForest.estimate, below + 4, range_text(f.measure, *f.prediction), "dim");
}

std::string heterogeneity_text(const synthesis::Pooled& p) {
  return "k = " + std::to_string(p.k) + ", I² = " + fixed(p.i2, 0) +
         " %, τ² = " + fixed(p.tau2, 3) + ", Q = " + fixed(p.q, 2) + " (df " + fixed(p.q_df, 0) +
         ", " + p_text(p.q_p) + ")";
}

std::string described(const Forest& f) {
  if (!f.pooled) return "No study could be pooled.";
  return std::to_string(f.rows.size()) +
         (f.rows.size() == 1 ? " study; pooled " : " studies; pooled ") +
         std::string(to_string(f.measure)) + " " + estimate_text(f.measure, *f.pooled, f.ci) +
         "; " + f.heterogeneity;
}

// Two, and one more for each tenth that a narrow interval takes.
int decimals_of(Measure measure, synthesis::Range range) {
  const double width = std::abs(synthesis::on_own_scale(measure, range.high) -
                                synthesis::on_own_scale(measure, range.low));
  if (!(width > 0)) return 2;
  return width < 0.005 ? 4 : width < 0.05 ? 3 : 2;
}

// Six decimals are more than a plot shows.
double own_value(Measure measure, double value) {
  return std::round(synthesis::on_own_scale(measure, value) * 1e6) / 1e6;
}

Json range_json(Measure measure, synthesis::Range range) {
  return Json::array({own_value(measure, range.low), own_value(measure, range.high)});
}

// The way back; nullopt for what the measure cannot be.
std::optional<double> pooling_value(Measure measure, const Json& json) {
  if (!json.is_number()) return std::nullopt;
  const double value = json.get<double>();
  if (!synthesis::is_ratio(measure)) return value;
  return value > 0 ? std::optional(std::log(value)) : std::nullopt;
}

std::optional<synthesis::Range> range_in(Measure measure, const Json& json, const char* name) {
  const Json& found = member(json, name);
  if (!found.is_array() || found.size() != 2) return std::nullopt;
  const auto low = pooling_value(measure, found[0]), high = pooling_value(measure, found[1]);
  if (!low || !high) return std::nullopt;
  return synthesis::Range{*low, *high};
}

std::optional<ForestRow> row_from_json(Measure measure, const Json& json) {
  const auto effect = pooling_value(measure, member(json, "effect"));
  const auto ci = range_in(measure, json, "ci");
  if (!effect || !ci) return std::nullopt;
  return ForestRow{text_of(json, "label"),
                   text_of(json, "intervention"),
                   text_of(json, "comparator"),
                   *effect,
                   *ci,
                   std::clamp(number_of(json, "weight"), 0.0, 100.0)};
}

}  // namespace

std::string range_text(Measure measure, synthesis::Range range) {
  const int decimals = decimals_of(measure, range);
  return fixed(synthesis::on_own_scale(measure, range.low), decimals) + " to " +
         fixed(synthesis::on_own_scale(measure, range.high), decimals);
}

std::string estimate_text(Measure measure, double estimate, synthesis::Range ci) {
  return fixed(synthesis::on_own_scale(measure, estimate), decimals_of(measure, ci)) + " (" +
         range_text(measure, ci) + ")";
}

std::string prediction_text(Measure measure, const synthesis::Pooled& pooled) {
  return pooled.prediction ? ", prediction interval " + range_text(measure, *pooled.prediction)
                           : "";
}

Forest forest_of(const Synthesis& s) {
  Forest out{.outcome = s.outcome, .measure = s.measure};
  for (const PooledStudy& study : s.studies) {
    out.rows.push_back({study.study.label, arm_text(study, true), arm_text(study, false),
                        study.made.effect.y, study.ci, study.weight});
  }
  out.random = s.options.tau2 != synthesis::TauMethod::common;
  if (!s.pooled) return out;
  out.pooled = s.pooled->estimate;
  out.ci = s.pooled->ci;
  out.prediction = s.pooled->prediction;
  out.heterogeneity = heterogeneity_text(*s.pooled);
  return out;
}

Json to_json(const Forest& f) {
  Json out = {{"outcome", f.outcome},
              {"measure", std::string(to_string(f.measure))},
              {"model", f.random ? "random" : "common"},
              {"rows", Json::array()}};
  for (const ForestRow& row : f.rows) {
    out["rows"].push_back({{"label", row.label},
                           {"intervention", row.intervention},
                           {"comparator", row.comparator},
                           {"effect", own_value(f.measure, row.effect)},
                           {"ci", range_json(f.measure, row.ci)},
                           {"weight", std::round(row.weight * 100) / 100}});
  }
  if (!f.pooled) return out;
  out["effect"] = own_value(f.measure, *f.pooled);
  out["ci"] = range_json(f.measure, f.ci);
  if (f.prediction) out["prediction_interval"] = range_json(f.measure, *f.prediction);
  out["heterogeneity"] = f.heterogeneity;
  return out;
}

std::optional<Forest> forest_from_json(const Json& json) {
  const auto measure = synthesis::parse_measure(text_of(json, "measure"));
  if (!measure) return std::nullopt;
  Forest out{.outcome = text_of(json, "outcome"), .measure = *measure};
  for (const Json& one : member(json, "rows")) {
    auto row = row_from_json(*measure, one);
    if (!row) return std::nullopt;
    out.rows.push_back(*std::move(row));
  }
  out.random = text_of(json, "model") != "common";
  const auto ci = range_in(*measure, json, "ci");
  if (ci) out.pooled = pooling_value(*measure, member(json, "effect"));
  if (out.pooled) out.ci = *ci;
  out.prediction = range_in(*measure, json, "prediction_interval");
  out.heterogeneity = text_of(json, "heterogeneity");
  return out;
}

std::string forest_plot(const Forest& f) {
  const double rows = static_cast<double>(f.rows.size());
  const double foot = f.pooled && f.prediction ? 2 : 1;
  const double bottom = 60 + kRow * (rows + foot);
  Svg svg(kForestWidth, bottom + 70, "Forest plot: " + f.outcome, described(f));
  svg.text(kForest.study, 24, text::ellipsize(f.outcome, 120), "head");
  svg.text(kForest.first, 44, "Intervention", "dim", "end");
  svg.text(kForest.second, 44, "Comparator", "dim", "end");
  svg.text(kForest.estimate, 44, std::string(to_string(f.measure)) + " (95 % CI)", "dim");
  svg.text(kForest.weight, 44, "Weight", "dim", "end");
  const Axis axis = axis_of(f, kForest.plot, kForest.estimate - 20);
  svg.line(axis.x(0), 52, axis.x(0), bottom, "guide");
  double y = 66;
  for (const ForestRow& row : f.rows) {
    draw_study(svg, f.measure, row, axis, y);
    y += kRow;
  }
  if (f.pooled) draw_pooled(svg, f, axis, y);
  svg.line(axis.left, bottom, axis.right, bottom);
  for (const double tick : ticks_of(f.measure, axis)) {
    svg.line(axis.x(tick), bottom, axis.x(tick), bottom + 5);
    svg.text(axis.x(tick), bottom + 20, tick_text(f.measure, tick), "dim", "middle");
  }
  svg.text(axis.left, bottom + 38, "← less in the intervention arm", "dim");
  svg.text(axis.right, bottom + 38, "more →", "dim", "end");
  svg.text(kForest.study, bottom + 60, f.heterogeneity, "dim");
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
  svg.text(10, y + 10, "Sign test: " + p_text(d.p), "dim");
  return std::move(svg).done();
}

}  // namespace ev::output
