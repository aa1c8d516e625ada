#include "pipeline/output/plot_svg.hpp"

#include "pipeline/output/html.hpp"

#include <array>
#include <cstdio>

namespace ev::output {

namespace {

// In a page the scheme is the page's; a file of its own follows the reader's setting. A viewer that
// does not know light-dark() draws light.
constexpr const char* kStyle =
    "<style>:root.ev-plot{color-scheme:light dark;background:var(--paper)}.ev-plot{--ink:#1b1f24;"
    "--dim:#5b6470;--mark:#0b5cad;--pool:#a13d00;--paper:#fff}"
    "@supports (color:light-dark(#000,#fff)){.ev-plot{--ink:light-dark(#1b1f24,#e8ebef);"
    "--dim:light-dark(#5b6470,#a2abb6);--mark:light-dark(#0b5cad,#7db8f5);"
    "--pool:light-dark(#a13d00,#ffab70);--paper:light-dark(#fff,#14171b)}}"
    "@media print{.ev-plot{min-width:0!important;--ink:#000;--dim:#333;--mark:#000;--pool:#000;"
    "--paper:#fff}}.ev-plot text{font:13px system-ui,sans-serif;fill:var(--ink)}"
    ".ev-plot .dim{fill:var(--dim)}.ev-plot .head{font-weight:600}.ev-plot line,.ev-plot path{"
    "stroke:var(--ink);fill:none}.ev-plot .mark{fill:var(--mark);stroke:var(--mark)}.ev-plot "
    ".pool{fill:var(--pool);stroke:var(--pool)}.ev-plot .guide{stroke:var(--dim);"
    "stroke-dasharray:3 3}.ev-plot .tip{fill:var(--ink)}.ev-plot "
    ".frame{stroke:var(--dim);fill:none}.ev-plot .paper{fill:var(--paper)}</style>";

// A plot is not drawn smaller than this share of its size: a narrow window scrolls, so that text
// stays readable.
constexpr double kSmallest = 0.8;

std::string at(double value) {
  return fixed(value, 1);
}

std::string klass(std::string_view css) {
  return css.empty() ? std::string() : " class=\"" + std::string(css) + "\"";
}

}  // namespace

std::string fixed(double value, int decimals) {
  std::array<char, 64> buffer = {};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  std::string out = buffer.data();
  // "-0.00" is 0.
  if (out.find_first_not_of("-0.") == std::string::npos && out.front() == '-') out.erase(0, 1);
  return out;
}

std::string p_text(double p) {
  return p < 0.001 ? "p < 0.001" : "p = " + fixed(p, 3);
}

Svg::Svg(double width, double height, std::string_view title, std::string_view description) {
  out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ev-plot\" role=\"img\" viewBox=\"0 0 " +
         at(width) + " " + at(height) + "\" width=\"100%\" style=\"max-width:" + at(width) +
         "px;min-width:" + at(kSmallest * width) + "px\"><title>" + escape(title) +
         "</title><desc>" + escape(description) + "</desc>" + kStyle +
         "<rect class=\"paper\" width=\"" + at(width) + "\" height=\"" + at(height) + "\"/>";
}

void Svg::text(double x, double y, std::string_view content, std::string_view css,
               std::string_view anchor) {
  out_ += "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + std::string(anchor) +
          "\"" + klass(css) + ">" + escape(content) + "</text>";
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view css) {
  out_ += "<line x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\"" + at(y2) +
          "\"" + klass(css) + "/>";
}

void Svg::frame(double x, double y, double width, double height, std::string_view css) {
  out_ += "<rect x=\"" + at(x) + "\" y=\"" + at(y) + "\" width=\"" + at(width) + "\" height=\"" +
          at(height) + "\"" + klass(css) + "/>";
}

void Svg::square(double x, double y, double side, std::string_view css) {
  frame(x - side / 2, y - side / 2, side, side, css);
}

void Svg::circle(double x, double y, double r, std::string_view css) {
  out_ +=
      "<circle cx=\"" + at(x) + "\" cy=\"" + at(y) + "\" r=\"" + at(r) + "\"" + klass(css) + "/>";
}

void Svg::shape(const std::vector<std::pair<double, double>>& points, std::string_view css) {
  out_ += "<polygon points=\"";
  for (const auto& [x, y] : points) out_ += at(x) + "," + at(y) + " ";
  out_ += "\"" + klass(css) + "/>";
}

}  // namespace ev::output
