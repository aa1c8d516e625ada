#include "pipeline/read/results/figure_grammar.hpp"

#include "base/text.hpp"
#include "pipeline/read/results/figures.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

struct GuessedFigure {
  FigureKind kind = FigureKind::quantity;
  Range at;
  ArmCell cell;
  bool baseline = false;      // the first of "from 5 to 3"
  bool after_change = false;  // the second
};

class FigureGrammar {
 public:
  FigureGrammar(const Sentence& s, const Statistics& statistics)
      : s_(s), taken_(statistics.taken), statistics_(statistics) {}

  std::vector<GuessedFigure> read() {
    find_dispersion_name();
    for (std::size_t i = 0; i < s_.numbers.size(); ++i) {
      if (taken_[i]) continue;
      if (!share_of(i) && !percents(i) && !count_with_percent(i) && !with_dispersion(i)) plain(i);
    }
    join_percents();
    join_changes();
    return std::move(out_);
  }

 private:
  const doc::Number& n(std::size_t i) const { return s_.numbers[i]; }
  bool has(std::size_t i) const { return i < s_.numbers.size() && !taken_[i]; }
  std::string_view between(std::size_t i) const {  // numbers i and i + 1
    return s_.slice({behind(i), n(i + 1).begin});
  }
  // Past the percent sign or word.
  std::size_t behind(std::size_t i) const {
    std::size_t end = n(i).end;
    if (!n(i).percent) return end;
    const std::size_t at = doc::skip_blanks(s_.text, end);
    if (at < s_.text.size() && s_.text[at] == '%') return at + 1;
    const std::size_t token = s_.token_from(end);
    if (token < s_.tokens.size() && s_.tokens[token].folded.starts_with("per")) {
      end = s_.tokens[token].end;
      if (s_.tokens[token].folded == "per" && token + 1 < s_.tokens.size())
        end = s_.tokens[token + 1].end;
    }
    return end;
  }
  std::string_view word_after(std::size_t byte) const {
    const std::size_t token = s_.token_from(byte);
    return token < s_.tokens.size() ? std::string_view(s_.tokens[token].folded)
                                    : std::string_view();
  }
  std::string_view word_before(std::size_t byte, std::size_t back = 1) const {
    const std::size_t token = s_.token_from(byte);
    return token >= back ? std::string_view(s_.tokens[token - back].folded) : std::string_view();
  }
  // Nothing but blanks in between.
  std::string_view word_just_before(std::size_t byte) const {
    const std::size_t token = s_.token_from(byte);
    if (token == 0 ||
        s_.slice({s_.tokens[token - 1].end, byte}).find_first_not_of(' ') != std::string_view::npos)
      return {};
    return s_.tokens[token - 1].folded;
  }
  char sign_before(std::size_t byte) const {
    const std::size_t at = s_.text.find_last_not_of(" ", byte == 0 ? 0 : byte - 1);
    return byte == 0 || at == std::string_view::npos ? '\0' : s_.text[at];
  }

  void add(FigureKind kind, std::size_t first, std::size_t last, ArmCell cell) {
    GuessedFigure figure{.kind = kind, .at = {n(first).begin, behind(last)}, .cell = cell};
    for (std::size_t i = first; i <= last; ++i) taken_[i] = true;
    // The arm's own interval behind it, and the bracket it stands in.
    for (const Interval& interval : statistics_.intervals) {
      if (interval.at.begin < figure.at.end || interval.at.begin - figure.at.end > 16) continue;
      const Range gap{figure.at.end, interval.at.begin};
      const bool bracket = s_.has_any(gap, "(");
      const std::size_t words = s_.token_from(gap.end) - s_.token_from(gap.begin);
      if (!s_.has_any(gap, ")0123456789") && words <= (bracket ? 1U : 2U))
        figure.at.end = interval.at.end;
    }
    out_.push_back(figure);
  }

