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

ArmPair ordered(const std::vector<Arm>& arms, std::size_t a, std::size_t b) {
  const bool first = arms[a].role == ArmRole::comparator;
  const bool second = arms[b].role == ArmRole::comparator;
  if (first != second) return first ? ArmPair{b, a} : ArmPair{a, b};
  return a < b ? ArmPair{a, b} : ArmPair{b, a};
}

}  // namespace ev::read
