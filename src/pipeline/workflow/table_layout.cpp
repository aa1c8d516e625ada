#include "pipeline/workflow/table_layout.hpp"

#include "base/text.hpp"
#include "pipeline/read/sentence.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/workflow/printed_cell.hpp"
#include "pipeline/workflow/table_sections.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace ev::workflow {

namespace {

using read::WordSet;
using sources::Table;
using synthesis::Measure;

constexpr std::size_t kMostArms = 12;

const WordSet& time_words() {
  static const WordSet kWords = WordSet::listed("tables: time");
  return kWords;
}
const WordSet& around_time_words() {
  static const WordSet kWords = WordSet::listed("tables: around time");
  return kWords;
}
const WordSet& format_words() {
  static const WordSet kWords = WordSet::listed("tables: format");
  return kWords;
}
const WordSet& before_words() {
  static const WordSet kWords = WordSet::listed("tables: before");
  return kWords;
}

bool is_plain_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(),
                                      [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::optional<Measure> effect_named(std::string_view folded, const std::vector<doc::Token>& words) {
  const auto word = [&](std::string_view wanted) {
    return std::any_of(words.begin(), words.end(),
                       [&](const doc::Token& token) { return token.folded == wanted; });
  };
  if (holds(folded, "odds ratio") || word("or") || word("aor")) {
    return words.size() <= 8 ? std::optional(Measure::odds_ratio) : std::nullopt;
  }
  if (holds(folded, "hazard ratio") || word("hr") || word("ahr")) return Measure::hazard_ratio;
  if (holds(folded, "relative risk") || holds(folded, "risk ratio") || word("rr")) {
    return Measure::risk_ratio;
  }
  if (holds(folded, "risk difference") || holds(folded, "absolute difference")) {
    return Measure::risk_difference;
  }
  if (holds(folded, "mean difference") || holds(folded, "treatment difference") ||
      holds(folded, "difference between") || holds(folded, "between-group difference") ||
      holds(folded, "treatment effect")) {
    return Measure::mean_difference;
  }
  return std::nullopt;
}

// "t", "Effect size", "Difference": figures about arms, not of one.
bool names_statistic(const std::vector<doc::Token>& words) {
  static constexpr std::array<std::string_view, 12> kWords = {
      "t",         "f",          "z",    "x2",     "chi",        "df",
      "statistic", "statistics", "test", "effect", "difference", "differences"};
  return words.size() <= 5 && std::any_of(words.begin(), words.end(), [](const doc::Token& token) {
           return std::find(kWords.begin(), kWords.end(), token.folded) != kWords.end();
         });
}

bool names_p(std::string_view folded, const std::vector<doc::Token>& words) {
  if (holds(folded, "p value") || holds(folded, "p-value") || holds(folded, "significance"))
    return true;
  return !words.empty() && words.size() <= 4 && words.front().folded == "p";
}

Part part_of(std::string_view head) {
  std::string tight;
  for (const char c : text::fold(plain_signs(head))) {
    if (c != ' ' && c != '(' && c != ')' && c != '.') tight += c;
  }
  if (tight == "n" || tight == "no" || tight == "number" || tight == "n°" || tight == "nº" ||
      tight == "count" || tight == "events") {
    return Part::n;
  }
  if (tight == "%" || tight == "percent") return Part::percent;
  if (tight == "mean" || tight == "average" || tight == "x") return Part::mean;
  if (tight == "sd" || tight == "±sd" || tight == "standarddeviation") return Part::sd;
  if (tight == "se" || tight == "sem" || tight == "±se" || tight == "±sem" ||
      tight == "standarderror") {
    return Part::se;
  }
  if (tight == "ci" || tight == "95%ci" || tight == "95ci" || tight == "90%ci" ||
      tight == "99%ci" || tight == "95%confidenceinterval" || tight == "confidenceinterval") {
    return Part::interval;
  }
  return Part::whole;
}

// "Placebo week 12" -> "Placebo" and "week 12".
struct NameAndTime {
  std::string name, time;
};
NameAndTime split_time(const std::string& head) {
  const std::vector<doc::Token> tokens = doc::tokenize(head);
  NameAndTime out;
  const auto is_time = [&](std::size_t i) {
    if (i >= tokens.size()) return false;
    if (time_words().has(tokens[i].folded)) return true;
    const bool beside = (i > 0 && time_words().has(tokens[i - 1].folded)) ||
                        (i + 1 < tokens.size() && time_words().has(tokens[i + 1].folded));
    return is_plain_number(tokens[i].folded) && beside;
  };
  std::size_t first = tokens.size(), last = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_time(i)) continue;
    first = std::min(first, i);
    last = i;
  }
  // One stretch at either end.
  bool one = first < tokens.size() && (first == 0 || last + 1 == tokens.size());
  for (std::size_t i = first; one && i <= last; ++i) one = is_time(i);
  if (!one || (first == 0 && last + 1 == tokens.size())) return {head, ""};
  const std::size_t begin = tokens[first].begin, end = tokens[last].end;
  out.time = head.substr(begin, end - begin);
  const std::string rest = first == 0 ? head.substr(end) : head.substr(0, begin);
  std::string_view name = text::trim(rest);
  while (!name.empty() && std::string_view(",;:-(").find(name.back()) != std::string_view::npos) {
    name = text::trim(name.substr(0, name.size() - 1));
  }
  out.name = std::string(name);
  return out.name.empty() ? NameAndTime{head, ""} : out;
}

}  // namespace