  // A limit, a time, a dose, a grade: no value of an arm.
  bool is_other(std::size_t i) const {
    const doc::Number& number = n(i);
    if (number.glued_after || number.hyphen_after) return true;
    const char sign = sign_before(number.begin);
    if (sign == '<' || sign == '>' || sign == '=' || sign == '#') return true;
    if (number.begin >= 3 &&
        (s_.text.substr(number.begin - 3, 3) == "≥" || s_.text.substr(number.begin - 3, 3) == "≤"))
      return true;
    static const WordSet kBefore = WordSet::listed("figures: before");
    const std::string_view before = word_just_before(number.begin);
    static const WordSet kHeads("group groups category no");
    const bool of_group = number.percent && kHeads.has(before);
    if (kBefore.has(before) && !of_group && before != "to" && before != "about" &&
        before != "approximately") {
      if (!(before == "than" && number.percent)) return true;
      if (word_before(number.begin, 2) == "less" || word_before(number.begin, 2) == "more" ||
          word_before(number.begin, 2) == "greater")
        return true;
    }
    const bool ranges = i + 1 < s_.numbers.size() && before != "from" &&
                        joins_bounds(s_.slice({behind(i), n(i + 1).begin}));
    const bool ranged = i > 0 && joins_bounds(s_.slice({behind(i - 1), number.begin})) &&
                        word_just_before(n(i - 1).begin) != "from";
    if (ranges || ranged) return true;
    if (i + 1 < s_.numbers.size() && is_dash(s_.slice({number.end, n(i + 1).begin}))) return true;
    if (i > 0 && is_dash(s_.slice({n(i - 1).end, number.begin}))) return true;
    if (is_rate(number)) return true;
    const std::string_view unit = word_after(number.end);
    static const WordSet kDose("mg microg mcg ug g kg iu milligrams grams");
    if (!number.percent && kDose.has(unit)) {
      const std::size_t token = s_.token_from(number.end);
      const std::string_view next =
          token + 1 < s_.tokens.size() ? std::string_view(s_.tokens[token + 1].folded) : "";
      static const WordSet kPer("dl l ml 100 m2 cm2 kg1 24");
      if (unit != "kg" && !kPer.has(next)) return true;
    }
    return false;
  }
  // "8.7 events per 1000", "8.7 per 100 patient-years": of time, or of another thing than people.
  bool is_rate(const doc::Number& number) const {
    const std::size_t from = s_.token_from(number.end);
    for (std::size_t i = from; i + 1 < s_.tokens.size() && i < from + 3; ++i) {
      if (s_.has_any({number.end, s_.tokens[i].begin}, ",;()")) return false;
      if (s_.tokens[i].folded == "per" && doc::is_digit(s_.tokens[i + 1].folded.front()))
        return true;
    }
    return false;
  }
  static bool joins_bounds(std::string_view gap) { return gap == " to " || gap == " to +"; }
  static bool is_dash(std::string_view gap) {
    return gap == "-" || gap == "–" || gap == "—" || gap == " - " || gap == " – ";
  }
  bool is_time(std::size_t i) const {
    if (has(i + 1) && is_joint(i) && is_time(i + 1, n(i).begin)) return true;
    return is_time(i, n(i).begin);
  }
  // "1 and 2 weeks"
  bool is_joint(std::size_t i) const {
    const std::string_view gap = s_.slice({n(i).end, n(i + 1).begin});
    return gap == " and " || gap == " or " || gap == ", " || gap == " to ";
  }
  bool is_time(std::size_t i, std::size_t begin) const {
    if (!time_words().has(word_after(n(i).end))) return false;
    static const WordSet kBefore = WordSet::listed("figures: before too");
    if (kBefore.has(word_just_before(begin))) return true;
    // "24 h blood pressure": what the time is of follows.
    const std::size_t unit = s_.token_from(n(i).end);
    if (unit + 1 >= s_.tokens.size()) return false;
    static const WordSet kGoesOn = WordSet::listed("figures: goes on");
    const std::string_view gap = s_.slice({s_.tokens[unit].end, s_.tokens[unit + 1].begin});
    return gap == " " && !kGoesOn.has(s_.tokens[unit + 1].folded);
  }

