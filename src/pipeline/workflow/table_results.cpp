#include "pipeline/workflow/table_results.hpp"

#include "base/text.hpp"
#include "pipeline/workflow/effect_orientation.hpp"
#include "pipeline/workflow/printed_cell.hpp"
#include "pipeline/workflow/table_layout.hpp"
#include "pipeline/workflow/table_sections.hpp"
#include "pipeline/workflow/table_value.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ev::workflow {

namespace {

using sources::Table;
using synthesis::ArmNumbers;
using synthesis::StudyResult;

// The same kind of numbers in both arms.
bool comparable(const ArmNumbers& a, const ArmNumbers& b) {
  const auto alike = [](const auto& x, const auto& y) { return x.has_value() == y.has_value(); };
  return alike(a.events, b.events) && alike(a.percent, b.percent) && alike(a.mean, b.mean) &&
         alike(a.sd, b.sd) && alike(a.se, b.se) && alike(a.median, b.median);
}

struct ArmPairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // intervention, comparator
};

// Without one control group every arm is compared with every other, up to so many.
constexpr std::size_t kArmsPaired = 4;

ArmPairs pairs_of(const std::vector<TableArm>& arms) {
  ArmPairs out;
  std::vector<std::size_t> comparators;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].known.comparator) comparators.push_back(i);
  }
  if (comparators.size() == 1) {
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (i != comparators.front()) out.pairs.emplace_back(i, comparators.front());
    }
  } else if (arms.size() <= kArmsPaired) {
    for (std::size_t i = 0; i < arms.size(); ++i) {
      for (std::size_t k = i + 1; k < arms.size(); ++k) out.pairs.emplace_back(i, k);
    }
  }
  return out;
}

class TableReader {
 public:
  TableReader(const Table& table, const TableArms& arms, const ValueWords& article)
      : table_(table), study_(arms), said_(value_words(table.caption)), article_(article) {
    std::string notes;
    for (const std::string& note : table.notes) notes += note + "\n";
    ValueWords in_notes = value_words(notes);
    // "SD, standard deviation" explains a short form; that values are means is said beside it.
    if (!in_notes.mean && notes.find("±") == std::string::npos) {
      in_notes.mean_sd = in_notes.mean_se = in_notes.mean_ci = false;
    }
    if (!said_.says_spread() && !said_.mean && !said_.median) said_ = in_notes;
  }

  std::vector<StudyResult> go() {
    if (is_of_before(table_.caption)) return {};
    if (auto layout = layout_of(table_, study_)) {
      read_columns(*layout);
    } else {
      read_rows();
    }
    return std::move(out_);
  }

 private:
  // "Baseline characteristics of the patients"; not "Change from baseline".
  static bool is_of_before(std::string_view caption) {
    const std::string folded = text::fold(caption);
    const auto has = [&](std::string_view part) { return folded.find(part) != std::string::npos; };
    const bool later = has("change") || has("after") || has("post") || has("follow") ||
                       has("outcome") || has("result") || has("week") || has("month") ||
                       has("effect") || has("during");
    return !later && (has("baseline") || has("demographic") || has("characteristics"));
  }

  // ---------------------------------------------------------------- arms in columns

  void read_columns(TableLayout& layout) {
    const ArmPairs pairs = pairs_of(layout.arms);
    if (pairs.pairs.empty()) return;
    if (!layout.known) unsure_ = "its groups are not named as arms elsewhere in the article";
    std::map<std::pair<std::string, std::string>, std::vector<const ArmColumn*>> groups;
    for (const ArmColumn& column : layout.columns) {
      groups[{column.time, column.what}].push_back(&column);
    }
    Sections sections;
    for (std::size_t r = layout.head_rows; r < table_.grid.size(); ++r) {
      const std::vector<std::string> labels = row_labels(table_, r, layout.labels);
      const std::string label = text::join(labels, ": ");
      if (is_empty_in(layout, r)) {
        sections.head(label, mark_of(r));
        continue;
      }
      sections.row(mark_of(r));
      if (take_people(layout, r, label)) continue;
      for (const auto& [key, columns] : groups) {
        add_row(layout, pairs, r, labels, sections.path(), columns, groups.size() == 1);
      }
    }
  }

  RowMark mark_of(std::size_t r) const {
    const auto* cell = table_.at(r, 0);
    return cell == nullptr ? RowMark{} : RowMark{indent_of(cell->text), cell->bold};
  }

