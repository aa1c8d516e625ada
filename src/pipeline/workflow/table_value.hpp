// What one arm states of one outcome at one time in a table: from one cell, or from columns of
// their own for people, mean, spread and share. Plain values.
#pragma once

#include "pipeline/synthesis/study_result.hpp"
#include "pipeline/workflow/printed_cell.hpp"
#include "pipeline/workflow/table_layout.hpp"
#include "pipeline/workflow/value_words.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ev::workflow {

struct Stated {
  synthesis::ArmNumbers numbers;
  std::string shown;  // the cells as printed
};

class ValueParts {
 public:
  void add(Part part, const std::string& text, const ValueWords& words);
  // `said` and `article` as arm_numbers() takes them; nullopt where the cells state nothing that
  // can be told.
  std::optional<Stated> stated(std::array<ValueWords, 4> said, std::optional<double> n,
                               const ValueWords& article) const;

 private:
  using Cells = std::map<Part, std::pair<PrintedCell, ValueWords>>;
  bool there(Part part) const { return cells_.count(part) > 0; }
  const PrintedCell* number(Part part) const;
  Cells::const_iterator only() const;
  std::optional<synthesis::ArmNumbers> mean_and_spread(const PrintedCell& mean,
                                                       std::optional<double> n) const;
  std::optional<synthesis::ArmNumbers> count_and_percent(std::optional<double> n) const;

  Cells cells_;
  std::string shown_;
  bool twice_ = false;
};

}  // namespace ev::workflow