  // "12 of 40", "12/40", "12 out of the 40 patients", then perhaps "(30%)".
  bool share_of(std::size_t i) {
    if (!has(i + 1) || !n(i).integer || !n(i + 1).integer || n(i).percent || n(i + 1).percent)
      return false;
    if (n(i).value < 0 || n(i).value > n(i + 1).value || n(i + 1).hyphen_after ||
        n(i + 1).glued_after)
      return false;
    const std::string_view gap = between(i);
    static constexpr std::string_view kOf[] = {
        " of ",          " of the ",          " out of ",     "/",         " / ", " of all ",
        " patients of ", " patients out of ", " out of the ", " of these "};
    if (std::find(std::begin(kOf), std::end(kOf), gap) == std::end(kOf)) return false;
    if (sign_before(n(i).begin) == '<' || sign_before(n(i).begin) == '>') return false;
    const bool slash = gap.find('/') != std::string_view::npos;
    const std::string_view unit = word_after(n(i + 1).end);
    if (slash &&
        (unit == "mm" || unit == "mmhg" || unit == "mg" || time_words().has(unit) || unit == "kpa"))
      return false;
    const char next = n(i + 1).end < s_.text.size() ? s_.text[n(i + 1).end] : ' ';
    if (slash && (next == '/' || n(i + 1).value < 4 || sign_before(n(i).begin) == '/'))
      return false;
    static const WordSet kTimes = WordSet::listed("figures: times");
    if (kTimes.has(unit)) return false;
    ArmCell cell{.n = n(i + 1).value, .events = n(i).value};
    std::size_t last = i + 1;
    if (has(i + 2) && n(i + 2).percent && is_beside(i + 1)) {
      if (std::abs(100 * n(i).value / n(i + 1).value - n(i + 2).value) > 1.6) return false;
      cell.percent = n(i + 2).value;
      last = i + 2;
    }
    add(FigureKind::share, i, last, cell);
    return true;
  }
  // "40 (30%", "40, 30%", "40 patients (30%".
  bool is_beside(std::size_t i) const {
    const Range gap{n(i).end, n(i + 1).begin};
    if (s_.has_any(gap, ")")) return false;
    const std::size_t words = s_.token_from(gap.end) - s_.token_from(gap.begin);
    const std::string_view written = s_.slice(gap);
    if (words == 1 && s_.has_word(gap, people_words()) && !s_.has_any(gap, "(")) return true;
    if (written == ", " || written == "; " || written == " [" || written == " (" ||
        written == " or " || written == " = ")
      return true;
    return words <= 2 && written.ends_with("(") && (words == 0 || s_.has_word(gap, people_words()));
  }