LabelParts label_parts(std::string_view text) {
  LabelParts out;
  if (text.size() > 400) return out;
  const std::string plain = plain_signs(text);
  const std::string folded = text::fold(plain);
  const std::vector<doc::Token> words = doc::tokenize(plain);
  if (words.empty()) return out;
  bool time = false, only_time = true, only_format = true;
  for (const doc::Token& token : words) {
    const std::string& word = token.folded;
    const bool of_time = time_words().has(word);
    time = time || of_time;
    only_time = only_time && (of_time || is_plain_number(word) || around_time_words().has(word) ||
                              format_words().has(word));
    only_format = only_format && (format_words().has(word) || is_plain_number(word));
  }
  const ValueWords values = value_words(plain);
  const bool says = values.says_spread() || values.percent || values.mean || values.median ||
                    values.count || values.ci;
  out.format = only_format && says;
  out.time = time && only_time;
  out.before = out.time && std::any_of(words.begin(), words.end(), [](const doc::Token& token) {
                 return before_words().has(token.folded);
               });
  out.statistic = names_p(folded, words) || names_statistic(words) || holds(folded, "χ");
  const std::string& first = words.front().folded;
  static const WordSet kPeople = WordSet::listed("tables: of people");
  bool change = false, earlier = false;
  for (const doc::Token& token : words) {
    const std::string& word = token.folded;
    change = change || word == "change" || word == "changes" || word == "from" ||
             word == "difference" || word == "reduction" || word == "increase";
    earlier = earlier || (before_words().has(word) && word != "before" && word != "initial" &&
                          word != "entry" && word != "pre");
  }
  out.before = out.before || (earlier && !change) || kPeople.has(first);
  out.total = words.size() <= 4 &&
              (first == "total" || first == "all" || first == "overall" || first == "combined");
  out.effect = effect_named(folded, words);
  return out;
}

bool names_people(std::string_view label) {
  static const WordSet kPeople = WordSet::listed("tables: number of people");
  std::string folded = text::fold(plain_signs(label));
  while (!folded.empty() && (folded.back() == ':' || folded.back() == ' ')) folded.pop_back();
  return kPeople.has(folded);
}

std::size_t head_rows_of(const Table& table) {
  const auto numbers = [&](std::size_t row) {
    std::size_t out = 0;
    for (std::size_t c = 1; c < table.grid[row].size(); ++c) {
      const auto* cell = table.at(row, c);
      out += cell != nullptr && read_cell(cell->text).shape != PrintedCell::Shape::none ? 1 : 0;
    }
    return out;
  };
  if (table.grid.empty()) return 0;
  std::size_t rows = table.head_rows;
  if (rows == 0 && numbers(0) == 0) rows = 1;
  for (; rows > 0 && rows + 1 < table.grid.size(); ++rows) {
    const auto* label = table.at(rows, 0);
    const auto* next = table.at(rows, 1);
    const bool below_head = label == nullptr || label->text.empty() || label->row < rows;
    if (!below_head || next == nullptr || next->column == 0 || numbers(rows) > 0) break;
  }
  return rows;
}

