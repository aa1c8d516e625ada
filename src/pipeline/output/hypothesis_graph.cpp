#include "pipeline/output/hypothesis_graph.hpp"

#include "base/text.hpp"
#include "pipeline/output/html.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace ev::output {

namespace {

constexpr int kColumns = 4;
constexpr int kBoxWidth = 184;
constexpr int kBoxHeight = 56;
constexpr int kColumnStep = 346;
constexpr int kRowStep = 116;
constexpr int kMargin = 6;
constexpr int kHeadHeight = 34;
constexpr int kPortStep = 16;
constexpr std::size_t kBoxCharacters = 19;
constexpr std::array<const char*, kColumns> kHeads = {"Drug", "Target", "Pathway", "Effect"};
constexpr std::array<const char*, kColumns> kLevels = {"drug", "target", "pathway", "effect"};

struct Node {
  int column = 0;
  std::string name;  // "" = not stated
  int row = 0;
  double y = 0;  // middle
};

struct Edge {
  std::size_t from = 0, to = 0;
  const Json* verdict = nullptr;  // null: leads to or from a level that is not stated
  double y1 = 0, y2 = 0;          // where it leaves and arrives
};

std::string whole(double v) {
  return std::to_string(std::lround(v));
}

std::string count_text(const Json& verdict) {
  return text_of(verdict, "supporting_records") + " for, " +
         text_of(verdict, "contradicting_records") + " against";
}

bool lowers(const Json& verdict) {
  return number_of(verdict, "sign", 1) < 0;
}

class Graph {
 public:
  explicit Graph(const Json& hypotheses) {
    if (!hypotheses.is_array()) return;
    for (const Json& h : hypotheses) add(h);
    lay_out();
  }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  int rows() const { return rows_; }

 private:
  std::size_t node(int column, const std::string& name, const std::string& key) {
    const auto [it, is_new] = known_.emplace(std::to_string(column) + "/" + key, nodes_.size());
    if (is_new) nodes_.push_back({.column = column, .name = name, .row = count_[column]++});
    return it->second;
  }

  void join(std::size_t from, std::size_t to, const Json* verdict) {
    const std::string sign =
        verdict == nullptr ? "?" : text_of(*verdict, "relation") + (lowers(*verdict) ? "-" : "+");
    const std::string key = std::to_string(from) + ">" + std::to_string(to) + sign;
    if (joined_.emplace(key, edges_.size()).second)
      edges_.push_back({.from = from, .to = to, .verdict = verdict});
  }

  // The levels a hypothesis states are the ends of its links, in order; a level in between that no
  // sentence states is an empty box of its own.
  void add(const Json& h) {
    std::vector<int> columns;
    for (int c = 0; c < kColumns; ++c) {
      if (!text_of(h, kLevels[static_cast<std::size_t>(c)]).empty()) columns.push_back(c);
    }
    const Json& links = member(member(h, "test"), "links");
    if (!links.is_array() || links.empty()) return;
    const std::string id = text_of(h, "hypothesis_id");
    for (std::size_t i = 0; i < links.size() && i + 1 < columns.size(); ++i) {
      const Json& verdict = links[i];
      const std::string from = text_of(verdict, "from");
      const std::string to = text_of(verdict, "to");
      std::size_t at = node(columns[i], from, from);
      for (int c = columns[i] + 1; c < columns[i + 1]; ++c) {
        const std::size_t gap = node(c, "", "gap " + id);
        join(at, gap, nullptr);
        at = gap;
      }
      join(at, node(columns[i + 1], to, to), &verdict);
    }
  }

  void lay_out() {
    for (const auto& [column, n] : count_) rows_ = std::max(rows_, n);
    for (Node& n : nodes_) {
      const double start = (rows_ - count_[n.column]) * kRowStep / 2.0;
      n.y = kHeadHeight + start + n.row * kRowStep + kRowStep / 2.0;
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      fan(n, true);
      fan(n, false);
    }
  }