  bool is_empty_in(const TableLayout& layout, std::size_t r) const {
    const auto* label = table_.at(r, 0);
    return std::all_of(layout.columns.begin(), layout.columns.end(), [&](const ArmColumn& c) {
      const auto* cell = table_.at(r, c.column);
      return cell == nullptr || cell == label || cell->text.empty();
    });
  }

  // "(n = 24)"; in a row of people "24" too.
  static std::optional<double> people_told(const std::string& text, bool named) {
    if (const auto n = people_in_head(text)) return n;
    const PrintedCell read = read_cell(text);
    const bool whole = read.shape == PrintedCell::Shape::number && read.first.decimals == 0;
    return named && whole ? std::optional(read.first.value) : std::nullopt;
  }

  // A row "N" or "No. of patients", or one of nothing but "(n = 24)", gives the people of what
  // follows.
  bool take_people(TableLayout& layout, std::size_t r, const std::string& label) {
    const bool named = names_people(label);
    std::vector<std::optional<double>> found(layout.arms.size());
    for (const ArmColumn& column : layout.columns) {
      const auto* cell = table_.at(r, column.column);
      const auto told =
          cell == nullptr || cell->text.empty() ? std::nullopt : people_told(cell->text, named);
      if (!named && !told && cell != nullptr && !cell->text.empty()) return false;
      if (!told) continue;
      auto& n = found[column.arm];
      if (n && *n != *told) return true;  // other people at other times
      n = told;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i]) layout.arms[i].n = found[i];
    }
    return true;
  }

  struct Naming {
    std::string outcome, time;
    bool before = false;
  };

  // "0", "12" under "Weeks" are times; other numbers as labels name nothing that can be told.
  void add_number(const std::string& label, Naming& out) const {
    const auto* head = table_.at(0, 0);
    const bool time = head != nullptr && label_parts(head->text).time;
    out.before = out.before || !time || read_cell(label).first.value == 0;
    if (time) out.time = head->text + " " + label;
  }

  // Labels from the outermost: what tells a time is the time, what tells a format nothing.
  Naming naming(const std::vector<std::string>& labels) const {
    Naming out;
    for (const std::string& label : labels) {
      if (label.empty()) continue;
      const LabelParts parts = label_parts(label);
      out.before = out.before || parts.before;
      if (read_cell(label).shape == PrintedCell::Shape::number) {
        add_number(label, out);
      } else if (parts.time) {
        out.time += (out.time.empty() ? "" : ", ") + label;
      } else if (!parts.format) {
        out.outcome += (out.outcome.empty() ? "" : ": ") + label;
      }
    }
    if (out.outcome.empty()) out.outcome = table_.caption;
    return out;
  }

  void add_row(const TableLayout& layout, const ArmPairs& pairs, std::size_t r,
               const std::vector<std::string>& own, const std::vector<std::string>& sections,
               const std::vector<const ArmColumn*>& columns, bool only_group) {
    const std::string label = text::join(own, ": ");
    std::vector<std::string> labels = sections;
    labels.insert(labels.end(), own.begin(), own.end());
    labels.push_back(columns.front()->what);
    Naming names = naming(labels);
    if (!columns.front()->time.empty()) {
      names.time += (names.time.empty() ? "" : ", ") + columns.front()->time;
      names.before = names.before || columns.front()->before;
    }
    if (names.before || label_parts(label).statistic) return;
    std::map<std::size_t, ValueParts> parts;
    for (const ArmColumn* column : columns) {
      const auto* cell = table_.at(r, column->column);
      if (cell == nullptr || cell->row != r || cell->column != column->column) continue;
      parts[column->arm].add(column->part, cell->text, column->words);
    }
    const std::array<ValueWords, 4> said = {
        value_words(label), {}, value_words(text::join(sections, " ")), said_};
    std::map<std::size_t, Stated> stated;
    for (const auto& [arm, value] : parts) {
      if (auto one = value.stated(said, layout.arms[arm].n, article_))
        stated.emplace(arm, *std::move(one));
    }
    add_pairs(layout.arms, pairs, stated, names, [&](StudyResult& row) {
      if (only_group && layout.arms.size() == 2) add_effect(layout, r, row);
    });
  }

  template <class Finish>
  void add_pairs(const std::vector<TableArm>& arms, const ArmPairs& pairs,
                 const std::map<std::size_t, Stated>& stated, const Naming& names, Finish finish) {
    for (const auto& [a, b] : pairs.pairs) {
      const auto first = stated.find(a), second = stated.find(b);
      if (first == stated.end() || second == stated.end()) continue;
      if (!comparable(first->second.numbers, second->second.numbers)) continue;
      if (out_.size() >= kTableRows) return;
      StudyResult row{.outcome = names.outcome,
                      .time = names.time,
                      .intervention = first->second.numbers,
                      .comparator = second->second.numbers,
                      .origin = synthesis::Origin::full_text};
      row.intervention.name = name_of(arms[a]);
      row.comparator.name = name_of(arms[b]);
      row.against_control = arms[b].known.comparator;
      row.unsure = unsure_;
      row.place = table_.label.empty() ? "a table" : table_.label;
      row.quote = row.place + " | " + names.outcome +
                  (names.time.empty() ? "" : " | " + names.time) + " | " +
                  cell_words(arms[a], first->second) + " | " + cell_words(arms[b], second->second);
      finish(row);
      out_.push_back(std::move(row));
    }
  }

  std::string name_of(const TableArm& arm) const {
    if (!arm.known.arm) return arm.name;
    const std::string& known = study_.reading().arms[*arm.known.arm].name;
    const bool same = text::fold(known) == text::fold(arm.name);
    const bool label = text::fold(arm.name).find("group") == 0;
    return same || !label ? arm.name : arm.name + " (" + known + ")";
  }

  static std::string cell_words(const TableArm& arm, const Stated& stated) {
    std::string out = arm.name;
    if (arm.n) out += " (n = " + std::to_string(static_cast<long>(*arm.n)) + ")";
    return out + ": " + stated.shown;
  }

  void add_effect(const TableLayout& layout, std::size_t r, StudyResult& row) const {
    for (const EffectColumn& column : layout.effects) {
      const auto* cell = table_.at(r, column.column);
      if (cell == nullptr || cell->row != r) continue;
      const PrintedCell read = read_cell(cell->text);
      const bool interval = read.shape == PrintedCell::Shape::interval;
      if (!interval || !(column.words.ci || said_.ci)) continue;
      std::string said;
      row.effect = oriented({column.measure,
                             {read.first.value, read.second.value, read.third.value,
                              column.words.ci ? column.words.ci_level : said_.ci_level}},
                            row.intervention, row.comparator, said);
      if (!row.effect) continue;
      row.quote += " | " + column.head + ": " + cell->text;
      row.method = said;
      return;
    }
  }

  // ---------------------------------------------------------------- arms in rows

  // Rows that name arms, one after the other, are one comparison; columns are outcomes or times.
  // Labels before the arm's are as sections, and end with it.
  void read_rows() {
    const std::size_t heads = head_rows_of(table_);
    if (heads == 0) return;
    arm_column_ = arm_column(heads);
    Sections sections;
    std::vector<std::size_t> run;
    std::vector<TableArm> arms;
    std::vector<std::string> before, now;
    for (std::size_t r = heads; r <= table_.grid.size(); ++r) {
      const bool end = r == table_.grid.size();
      const std::string label = end ? "" : arm_label(r);
      now = end ? std::vector<std::string>() : row_labels(table_, r, arm_column_);
      const auto known = study_.named_by(label);
      const bool again = std::any_of(arms.begin(), arms.end(), [&](const TableArm& arm) {
        return text::fold(arm.name) == text::fold(head_name(label));
      });
      const bool inside = now.empty() || now == before || run.empty();
      if (known && !again && inside && !end && !is_empty_row(r)) {
        if (run.empty()) before = now;
        run.push_back(r);
        arms.push_back({head_name(label), *known, people_in_head(label)});
        continue;
      }
      std::vector<std::string> path = sections.path();
      path.insert(path.end(), before.begin(), before.end());
      flush(heads, run, arms, path);
      run.clear();
      arms.clear();
      if (end) break;
      if (is_empty_row(r)) {
        sections.head(label, mark_of(r));
      } else if (known) {
        before = now;
        run.push_back(r);
        arms.push_back({head_name(label), *known, people_in_head(label)});
      } else {
        sections.row(mark_of(r));
      }
    }
  }

  std::string arm_label(std::size_t r) const {
    const auto* cell = table_.at(r, arm_column_);
    return cell == nullptr ? "" : std::string(without_indent(cell->text));
  }

  // The label column whose cells name arms most often.
  std::size_t arm_column(std::size_t heads) const {
    std::size_t out = 0, most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      std::size_t named = 0, numbers = 0;
      for (std::size_t r = heads; r < table_.grid.size(); ++r) {
        const auto* cell = table_.at(r, c);
        if (cell == nullptr || cell->column != c) continue;
        named += study_.named_by(cell->text) ? 1 : 0;
        numbers += read_cell(cell->text).shape != PrintedCell::Shape::none ? 1 : 0;
      }
      if (numbers > named) break;
      if (named > most) out = c;
      most = std::max(most, named);
    }
    return out;
  }

  bool is_empty_row(std::size_t r) const {
    const auto* label = table_.at(r, arm_column_);
    for (std::size_t c = arm_column_ + 1; c < table_.grid[r].size(); ++c) {
      const auto* cell = table_.at(r, c);
      if (cell != nullptr && cell != label && !cell->text.empty()) return false;
    }
    return true;
  }

  void flush(std::size_t heads, const std::vector<std::size_t>& rows, std::vector<TableArm>& arms,
             const std::vector<std::string>& sections) {
    if (rows.size() < 2 || rows.size() > 12) return;
    const ArmPairs pairs = pairs_of(arms);
    std::map<std::pair<std::string, std::string>, std::vector<ArmColumn>> groups;
    for (std::size_t c = arm_column_ + 1; c < table_.grid[rows.front()].size(); ++c) {
      const std::vector<std::string> path = head_path(table_, heads, c);
      const bool skipped = std::any_of(path.begin(), path.end(), [](const std::string& head) {
        const LabelParts parts = label_parts(head);
        return parts.statistic || parts.total || parts.effect;
      });
      if (skipped) continue;
      ArmColumn column = column_of(path, c);
      if (column.part == Part::n && column.what.empty()) {
        take_people_of_rows(c, rows, arms);
        continue;
      }
      groups[{column.time, column.what}].push_back(std::move(column));
    }
    for (const auto& [key, columns] : groups) {
      add_rows(pairs, rows, arms, sections, columns);
    }
  }

  void take_people_of_rows(std::size_t column, const std::vector<std::size_t>& rows,
                           std::vector<TableArm>& arms) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto* cell = table_.at(rows[i], column);
      const PrintedCell read = cell == nullptr ? PrintedCell{} : read_cell(cell->text);
      const bool whole = read.shape == PrintedCell::Shape::number && read.first.decimals == 0;
      if (whole && read.first.value > 0) arms[i].n = read.first.value;
    }
  }

  void add_rows(const ArmPairs& pairs, const std::vector<std::size_t>& rows,
                const std::vector<TableArm>& arms, const std::vector<std::string>& sections,
                const std::vector<ArmColumn>& columns) {
    std::vector<std::string> labels = sections;
    labels.push_back(columns.front().what);
    labels.push_back(columns.front().time);
    const Naming names = naming(labels);
    if (names.before) return;
    const std::array<ValueWords, 4> said = {
        value_words(columns.front().what), {}, value_words(text::join(sections, " ")), said_};
    std::map<std::size_t, Stated> stated;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ValueParts parts;
      for (const ArmColumn& column : columns) {
        const auto* cell = table_.at(rows[i], column.column);
        if (cell == nullptr || cell->row != rows[i] || cell->column != column.column) continue;
        parts.add(column.part, cell->text, column.words);
      }
      if (auto one = parts.stated(said, arms[i].n, article_)) stated.emplace(i, *std::move(one));
    }
    add_pairs(arms, pairs, stated, names, [](StudyResult&) {});
  }

  const Table& table_;
  const TableArms& study_;
  ValueWords said_;     // of caption and notes
  ValueWords article_;  // of the article
  std::string unsure_;
  std::size_t arm_column_ = 0;  // where arms name rows
  std::vector<StudyResult> out_;
};

}  // namespace

std::vector<StudyResult> table_results(const Table& table, const TableArms& arms,
                                       const ValueWords& article) {
  return TableReader(table, arms, article).go();
}

}  // namespace ev::workflow