std::vector<std::string> head_path(const Table& table, std::size_t head_rows, std::size_t column) {
  std::vector<std::string> out;
  const sources::TableCell* last = nullptr;
  for (std::size_t r = 0; r < head_rows; ++r) {
    const auto* cell = table.at(r, column);
    if (cell == nullptr || cell == last || cell->text.empty()) continue;
    last = cell;
    if (read_cell(cell->text).shape == PrintedCell::Shape::none) out.push_back(cell->text);
  }
  return out;
}

std::vector<std::string> row_labels(const Table& table, std::size_t row, std::size_t labels) {
  std::vector<std::string> out;
  const sources::TableCell* last = nullptr;
  for (std::size_t c = 0; c < labels; ++c) {
    const auto* cell = table.at(row, c);
    if (cell == nullptr || cell == last || cell->text.empty()) continue;
    if (c > 0 && read_cell(cell->text).shape != PrintedCell::Shape::none) continue;
    if (c > 0 && head_name(cell->text).empty()) continue;
    last = cell;
    out.emplace_back(without_indent(cell->text));
  }
  return out;
}

ArmColumn column_of(const std::vector<std::string>& heads, std::size_t column) {
  ArmColumn out{.column = column};
  std::string said;
  for (const std::string& head : heads) {
    said += " " + head;
    const LabelParts parts = label_parts(head);
    if (const Part part = part_of(head); part != Part::whole) {
      out.part = part;
    } else if (parts.time) {
      out.time += (out.time.empty() ? "" : ", ") + head;
      out.before = out.before || parts.before;
    } else if (!parts.format) {
      const std::string name = head_name(head);
      if (!name.empty()) out.what += (out.what.empty() ? "" : ": ") + name;
    }
  }
  out.words = value_words(said);
  return out;
}

namespace {

// Heads of one row as arms, each by its name.
struct ArmRow {
  std::vector<TableArm> arms;
  std::vector<ArmColumn> columns;
  std::size_t sure = 0;
};

class LayoutReader {
 public:
  LayoutReader(const Table& table, const TableArms& arms) : table_(table), arms_(arms) {
    for (const auto& row : table.grid) columns_ = std::max(columns_, row.size());
    head_rows_ = head_rows_of(table);
  }

  std::optional<TableLayout> go() {
    for (const bool known : {true, false}) {
      for (std::size_t r = 0; r < head_rows_; ++r) {
        ArmRow row = arms_of_row(r);
        if (row.arms.size() < 2 || row.arms.size() > kMostArms) continue;
        if (known ? row.sure == 0 : !may_be_arms(row)) continue;
        TableLayout out{.head_rows = head_rows_};
        out.arms = std::move(row.arms);
        out.columns = std::move(row.columns);
        out.labels = out.columns.front().column;
        out.known = known;
        add_effects(out);
        return out;
      }
    }
    return std::nullopt;
  }

 private:
  ArmRow arms_of_row(std::size_t r) const {
    ArmRow out;
    bool comparator = false, other = false;
    std::set<std::string> unknown;
    for (std::size_t c = 1; c < columns_; ++c) {
      const auto* cell = table_.at(r, c);
      if (cell == nullptr || cell->text.empty() || is_no_arm(cell->text)) continue;
      const std::string name = split_time(head_name(cell->text)).name;
      const auto named = arms_.named_by(name);
      comparator = comparator || (named && named->comparator);
      other = other || (named && !named->comparator);
      if (!named) unknown.insert(name);
    }
    // The one other head beside a control group is the other arm.
    const bool beside_control = comparator && !other && unknown.size() == 1;
    for (std::size_t c = 1; c < columns_; ++c) {
      const auto* cell = table_.at(r, c);
      if (cell == nullptr || cell->text.empty() || is_no_arm(cell->text)) continue;
      const NameAndTime split = split_time(head_name(cell->text));
      const auto named = arms_.named_by(split.name);
      const auto people = people_above(c);
      if (!named && !beside_control && !people) continue;
      add(out, r, c, split, named.value_or(HeadArm{}), people, named.has_value());
    }
    return out;
  }