  // Edges at one side of a box come apart, in the order of their other ends.
  void fan(std::size_t n, bool leaving) {
    std::vector<Edge*> here;
    for (Edge& e : edges_) {
      if ((leaving ? e.from : e.to) == n) here.push_back(&e);
    }
    std::stable_sort(here.begin(), here.end(), [&](const Edge* a, const Edge* b) {
      return nodes_[leaving ? a->to : a->from].y < nodes_[leaving ? b->to : b->from].y;
    });
    for (std::size_t i = 0; i < here.size(); ++i) {
      const double off =
          (static_cast<double>(i) - (static_cast<double>(here.size()) - 1) / 2) * kPortStep;
      (leaving ? here[i]->y1 : here[i]->y2) = nodes_[n].y + off;
    }
  }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::map<std::string, std::size_t> known_, joined_;
  std::map<int, int> count_;
  int rows_ = 0;
};

std::string svg_label(double x, double y, const char* css, std::string_view content) {
  return "<text x=\"" + whole(x) + "\" y=\"" + whole(y) + "\" text-anchor=\"middle\" class=\"" +
         css + "\">" + escape(content) + "</text>";
}

double left_of(int column) {
  return kMargin + column * kColumnStep;
}

// At most two lines, broken between words.
std::array<std::string, 2> in_two_lines(const std::string& name) {
  std::array<std::string, 2> lines;
  std::size_t at = 0;
  for (const std::string& word : text::split(name, ' ')) {
    const std::size_t length = text::code_points(lines[0]) + 1 + text::code_points(word);
    if (at == 0 && !lines[0].empty() && length > kBoxCharacters) at = 1;
    lines[at] += (lines[at].empty() ? "" : " ") + word;
  }
  for (std::string& line : lines) line = text::ellipsize(line, kBoxCharacters + 1);
  return lines;
}

std::string box(const Node& node) {
  const double x = left_of(node.column);
  const double middle = x + kBoxWidth / 2.0;
  std::string out = "<g><title>" + escape(node.name.empty() ? "not stated" : node.name) +
                    "</title><rect class=\"" + (node.name.empty() ? "node gap" : "node") +
                    "\" x=\"" + whole(x) + "\" y=\"" + whole(node.y - kBoxHeight / 2.0) +
                    "\" width=\"" + std::to_string(kBoxWidth) + "\" height=\"" +
                    std::to_string(kBoxHeight) + "\" rx=\"8\"/>";
  if (node.name.empty()) return out + svg_label(middle, node.y + 4, "small", "not stated") + "</g>";
  const auto [first, second] = in_two_lines(node.name);
  if (second.empty()) return out + svg_label(middle, node.y + 5, "name", first) + "</g>";
  return out + svg_label(middle, node.y - 4, "name", first) +
         svg_label(middle, node.y + 15, "name", second) + "</g>";
}

// Middle of an edge's words, and how much room they take.
struct Label {
  double x = 0, y = 0;
};
constexpr double kLabelWidth = 116;
constexpr double kLabelHeight = 40;

double overlap(const Label& a, const Label& b) {
  const double wide = kLabelWidth - std::abs(a.x - b.x);
  const double high = kLabelHeight - std::abs(a.y - b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

class Drawing {
 public:
  explicit Drawing(const Graph& graph) : graph_(graph) {}

  std::string edges() {
    std::string lines;
    std::string labels;
    for (const Edge& edge : graph_.edges()) {
      lines += line(edge);
      if (edge.verdict != nullptr) labels += label(edge);
    }
    return lines + labels;  // words above all lines
  }

 private:
  double x1(const Edge& e) const { return left_of(graph_.nodes()[e.from].column) + kBoxWidth + 3; }
  double x2(const Edge& e) const { return left_of(graph_.nodes()[e.to].column) - 3; }

  static std::string css(const Edge& e) {
    if (e.verdict == nullptr) return "edge none";
    const std::string status = text_of(*e.verdict, "status");
    for (const char* known : {"supported", "contested", "refuted", "insufficient", "proposed"}) {
      if (status == known) return "edge " + status;
    }
    return "edge";
  }

  std::string line(const Edge& e) const {
    const double from = x1(e);
    const double to = x2(e);
    const double bend = (from + to) / 2;
    const double weight = e.verdict == nullptr ? 0 : number_of(*e.verdict, "weight_for");
    const double width = 1.5 + 1.5 * std::min(weight, 3.0);
    std::string out = "<path class=\"" + css(e) + "\" style=\"stroke-width:" + two_digits(width) +
                      "\" d=\"M" + whole(from) + " " + whole(e.y1) + "C" + whole(bend) + " " +
                      whole(e.y1) + " " + whole(bend) + " " + whole(e.y2) + " " + whole(to) + " " +
                      whole(e.y2) + "\"/>";
    if (e.verdict == nullptr) return out;
    const std::string end = lowers(*e.verdict)
                                ? "M" + whole(to) + " " + whole(e.y2 - 8) + "v16"
                                : "M" + whole(to - 10) + " " + whole(e.y2 - 6) + "l10 6l-10 6";
    return out + "<path class=\"" + css(e) + " head\" d=\"" + end + "\"/>";
  }

  // The point of the curve where the words would stand.
  Label at(const Edge& e, double t) const {
    const double from = x1(e);
    const double to = x2(e);
    const double s = 1 - t;
    const double bend = (from + to) / 2;
    const double x = s * s * s * from + 3 * s * t * bend + t * t * t * to;
    return {std::clamp(x, from + kLabelWidth / 2 - 8, to - kLabelWidth / 2 + 8),
            s * s * (s + 3 * t) * e.y1 + t * t * (t + 3 * s) * e.y2};
  }

  // In the bend of a sloping curve, which lies on its other side.
  std::optional<Label> in_bend(const Edge& e) const {
    constexpr double kSlope = 24;
    if (std::abs(e.y2 - e.y1) < kSlope) return std::nullopt;
    return Label{x1(e) + kLabelWidth / 2 - 8, e.y2 + (e.y2 < e.y1 ? -14.0 : 12.0)};
  }

  // On the curve or close to it, where it covers least of the others.
  std::string label(const Edge& e) {
    Label best;
    double least = -1;
    if (const auto bend = in_bend(e)) {
      best = *bend;
      least = 0;
      for (const Label& other : taken_) least += overlap(best, other);
    }
    for (const double aside : {0.0, -14.0, 14.0}) {
      for (const double t : {0.5, 0.36, 0.64, 0.24, 0.76, 0.14, 0.86}) {
        Label here = at(e, t);
        here.y += aside;
        double covered = 0;
        for (const Label& other : taken_) covered += overlap(here, other);
        if (least >= 0 && covered >= least) continue;
        best = here;
        least = covered;
      }
    }
    taken_.push_back(best);
    const std::string counts = text_of(*e.verdict, "supporting_records") + " : " +
                               text_of(*e.verdict, "contradicting_records");
    return svg_label(best.x, best.y - 9, "halo", text_of(*e.verdict, "relation")) +
           svg_label(best.x, best.y + 17, "halo small",
                     text_of(*e.verdict, "status") + " " + counts);
  }

  const Graph& graph_;
  std::vector<Label> taken_;
};

std::string sentence(const Json& v) {
  return text_of(v, "from") + " " + text_of(v, "relation") + " " + text_of(v, "to") + ": " +
         text_of(v, "status") + ", " + count_text(v) + ". ";
}

std::string species_text(const Json& verdict) {
  std::string out;
  for (const auto& [species, counts] : member(verdict, "by_species").items()) {
    const int n = static_cast<int>(number_of(counts, "supporting"));
    const int against = static_cast<int>(number_of(counts, "contradicting"));
    if (n + against == 0) continue;
    out += (out.empty() ? "" : "; ") + species + " " + std::to_string(n);
    if (against > 0) out += " (" + std::to_string(against) + " against)";
  }
  return out;
}

}  // namespace

std::string hypothesis_graph(const Json& hypotheses) {
  const Graph graph(hypotheses);
  if (graph.edges().empty()) return {};
  const int width = 2 * kMargin + (kColumns - 1) * kColumnStep + kBoxWidth;
  const int height = kHeadHeight + graph.rows() * kRowStep + kMargin;
  std::string said;
  for (const Edge& e : graph.edges()) {
    if (e.verdict != nullptr) said += sentence(*e.verdict);
  }
  std::string out = "<svg class=\"graph\" viewBox=\"0 0 " + std::to_string(width) + " " +
                    std::to_string(height) +
                    "\" role=\"img\" aria-labelledby=\"graph-t graph-d\"><title id=\"graph-t\">"
                    "Hypothesis graph</title><desc id=\"graph-d\">" +
                    escape(said) + "</desc>";
  for (int c = 0; c < kColumns; ++c)
    out += svg_label(left_of(c) + kBoxWidth / 2.0, 18, "role", kHeads[static_cast<std::size_t>(c)]);
  out += Drawing(graph).edges();
  for (const Node& node : graph.nodes()) out += box(node);
  return out + "</svg>";
}

std::string link_table(const Json& hypotheses) {
  const Graph graph(hypotheses);
  std::string rows;
  for (const Edge& e : graph.edges()) {
    if (e.verdict == nullptr) continue;
    const Json& v = *e.verdict;
    const Json& interval = member(v, "interval");
    const bool has_interval = interval.is_array() && interval.size() == 2 &&
                              interval[0].is_number() && interval[1].is_number();
    rows += "<tr><td>" +
            escape(text_of(v, "from") + " " + text_of(v, "relation") + " " + text_of(v, "to")) +
            "</td><td class=\"status " + escape(text_of(v, "status")) + "\">" +
            escape(text_of(v, "status")) + "</td><td class=\"num\">" +
            escape(text_of(v, "supporting_records")) + "</td><td class=\"num\">" +
            escape(text_of(v, "contradicting_records")) + "</td><td class=\"num\">" +
            two_digits(number_of(v, "weight_for")) + " : " +
            two_digits(number_of(v, "weight_against")) + "</td><td class=\"num\">" +
            (has_interval ? two_digits(interval[0].get<double>()) + "–" +
                                two_digits(interval[1].get<double>())
                          : "") +
            "</td><td class=\"num\">" +
            (has(v, "independent_groups") ? escape(text_of(v, "independent_groups")) : "unknown") +
            "</td><td>" + escape(species_text(v)) + "</td></tr>";
  }
  if (rows.empty()) return {};
  return "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Link</th><th scope=\"col\">"
         "Status</th><th scope=\"col\" class=\"num\">For</th><th scope=\"col\" class=\"num\">"
         "Against</th><th scope=\"col\" class=\"num\">Weight</th><th scope=\"col\" class=\"num\">"
         "95% interval</th><th scope=\"col\" class=\"num\">Groups</th><th scope=\"col\">Species"
         "</th></tr></thead><tbody>" +
         rows + "</tbody></table></div>";
}

}  // namespace ev::output
