#include "base/text.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ev::output {

namespace {

constexpr int kNodeWidth = 172;
constexpr int kNodeHeight = 64;
constexpr int kGap = 104;
constexpr int kTop = 26;
constexpr std::size_t kLabelCharacters = 21;
constexpr std::array<const char*, 4> kRoles = {"drug", "target", "pathway", "effect"};

int node_x(int index) {
  return 4 + index * (kNodeWidth + kGap);
}

std::string svg_text(int x, int y, const char* css, std::string_view content) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
         "\" text-anchor=\"middle\"" +
         (*css != '\0' ? std::string(" class=\"") + css + "\"" : std::string()) + ">" +
         escape(content) + "</text>";
}

// A label in at most two lines, broken between words.
std::array<std::string, 2> two_lines(const std::string& label) {
  if (text::code_points(label) <= kLabelCharacters) return {label, ""};
  std::array<std::string, 2> lines;
  int line = 0;
  for (const std::string& word : text::split(label, ' ')) {
    const bool full = text::code_points(lines[0]) + 1 + text::code_points(word) > kLabelCharacters;
    if (line == 0 && full && !lines[0].empty()) line = 1;
    std::string& at = lines[static_cast<std::size_t>(line)];
    at += (at.empty() ? "" : " ") + word;
  }
  for (std::string& l : lines) l = text::ellipsize(l, kLabelCharacters + 2);
  return lines;
}

std::string node(int index, const std::string& label) {
  const int x = node_x(index);
  const int middle = x + kNodeWidth / 2;
  std::string out = "<rect class=\"node\" x=\"" + std::to_string(x) + "\" y=\"" +
                    std::to_string(kTop) + "\" width=\"" + std::to_string(kNodeWidth) +
                    "\" height=\"" + std::to_string(kNodeHeight) + "\" rx=\"8\"/>";
  out += svg_text(middle, kTop - 8, "role", kRoles[static_cast<std::size_t>(index)]);
  if (label.empty()) return out + svg_text(middle, kTop + 37, "small", "not stated");
  const auto [first, second] = two_lines(label);
  if (second.empty()) return out + svg_text(middle, kTop + 37, "", first);
  return out + svg_text(middle, kTop + 28, "", first) + svg_text(middle, kTop + 47, "", second);
}

struct LinkCounts {
  int supporting = 0;
  int contradicting = 0;
};

LinkCounts count_evidence(const Json& link) {
  LinkCounts counts;
  for (const Json& item : member(link, "evidence")) {
    if (text_of(item, "stance") == "contradicts") {
      ++counts.contradicting;
    } else {
      ++counts.supporting;
    }
  }
  return counts;
}

bool inhibits(const Json& link) {
  const Json& sign = member(link, "sign");
  return (sign.is_number() && sign.get<double>() < 0) || sign == "-";
}

std::string edge(int index, const Json& link, bool weakest) {
  const int from = node_x(index) + kNodeWidth + 4;
  const int to = node_x(index + 1) - 4;
  const int y = kTop + kNodeHeight / 2;
  const std::string at = std::to_string(y);
  std::string out = std::string("<path class=\"edge") + (weakest ? " weak" : "") + "\" d=\"M" +
                    std::to_string(from) + " " + at + "H" + std::to_string(to) + "\"/>";
  // An arrow for activation, a bar for inhibition: the field's convention, readable without colour.
  if (inhibits(link)) {
    out +=
        "<path class=\"edge\" d=\"M" + std::to_string(to) + " " + std::to_string(y - 8) + "v16\"/>";
  } else {
    out += "<path class=\"edge\" d=\"M" + std::to_string(to - 8) + " " + std::to_string(y - 6) +
           "l8 6l-8 6\"/>";
  }
  const LinkCounts counts = count_evidence(link);
  const int middle = (from + to) / 2;
  out += svg_text(middle, y - 10, "small", text_of(link, "relation"));
  out += svg_text(middle, y + 20, "small",
                  std::to_string(counts.supporting) + " for, " +
                      std::to_string(counts.contradicting) + " against");
  return out;
}

int weakest_link(const Json& links) {
  int weakest = -1;
  int least = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const LinkCounts counts = count_evidence(links[i]);
    const int balance = counts.supporting - counts.contradicting;
    if (weakest < 0 || balance < least) {
      weakest = static_cast<int>(i);
      least = balance;
    }
  }
  return weakest;
}

}  // namespace

std::string chain_svg(const Json& hypothesis, int number) {
  const Json& links = member(hypothesis, "links");
  const std::string id = "chain" + std::to_string(number);
  const int width = node_x(3) + kNodeWidth + 4;
  std::string said;
  for (const char* role : kRoles) {
    const std::string name = text_of(hypothesis, role);
    if (!name.empty()) said += (said.empty() ? "" : ", then ") + name;
  }
  std::string out =
      "<svg viewBox=\"0 0 " + std::to_string(width) + " " + std::to_string(kTop + kNodeHeight + 8) +
      "\" role=\"img\" aria-labelledby=\"" + id + "t " + id + "d\"><title id=\"" + id +
      "t\">Mechanism chain</title><desc id=\"" + id + "d\">" + escape(said) + "</desc>";
  for (int i = 0; i < 4; ++i)
    out += node(i, text_of(hypothesis, kRoles[static_cast<std::size_t>(i)]));
  if (links.is_array()) {
    const int weakest = weakest_link(links);
    for (int i = 0; i < 3 && i < static_cast<int>(links.size()); ++i) {
      out += edge(i, links[static_cast<std::size_t>(i)], i == weakest);
    }
  }
  return out + "</svg>";
}

}  // namespace ev::output