  bool is_no_arm(const std::string& head) const {
    const LabelParts parts = label_parts(head);
    if (parts.statistic || parts.total || parts.time || parts.format || parts.effect) return true;
    const std::vector<doc::Token> words = doc::tokenize(plain_signs(head));
    // "Balm vs placebo" compares arms; "Follow-up 2" begins with a time and names none.
    const bool compares = std::any_of(words.begin(), words.end(), [](const doc::Token& token) {
      return token.folded == "vs" || token.folded == "versus";
    });
    if (compares || words.empty() || head_name(head).empty()) return true;
    return time_words().has(words.front().folded) && !arms_.named_by(split_time(head).name);
  }

  // Groups that may be arms where the record names none: each with its people, none by sex or age.
  bool may_be_arms(const ArmRow& row) const {
    if (arms_.reading().arms.size() >= 2) return false;
    return std::all_of(row.arms.begin(), row.arms.end(),
                       [](const TableArm& arm) { return arm.n && !label_parts(arm.name).before; });
  }

  std::optional<double> people_above(std::size_t column) const {
    std::optional<double> out;
    for (std::size_t r = 0; r < head_rows_; ++r) {
      const auto n = people_of_head(r, column);
      if (n && out && *out != *n) return std::nullopt;
      if (n) out = n;
    }
    return out;
  }

  // "(n = 40)", or 40 in a row of heads labelled "No. of patients".
  std::optional<double> people_of_head(std::size_t r, std::size_t column) const {
    const auto* cell = table_.at(r, column);
    const auto* label = table_.at(r, 0);
    if (cell == nullptr || cell == label) return std::nullopt;
    if (const auto n = people_in_head(cell->text)) return n;
    const PrintedCell read = read_cell(cell->text);
    const bool whole = read.shape == PrintedCell::Shape::number && read.first.decimals == 0;
    if (!whole || !(read.first.value > 0) || label == nullptr) return std::nullopt;
    return names_people(label->text) ? std::optional(read.first.value) : std::nullopt;
  }

  // "P" or "t" below an arm is about its values, and none of them.
  bool is_figure_below(std::size_t r, std::size_t c) const {
    for (std::size_t below = r + 1; below < head_rows_; ++below) {
      const auto* cell = table_.at(below, c);
      if (cell == nullptr || cell == table_.at(r, c)) continue;
      const LabelParts parts = label_parts(cell->text);
      if (parts.statistic || parts.effect) return true;
    }
    return false;
  }

  void add(ArmRow& out, std::size_t r, std::size_t c, const NameAndTime& split,
           const HeadArm& known, std::optional<double> people, bool named) const {
    std::vector<std::string> others;
    const auto* own = table_.at(r, c);
    for (const std::string& head : head_path(table_, head_rows_, c)) {
      if (head != own->text) others.push_back(head);
    }
    if (is_figure_below(r, c)) return;
    const std::string key = text::fold(split.name);
    std::size_t arm = 0;
    while (arm < out.arms.size() && text::fold(out.arms[arm].name) != key) ++arm;
    if (arm == out.arms.size()) {
      out.arms.push_back({split.name, known, people});
      out.sure += named ? 1 : 0;
    } else if (people != out.arms[arm].n) {
      out.arms[arm].n.reset();
    }
    ArmColumn column = column_of(others, c);
    // Of heads above, only what does not stand above all columns tells one from another.
    column.arm = arm;
    if (!split.time.empty()) {
      column.time = split.time;
      column.before = label_parts(split.time).before;
    }
    column.words = value_words(text::join(head_path(table_, head_rows_, c), " "));
    out.columns.push_back(std::move(column));
  }

  void add_effects(TableLayout& out) const {
    for (std::size_t c = 1; c < columns_; ++c) {
      const bool arm = std::any_of(out.columns.begin(), out.columns.end(),
                                   [&](const ArmColumn& column) { return column.column == c; });
      const std::vector<std::string> path = head_path(table_, head_rows_, c);
      if (arm || path.empty()) continue;
      const std::string head = text::join(path, " ");
      const auto effect = label_parts(head).effect;
      if (effect) out.effects.push_back({c, *effect, value_words(head), head});
    }
  }

  const Table& table_;
  const TableArms& arms_;
  std::size_t columns_ = 0;
  std::size_t head_rows_ = 0;
};

}  // namespace

std::optional<TableLayout> layout_of(const Table& table, const TableArms& arms) {
  return LayoutReader(table, arms).go();
}

}  // namespace ev::workflow