  // "30% (12 of 40)", "30%", and the first of "30 and 40%", "30/40%", "30 vs 40%".
  bool percents(std::size_t i) {
    if (n(i).percent) {
      if (is_other(i) || is_bound(i)) return taken_[i] = true;
      ArmCell cell{.percent = n(i).value};
      if (n(i).value < 0 || n(i).value > 100) return taken_[i] = true;
      if (has(i + 2) && n(i + 1).integer && n(i + 2).integer && is_bracketed_share(i)) {
        cell.events = n(i + 1).value;
        cell.n = n(i + 2).value;
        add(FigureKind::share, i, i + 2, cell);
        return true;
      }
      const std::string_view gap = has(i + 1) ? between(i) : std::string_view();
      if (has(i + 1) && (gap == " +/- " || gap == " ± " || gap == "+/-" || gap == "±")) {
        taken_[i + 1] = true;  // a mean per cent: of what is not known
        return taken_[i] = true;
      }
      add(FigureKind::share, i, i, cell);
      return true;
    }
    if (!has(i + 1) || !n(i + 1).percent || n(i).value > 100) return false;
    const std::string_view gap = s_.slice({n(i).end, n(i + 1).begin});
    static constexpr std::string_view kJoints[] = {" and ",    "/",   " vs ", " vs. ",
                                                   " versus ", " v ", " or "};
    if (std::find(std::begin(kJoints), std::end(kJoints), gap) == std::end(kJoints)) return false;
    if (is_other(i) || is_other(i + 1)) return false;
    add(FigureKind::share, i, i, ArmCell{.percent = n(i).value});
    return true;
  }
  bool is_bracketed_share(std::size_t i) const {
    const std::string_view open = s_.slice({behind(i), n(i + 1).begin});
    const std::string_view of = s_.slice({n(i + 1).end, n(i + 2).begin});
    const bool opens = open == " (" || open == " [" || open == ", " || open == "; ";
    const bool joins = of == "/" || of == " of " || of == " out of " || of == " of the ";
    return opens && joins && n(i + 1).value <= n(i + 2).value &&
           std::abs(100 * n(i + 1).value / n(i + 2).value - n(i).value) <= 1.6;
  }
  // "by 30%", "30% reduction", "30% lower": a change, not a share of people.
  bool is_bound(std::size_t i) const {
    const std::string_view before = word_just_before(n(i).begin);
    static const WordSet kAgents("reported achieved experienced attained noted shown");
    const bool of_people = word_after(behind(i)) == "of" || kAgents.has(word_before(n(i).begin, 2));
    if (before == "by" && !of_people) return true;
    static const WordSet kChange = WordSet::listed("figures: change");
    const std::string_view after = word_after(behind(i));
    static const WordSet kWhole("of");
    if (kWhole.has(after)) return false;
    return kChange.has(after);
  }

  // "12 (30%)", "12 patients (30%)", "12 (30%) of 40".
  bool count_with_percent(std::size_t i) {
    if (!has(i + 1) || !n(i).integer || n(i).percent || !n(i + 1).percent || n(i).value < 0)
      return false;
    if (n(i).glued_after || n(i).hyphen_after || is_bound(i + 1)) return false;
    const Range gap{n(i).end, n(i + 1).begin};
    const std::string_view written = s_.slice(gap);
    const std::size_t words = s_.token_from(gap.end) - s_.token_from(gap.begin);
    if (!written.ends_with("(") && !written.ends_with("[")) return false;
    if (s_.has_any(gap, ",;)") || words > 3) return false;
    if (words > 0 && !s_.has_word(gap, people_words())) return false;
    ArmCell cell{.events = n(i).value, .percent = n(i + 1).value};
    std::size_t last = i + 1;
    if (has(i + 2) && n(i + 2).integer && !n(i + 2).percent) {
      const std::string_view of = s_.slice({behind(i + 1), n(i + 2).begin});
      if ((of == ") of " || of == "] of " || of == ") of the ") && n(i + 2).value >= n(i).value &&
          std::abs(100 * n(i).value / n(i + 2).value - n(i + 1).value) <= 1.6) {
        cell.n = n(i + 2).value;
        last = i + 2;
      }
    }
    add(FigureKind::share, i, last, cell);
    return true;
  }

