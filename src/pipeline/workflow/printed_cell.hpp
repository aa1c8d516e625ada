// The text of a table's cell as printed numbers. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ev::workflow {

// A number as printed: sign, decimal point or middle dot, thousands set apart.
struct PrintedNumber {
  double value = 0;
  int decimals = 0;
};

// "12 (30%)", "12/40 (30%)", "5.2 ± 1.1", "5.2 (1.1)", "5.2 (4.1 to 6.3)", "5.2 [4.1, 6.3]", "30%".
struct PrintedCell {
  enum class Shape { none, number, bracket, plus_minus, interval, fraction };
  Shape shape = Shape::none;
  PrintedNumber first;
  PrintedNumber second;  // in the bracket, after ±, lower bound, below the stroke
  PrintedNumber third;   // upper bound; share of a fraction
  bool first_percent = false, second_percent = false, third_there = false;
};

// Footnote marks are left aside. Anything else that is no number makes Shape::none.
PrintedCell read_cell(std::string_view text);

// "(n = 40)", "N=40" within a head; nullopt where there is none, or several.
std::optional<double> people_in_head(std::string_view head);

// Blanks of all kinds as ' ', minus signs and dashes as '-', the middle dot of decimals as '.'.
std::string plain_signs(std::string_view text);

}  // namespace ev::workflow
