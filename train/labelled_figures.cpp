#include "labelled_figures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::train {

namespace {

std::optional<std::size_t> figure_at(const read::Sentence& s,
                                     const std::vector<read::Figure>& figures,
                                     const doc::Span& at) {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const doc::Span here = s.span(figures[i].at);
    if (here.field == at.field && at.begin >= here.begin && at.begin < here.end) return i;
  }
  return std::nullopt;
}

}  // namespace

LabelledFigures::LabelledFigures(const LabelledTrial& trial, const read::Sentence& s,
                                 const std::vector<read::Figure>& figures)
    : arms_(figures.size()) {
  for (const Json& row : trial.rows()) add(trial, row, s, figures);
  close();
}

void LabelledFigures::add(const LabelledTrial& trial, const Json& row, const read::Sentence& s,
                          const std::vector<read::Figure>& figures) {
  std::vector<std::size_t> of_row;
  for (std::size_t side = 0; side < 2; ++side) {
    const char* const cell = side == 0 ? "ca" : "cb";
    const auto arm = trial.arm_of(row.at("arms").at(side).get<std::string>());
    if (!row.contains(cell) || !arm) continue;
    for (const char* kind : {"p", "e", "m", "md"}) {
      if (!row.at(cell).contains(kind)) continue;
      const auto figure = figure_at(s, figures, trial.span_of(row.at(cell).at(kind)));
      if (!figure) continue;
      of_row.push_back(*figure);
      arms_[*figure].insert(*arm);
      break;
    }
  }
  if (of_row.size() == 2 && of_row[0] != of_row[1])
    pairs_.insert(std::minmax(of_row[0], of_row[1]));
}

// "A against C" and "B against C" of one outcome: A and B are a pair as well.
void LabelledFigures::close() {
  for (bool more = true; more;) {
    more = false;
    const auto now = pairs_;
    for (const auto& p : now) {
      for (const auto& q : now) {
        const std::set<std::size_t> ends{p.first, p.second, q.first, q.second};
        if (ends.size() != 3) continue;
        for (const std::size_t x : ends) {
          for (const std::size_t y : ends)
            if (x < y) more = pairs_.emplace(x, y).second || more;
        }
      }
    }
  }
}

std::vector<read::FigureGroup> LabelledFigures::groups() const {
  std::vector<read::FigureGroup> out;
  std::vector<bool> done(arms_.size(), false);
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (done[i] || !known(i)) continue;
    read::FigureGroup group{i};
    for (std::size_t j = i + 1; j < arms_.size(); ++j) {
      if (!done[j] && is_pair(i, j)) group.push_back(j);
    }
    for (const std::size_t k : group) done[k] = true;
    if (group.size() >= 2) out.push_back(std::move(group));
  }
  return out;
}

}  // namespace ev::train