  // What "+/-" or brackets hold, where the sentence says so.
  enum class Dispersion { unknown, sd, se };
  void find_dispersion_name() {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      const std::string& word = s_.tokens[i].folded;
      const bool standard = word == "standard" && i + 1 < s_.tokens.size();
      if (word == "sd" || (standard && s_.tokens[i + 1].folded.starts_with("deviation")))
        dispersion_ = Dispersion::sd;
      if (word == "se" || word == "sem" ||
          (standard && s_.tokens[i + 1].folded.starts_with("error")))
        dispersion_ = Dispersion::se;
      if ((word == "sd" || word == "se" || word == "sem" || standard) && i > 0 &&
          s_.slice({s_.tokens[i - 1].end, s_.tokens[i].begin}).find_first_of("([") !=
              std::string_view::npos)
        bracketed_ = true;
    }
  }
  void set_dispersion(ArmCell& cell, double value, Dispersion what) const {
    if (what == Dispersion::sd) cell.sd = value;
    if (what == Dispersion::se) cell.se = value;
    if (what == Dispersion::unknown) cell.plus_minus = value;
  }

  // "5.2 +/- 1.1", "5.2 (SD 1.1)", "5.2 mmol/L (1.1)" after "mean (SD)".
  bool with_dispersion(std::size_t i) {
    if (!has(i + 1) || n(i).glued_after) return false;
    const std::string_view gap = text::trim(between(i));
    const bool plus_minus = gap == "+/-" || gap == "±" || gap == "+ / -" || gap == "(±" ||
                            gap == "(+/-" || gap == "+-" || gap == "+/" ||
                            (gap.find("±") != std::string_view::npos && gap.size() < 12);
    const bool opened = gap.ends_with("(") || gap.ends_with("[");
    std::string name;
    for (const doc::Token& token : doc::tokenize(gap)) name = token.folded;
    const bool named = (name == "sd" || name == "se" || name == "sem") &&
                       gap.find_first_of("([") != std::string_view::npos &&
                       gap.find_first_of(")]") == std::string_view::npos;
    const bool by_title = opened && bracketed_ && dispersion_ != Dispersion::unknown &&
                          s_.token_from(n(i + 1).begin) - s_.token_from(n(i).end) <= 2;
    if (!plus_minus && !named && !by_title) return false;
    if (is_age(i)) {
      taken_[i] = taken_[i + 1] = true;
      return true;
    }
    if (is_half_of_a_pair(i)) return true;
    ArmCell cell{.mean = n(i).value};
    Dispersion what = dispersion_;
    if (named) what = name == "sd" ? Dispersion::sd : Dispersion::se;
    set_dispersion(cell, n(i + 1).value, what);
    add(FigureKind::mean, i, i + 1, cell);
    return true;
  }
  // "130 +/- 13/85 +/- 10": two measures in one; neither is read.
  bool is_half_of_a_pair(std::size_t i) {
    if (!has(i + 3) || s_.slice({n(i + 1).end, n(i + 2).begin}) != "/") return false;
    for (std::size_t k = i; k < i + 4; ++k) taken_[k] = true;
    return true;
  }
  bool is_age(std::size_t i) const {
    static const WordSet kAge("age aged ages");
    const std::size_t from = n(i).begin > 24 ? n(i).begin - 24 : 0;
    if (s_.has_word({from, n(i).begin}, kAge)) return true;
    const std::size_t token = s_.token_from(n(i).end);
    return token + 2 < s_.tokens.size() && s_.tokens[token].folded == "years" &&
           (s_.tokens[token + 2].folded == "age" || s_.tokens[token + 1].folded == "old");
  }

  // A bare number: people where they are named, else a quantity.
  bool plain(std::size_t i) {
    if (is_other(i) || is_time(i) || is_age(i)) return taken_[i] = true;
    const std::string_view after = word_after(n(i).end);
    const bool near =
        s_.slice({n(i).end, std::min(n(i).end + 2, s_.text.size())}).find_first_of(",;.()") ==
        std::string_view::npos;
    if (n(i).words && n(i).value == 1 && after == "of") return taken_[i] = true;
    const bool shared = has(i + 1) && n(i).integer && n(i + 1).integer && is_joint(i) &&
                        people_words().has(word_after(n(i + 1).end));
    static const WordSet kWhole("the these those all");
    if (n(i).integer && kWhole.has(word_just_before(n(i).begin)) && people_words().has(after))
      return taken_[i] = true;
    if (n(i).integer && near && (shared || people_words().has(after)) && n(i).value >= 0) {
      add(FigureKind::count, i, i, ArmCell{.events = n(i).value});
      return true;
    }
    static const WordSet kPlace("in from of on with receiving taking given for");
    if (n(i).integer && near && kPlace.has(after) && !out_.empty() &&
        out_.back().kind == FigureKind::count) {
      add(FigureKind::count, i, i, ArmCell{.events = n(i).value});
      return true;
    }
    if (n(i).words || !is_measured(i)) return taken_[i] = true;
    add(FigureKind::quantity, i, i, ArmCell{.mean = n(i).value});
    return true;
  }

  // A bare number is a value where it has a unit or a fraction, or the sentence speaks of means.
  bool is_measured(std::size_t i) const {
    if (!n(i).integer) return true;
    static const WordSet kMeans("mean means median medians average averaged score scores");
    if (s_.has_word({n(i).begin > 60 ? n(i).begin - 60 : 0, n(i).begin}, kMeans)) return true;
    static const WordSet kUnits = WordSet::listed("figures: units");
    std::size_t k = i;
    while (has(k + 1) && s_.token_from(n(k + 1).begin) - s_.token_from(n(k).end) <= 2 &&
           k < i + 3 && !kUnits.has(word_after(n(k).end))) {
      ++k;
    }
    return kUnits.has(word_after(n(k).end));
  }

  // "83 of 257 patients in the tea group (32%)", "40 women given tea (2%)": one figure in two
  // places.
  void join_percents() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      ArmCell& cell = out_[i].cell;
      const ArmCell& next = out_[i + 1].cell;
      const bool counted = cell.events && !cell.percent && out_[i].kind != FigureKind::quantity;
      if (!counted || !next.percent || next.events) continue;
      const Range gap{out_[i].at.end, out_[i + 1].at.begin};
      if (s_.text[gap.end - 1] != '(' && s_.text[gap.end - 1] != '[') continue;
      if (s_.has_any(gap, ",;:)") || s_.token_from(gap.end) - s_.token_from(gap.begin) > 8)
        continue;
      if (cell.n && std::abs(100 * *cell.events / *cell.n - *next.percent) > 1.6) continue;
      cell.percent = next.percent;
      out_[i].kind = FigureKind::share;
      out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }
  // "from 5.2 to 3.1": the first is no result, the second is.
  void join_changes() {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (word_before(out_[i].at.begin) != "from" || out_[i].kind == FigureKind::count) continue;
      out_[i].baseline = out_[i].kind != FigureKind::share || !out_[i].cell.events;
      for (std::size_t j = i + 1; j < out_.size() && j <= i + 1; ++j) {
        const Range gap{out_[i].at.end, out_[j].at.begin};
        if (word_before(out_[j].at.begin) == "to" &&
            s_.token_from(gap.end) - s_.token_from(gap.begin) <= 6) {
          out_[j].after_change = true;
        } else if (out_[i].baseline && out_[j].kind == out_[i].kind &&
                   s_.token_from(gap.end) - s_.token_from(gap.begin) <= 2) {
          out_[j].baseline = true;
        }
      }
    }
  }

  const Sentence& s_;
  std::vector<bool> taken_;
  const Statistics& statistics_;
  Dispersion dispersion_ = Dispersion::unknown;
  bool bracketed_ = false;
  std::vector<GuessedFigure> out_;
};

std::uint32_t part_of(const GuessedFigure& figure, double value) {
  const ArmCell& cell = figure.cell;
  if (cell.events == value) return 1;
  if (cell.n == value) return 2;
  if (cell.percent == value) return 3;
  if (cell.mean == value) return figure.kind == FigureKind::quantity ? 4 : 5;
  return 6;
}

}  // namespace

std::vector<std::uint32_t> grammar_roles(const Sentence& sentence, const Statistics& statistics) {
  const std::vector<GuessedFigure> figures = FigureGrammar(sentence, statistics).read();
  std::vector<std::uint32_t> out(sentence.numbers.size(), 0);
  for (const GuessedFigure& figure : figures) {
    const std::uint32_t change = figure.baseline ? 16 : figure.after_change ? 32 : 0;
    for (std::size_t i = doc::first_number_from(sentence.numbers, figure.at.begin);
         i < sentence.numbers.size() && sentence.numbers[i].begin < figure.at.end; ++i)
      out[i] = part_of(figure, sentence.numbers[i].value) + change;
  }
  return out;
}

}  // namespace ev::read
