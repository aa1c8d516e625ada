// What stands where in a table of results: which columns are arms, at which time, what their values
// are called; which rows head others. Pure functions.
#pragma once

#include "pipeline/sources/table.hpp"
#include "pipeline/workflow/table_arms.hpp"
#include "pipeline/workflow/value_words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// A head or label taken apart.
struct LabelParts {
  bool time = false;                         // nothing but a time: "Week 12", "Baseline"
  bool before = false;                       // a time before the treatment
  bool format = false;                       // nothing but what values are: "Mean (SD)", "n (%)"
  bool statistic = false;                    // "P value", "t", "Difference": of no arm
  bool total = false;                        // "All", "Overall"
  std::optional<synthesis::Measure> effect;  // "OR (95% CI)", "Mean difference"
};
LabelParts label_parts(std::string_view text);

// A column of nothing but one part of a value.
enum class Part { whole, n, percent, mean, sd, se, interval };

struct ArmColumn {
  std::size_t column = 0;
  std::size_t arm = 0;  // of TableLayout::arms
  Part part = Part::whole;
  std::string time;  // of the head, "" where it tells none
  std::string what;  // other words of the head: an outcome, a unit
  bool before = false;
  ValueWords words;
};

struct TableArm {
  std::string name;  // as the head has it
  HeadArm known;
  std::optional<double> n;
};

struct EffectColumn {
  std::size_t column = 0;
  synthesis::Measure measure = synthesis::Measure::generic;
  ValueWords words;
  std::string head;
};

struct TableLayout {
  std::size_t head_rows = 0;
  std::size_t labels = 1;  // leading columns that name rows
  std::vector<TableArm> arms;
  std::vector<ArmColumn> columns;
  std::vector<EffectColumn> effects;
  bool known = true;  // false: groups with their people, none of which the record names as an arm
};

// nullopt where heads name no two arms, one of which the record names; of a record that names none,
// where they name no two groups with their people.
std::optional<TableLayout> layout_of(const sources::Table& table, const TableArms& arms);

// "N", "No. of patients", "Patient n°": the label of a row that tells the people of its columns.
bool names_people(std::string_view label);

// Leading rows that are heads: those of the table, and what stands below them without label or
// number.
std::size_t head_rows_of(const sources::Table& table);
// Heads above a column, from the top, each once; numbers are left out.
std::vector<std::string> head_path(const sources::Table& table, std::size_t head_rows,
                                   std::size_t column);
// The cells of the first `labels` columns, each once; behind the first, numbers are none.
std::vector<std::string> row_labels(const sources::Table& table, std::size_t row,
                                    std::size_t labels);
// What a column without an arm tells: its part of a value, its time, other words.
ArmColumn column_of(const std::vector<std::string>& heads, std::size_t column);

}  // namespace ev::workflow
