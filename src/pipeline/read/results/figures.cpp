#include "pipeline/read/results/figures.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <cmath>

namespace ev::read {

namespace {

constexpr double kRounding = 1.6;          // per cent between a share and its counts
constexpr std::size_t kWordsInFigure = 8;  // between the parts of one figure

// What "+/-" or brackets hold, where the sentence says so.
enum class DispersionName { unknown, sd, se };
DispersionName dispersion_name(const Sentence& s) {
  DispersionName out = DispersionName::unknown;
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const std::string& word = s.tokens[i].folded;
    const bool standard = word == "standard" && i + 1 < s.tokens.size();
    if (word == "sd" || (standard && s.tokens[i + 1].folded.starts_with("deviation")))
      out = DispersionName::sd;
    if (word == "se" || word == "sem" || (standard && s.tokens[i + 1].folded.starts_with("error")))
      out = DispersionName::se;
  }
  return out;
}

class FigureBuilder {
 public:
  FigureBuilder(const Sentence& s, const std::vector<NumberRole>& roles,
                const Statistics& statistics)
      : s_(s), roles_(roles), statistics_(statistics), dispersion_(dispersion_name(s)) {}

  std::vector<Figure> build() {
    for (std::size_t i = 0; i < roles_.size(); ++i) add(i);
    for (Figure& figure : out_) {
      add_interval(figure);
      figure.after_change = is_after_change(figure);
    }
    return std::move(out_);
  }

 private:
  const doc::Number& n(std::size_t i) const { return s_.numbers[i]; }

  void add(std::size_t i) {
    switch (roles_[i]) {
      case NumberRole::other:
        return;
      case NumberRole::events:
        if (!joins_share(i)) begin(i, FigureKind::count, {.events = n(i).value});
        return;
      case NumberRole::percent:
        if (!joins_count(i)) begin(i, FigureKind::share, {.percent = n(i).value});
        return;
      case NumberRole::size:
        join_size(i);
        return;
      case NumberRole::mean:
        begin(i, FigureKind::quantity, {.mean = n(i).value});
        return;
      case NumberRole::median:
        begin(i, FigureKind::quantity, {.median = n(i).value});
        return;
      case NumberRole::dispersion:
        join_dispersion(i);
        return;
    }
  }
  void begin(std::size_t i, FigureKind kind, const ArmCell& cell) {
    out_.push_back({.kind = kind, .at = {n(i).begin, behind(i)}, .cell = cell});
  }
  // Past the percent sign or word.
  std::size_t behind(std::size_t i) const {
    const std::size_t end = n(i).end;
    if (!n(i).percent) return end;
    const std::size_t at = doc::skip_blanks(s_.text, end);
    if (at < s_.text.size() && s_.text[at] == '%') return at + 1;
    const std::size_t token = s_.token_from(end);
    if (token >= s_.tokens.size() || !s_.tokens[token].folded.starts_with("per")) return end;
    const bool two = s_.tokens[token].folded == "per" && token + 1 < s_.tokens.size();
    return s_.tokens[token + (two ? 1 : 0)].end;
  }

  // "8.7 events per 1000 patient-years": of time, no mean of people. The unit may stand behind the
  // last of several.
  bool is_rate(std::size_t i) const {
    const std::size_t from = s_.token_from(n(i).end);
    for (std::size_t k = from; k + 1 < s_.tokens.size() && k < from + 5; ++k) {
      if (s_.has_any({n(i).end, s_.tokens[k].begin}, ",;()")) return false;
      if (s_.tokens[k].folded == "per" && doc::is_digit(s_.tokens[k + 1].folded.front()))
        return true;
    }
    return false;
  }

