// A drawing in SVG as all plots share it: light and dark by the reader's setting, black when
// printed, text that can be selected, a title and a description for screen readers. Content is
// escaped here. Thread rule: one drawing, one thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::output {

// With so many decimals; never "-0.00".
std::string fixed(double value, int decimals);
// "p = 0.031", "p < 0.001".
std::string p_text(double p);

class Svg {
 public:
  Svg(double width, double height, std::string_view title, std::string_view description);
  void text(double x, double y, std::string_view content, std::string_view css = "",
            std::string_view anchor = "start");
  void line(double x1, double y1, double x2, double y2, std::string_view css = "");
  void frame(double x, double y, double width, double height, std::string_view css);
  void square(double x, double y, double side, std::string_view css);
  void circle(double x, double y, double r, std::string_view css);
  void shape(const std::vector<std::pair<double, double>>& points, std::string_view css);
  std::string done() && { return std::move(out_) + "</svg>\n"; }

 private:
  std::string out_;
};

}  // namespace ev::output
