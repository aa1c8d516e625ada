// The figures of a sentence in a labelled trial: which stand in rows, of which arm, and which state
// one outcome of several arms. Values.
#pragma once

#include "labelled_trial.hpp"
#include "pipeline/read/results/figure_arms.hpp"
#include "pipeline/read/results/figures.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ev::train {

class LabelledFigures {
 public:
  LabelledFigures(const LabelledTrial& trial, const read::Sentence& s,
                  const std::vector<read::Figure>& figures);
  bool known(std::size_t figure) const { return !arms_[figure].empty(); }
  const std::set<std::size_t>& arms(std::size_t figure) const { return arms_[figure]; }
  bool is_pair(std::size_t a, std::size_t b) const { return pairs_.contains(std::minmax(a, b)); }
  // Each figure of a row in one group.
  std::vector<read::FigureGroup> groups() const;

 private:
  void add(const LabelledTrial& trial, const Json& row, const read::Sentence& s,
           const std::vector<read::Figure>& figures);
  void close();
  std::vector<std::set<std::size_t>> arms_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace ev::train