  // The figure just begun, where number i may be a part of it.
  Figure* open_figure(std::size_t i) {
    if (out_.empty()) return nullptr;
    const Range gap{out_.back().at.end, n(i).begin};
    if (gap.begin > gap.end) return nullptr;
    const std::size_t words = s_.token_from(gap.end) - s_.token_from(gap.begin);
    const bool numbers = doc::first_number_from(s_.numbers, gap.begin) < i || s_.has_any(gap, ";:");
    return words > kWordsInFigure || numbers ? nullptr : &out_.back();
  }
  static bool fit(double events, double size, double percent) {
    return size > 0 && std::abs(100 * events / size - percent) <= kRounding;
  }
  // "30% (12 of 40)"
  bool joins_share(std::size_t i) {
    Figure* const figure = open_figure(i);
    if (figure == nullptr || figure->kind != FigureKind::share || figure->cell.events) return false;
    const Range gap{figure->at.end, n(i).begin};
    if (!s_.has_any(gap, "([,") || s_.token_from(gap.end) - s_.token_from(gap.begin) > 1)
      return false;
    figure->cell.events = n(i).value;
    figure->at.end = behind(i);
    return true;
  }
  // "12 (30%)", "12 of 40 (30%)", "40 women given tea (2%)"
  bool joins_count(std::size_t i) {
    Figure* const figure = open_figure(i);
    if (figure == nullptr || !figure->cell.events || figure->cell.percent) return false;
    const Range gap{figure->at.end, n(i).begin};
    const bool opened = s_.text[n(i).begin - 1] == '(' || s_.text[n(i).begin - 1] == '[';
    const bool beside = s_.token_from(gap.end) - s_.token_from(gap.begin) <= 1;
    if (!opened && !beside) return false;
    if (s_.has_any(gap, ")")) return false;
    if (figure->cell.n && !fit(*figure->cell.events, *figure->cell.n, n(i).value)) return false;
    figure->cell.percent = n(i).value;
    figure->kind = FigureKind::share;
    figure->at.end = behind(i);
    return true;
  }
  void join_size(std::size_t i) {
    Figure* const figure = open_figure(i);
    if (figure == nullptr || figure->cell.n) return;
    const ArmCell& cell = figure->cell;
    if (!cell.events && !cell.percent) return;
    if (cell.events && *cell.events > n(i).value) return;
    if (cell.events && cell.percent && !fit(*cell.events, n(i).value, *cell.percent)) return;
    figure->cell.n = n(i).value;
    figure->kind = FigureKind::share;
    figure->at.end = behind(i);
  }
  void join_dispersion(std::size_t i) {
    Figure* const figure = open_figure(i);
    if (figure == nullptr || !(figure->cell.mean || figure->cell.median)) return;
    ArmCell& cell = figure->cell;
    if (cell.sd || cell.se || cell.plus_minus) return;
    std::string name;
    for (const doc::Token& token : doc::tokenize(s_.slice({figure->at.end, n(i).begin})))
      name = token.folded;
    const bool sd =
        name == "sd" || (name != "se" && name != "sem" && dispersion_ == DispersionName::sd);
    const bool se = name == "se" || name == "sem" || (!sd && dispersion_ == DispersionName::se);
    (sd ? cell.sd : se ? cell.se : cell.plus_minus) = std::abs(n(i).value);  // "+/-5"
    figure->kind = FigureKind::mean;
    figure->at.end = behind(i);
  }
  // The arm's own interval behind it, and the bracket it stands in.
  void add_interval(Figure& figure) const {
    for (const Interval& interval : statistics_.intervals) {
      if (interval.at.begin < figure.at.end || interval.at.begin - figure.at.end > 16) continue;
      const Range gap{figure.at.end, interval.at.begin};
      const std::size_t words = s_.token_from(gap.end) - s_.token_from(gap.begin);
      if (!s_.has_any(gap, ")0123456789") && words <= (s_.has_any(gap, "(") ? 1U : 2U))
        figure.at.end = interval.at.end;
    }
  }
  // The second of "from 5.2 to 3.1".
  bool is_after_change(const Figure& figure) const {
    const std::size_t token = s_.token_from(figure.at.begin);
    if (token == 0 || s_.tokens[token - 1].folded != "to") return false;
    for (std::size_t i = token - 1; i > 0 && i + 9 > token; --i) {
      if (s_.tokens[i - 1].folded == "from") return true;
    }
    return false;
  }

  const Sentence& s_;
  const std::vector<NumberRole>& roles_;
  const Statistics& statistics_;
  DispersionName dispersion_;
  std::vector<Figure> out_;
};

}  // namespace

std::vector<Figure> figures_in(const Sentence& sentence, const std::vector<NumberRole>& roles,
                               const Statistics& statistics) {
  return FigureBuilder(sentence, roles, statistics).build();
}

}  // namespace ev::read
