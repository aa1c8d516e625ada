// What a table says its values are, and what a cell then states of one arm. The meaning of "±" or a
// bracket is taken from what the table says of it (label, head, section, caption and notes), never
// guessed: without that, or where two readings are possible, the cell states nothing. "12 (30%)"
// and "12/40" need no words, but must agree with the people of the arm. Pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"
#include "pipeline/workflow/printed_cell.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace ev::workflow {

// Several may be said at once ("mean (SD) or median (IQR)").
struct ValueWords {
  bool mean_sd = false, mean_se = false, mean_ci = false;
  bool median_quartiles = false, median_range = false;
  bool count_percent = false, percent_count = false, fraction = false;
  bool percent = false, mean = false, median = false, count = false;
  bool sd = false, se = false;  // a column or row of nothing else
  bool ci = false;
  bool mean_told = false, labelled_percent = false;  // set where several places are joined
  double ci_level = 0.95;
  bool says_spread() const;
};
ValueWords value_words(std::string_view text);

// What the text of an article says of all its tables: "Data are presented as mean ± SD". Nothing
// where it says several things.
ValueWords words_of_article(std::string_view text);

// `said` nearest to the cell first; `article` is asked last, and only of values that can be nothing
// but a mean and its spread. nullopt where the cell states no number that can be told. `n`
// are the people of the arm; they stay out where a share is of others.
std::optional<synthesis::ArmNumbers> arm_numbers(const PrintedCell& cell,
                                                 const std::array<ValueWords, 4>& said,
                                                 std::optional<double> n,
                                                 const ValueWords& article = {});

}  // namespace ev::workflow
