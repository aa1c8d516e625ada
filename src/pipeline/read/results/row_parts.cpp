#include "pipeline/read/results/row_parts.hpp"

#include <utility>

namespace ev::read {

ResultRow row_on(const Sentence& s, const Range& outcome, const Range& clause) {
  ResultRow row;
  row.outcome = std::string(s.slice(outcome));
  row.outcome_span = s.span(outcome);
  Range time = time_in(s, clause);
  if (time.empty()) time = time_in(s, {0, s.text.size()});
  if (!time.empty()) row.time = std::string(s.slice(time));
  row.sentence = s.at.span;
  row.attribution =
      s.role() == doc::Role::conclusions ? Attribution::own_conclusion : Attribution::own_result;
  return row;
}

double value_of(const ArmCell& cell) {
  if (cell.percent) return *cell.percent;
  if (cell.events && cell.n && *cell.n > 0) return 100 * *cell.events / *cell.n;
  return cell.events.value_or(cell.mean.value_or(cell.median.value_or(0)));
}

bool comparable(const ArmCell& a, const ArmCell& b) {
  if (a.percent && b.percent) return true;
  if (a.events && b.events) return (a.n && b.n) || (!a.n && !b.n);
  return (a.mean && b.mean) || (a.median && b.median);
}

ArmPair ordered(const std::vector<Arm>& arms, std::size_t a, std::size_t b) {
  const bool first = arms[a].role == ArmRole::comparator;
  const bool second = arms[b].role == ArmRole::comparator;
  if (first != second) return first ? ArmPair{b, a} : ArmPair{a, b};
  return a < b ? ArmPair{a, b} : ArmPair{b, a};
}

}  // namespace ev::read
