#include "pipeline/output/prisma_flow.hpp"

#include "base/text.hpp"
#include "pipeline/output/plot_svg.hpp"

#include <algorithm>
#include <string_view>

namespace ev::output {

namespace {

using research::Box;

constexpr double kFlowWidth = 960, kFlowBox = 440, kFlowLine = 20, kFlowGap = 34, kFlowMargin = 10;
constexpr double kFlowRight = kFlowWidth - kFlowMargin - kFlowBox;
constexpr std::size_t kFlowCharacters = 62;  // of a line in a box
constexpr std::size_t kFlowParts = 9;

bool leaves_the_flow(const Box& box) {
  return box.id == "removed" || box.id == "excluded" || box.id == "not_retrieved" ||
         box.id == "not_eligible";
}

std::vector<std::string> lines_of(const Box& box) {
  std::vector<std::string> out = {box.label + (box.n ? " (n = " + std::to_string(*box.n) + ")"
                                                     : ": nobody has filled this box")};
  for (std::size_t i = 0; i < std::min(box.parts.size(), kFlowParts); ++i) {
    const std::string count = " (n = " + std::to_string(box.parts[i].n) + ")";
    out.push_back(text::ellipsize(box.parts[i].what, kFlowCharacters - count.size()) + count);
  }
  if (box.parts.size() > kFlowParts)
    out.push_back("and " + std::to_string(box.parts.size() - kFlowParts) + " more reasons");
  return out;
}

double height_of(const std::vector<std::string>& lines) {
  return kFlowLine * static_cast<double>(lines.size()) + 16;
}

void draw_box(Svg& svg, double x, double y, const std::vector<std::string>& lines) {
  svg.frame(x, y, kFlowBox, height_of(lines), "frame");
  double at = y + 22;
  for (const std::string& line : lines) {
    svg.text(x + 12, at, line, at == y + 22 ? "head" : "dim");
    at += kFlowLine;
  }
}

void arrow_down(Svg& svg, double x, double from, double to) {
  svg.line(x, from, x, to);
  svg.shape({{x, to}, {x - 4, to - 7}, {x + 4, to - 7}}, "tip");
}

void arrow_right(Svg& svg, double from, double to, double y) {
  svg.line(from, y, to, y);
  svg.shape({{to, y}, {to - 7, y - 4}, {to - 7, y + 4}}, "tip");
}

// A box of the flow with what leaves it at its side.
struct Row {
  std::vector<std::string> main, side;
  double height() const { return std::max(height_of(main), side.empty() ? 0.0 : height_of(side)); }
};

std::vector<Row> rows_of(const std::vector<Box>& boxes) {
  std::vector<Row> out;
  for (const Box& box : boxes) {
    if (leaves_the_flow(box) && !out.empty()) {
      out.back().side = lines_of(box);
    } else {
      out.push_back({lines_of(box), {}});
    }
  }
  return out;
}

std::string described(const std::vector<Box>& boxes) {
  std::string out;
  for (const Box& box : boxes) {
    out += (out.empty() ? "" : "; ") + box.label + ": " +
           (box.n ? std::to_string(*box.n) : "not filled");
  }
  return out;
}

}  // namespace

std::string prisma_flow(const std::vector<Box>& boxes) {
  const std::vector<Row> rows = rows_of(boxes);
  double height = 2 * kFlowMargin;
  for (const Row& row : rows) height += row.height() + kFlowGap;
  Svg svg(kFlowWidth, height - kFlowGap, "PRISMA 2020 flow diagram", described(boxes));
  double y = kFlowMargin;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    draw_box(svg, kFlowMargin, y, row.main);
    if (!row.side.empty()) {
      draw_box(svg, kFlowRight, y, row.side);
      arrow_right(svg, kFlowMargin + kFlowBox, kFlowRight, y + 18);
    }
    const double next = y + row.height() + kFlowGap;
    if (i + 1 < rows.size())
      arrow_down(svg, kFlowMargin + kFlowBox / 2, y + height_of(row.main), next);
    y = next;
  }
  return std::move(svg).done();
}

}  // namespace ev::output
