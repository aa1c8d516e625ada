// Counts a candidate query and, while the count lies out of the strategy's range, its looser or
// tighter forms; keeps the log of every query that was tried. Thread rule: one thread.
#pragma once

#include "pipeline/query_gen/limits.hpp"
#include "pipeline/query_gen/strategies.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::query_gen {

// A form that was counted, the candidate's own first, then what was taken in its place.
struct Step {
  Form form;
  std::optional<long> count;
  bool looser = false;  // than the one before
};

class Settler {
 public:
  // All is borrowed.
  Settler(const Request& request, const Seams& seams, const QueryLimits& limits,
          const std::vector<Candidate>& candidates, const Context& ctx)
      : request_(request), seams_(seams), limits_(limits), candidates_(candidates), ctx_(ctx) {}

  // A count that fails is a warning. A facet that finds something stays itself rather than become
  // what the others become. Errors: cancelled.
  Result<std::vector<Step>> settle(const Candidate& candidate, std::vector<std::string>& warnings);

  // It has no looser form, or that finds as much as the candidate should; false where PubMed is not
  // asked.
  Result<bool> could_find_more(const Candidate& candidate);

  std::vector<Tried> tried;  // each query once

 private:
  bool is_shared(const Candidate& candidate, const Form& form) const;
  Result<std::optional<long>> count_of(const Form& form, std::vector<std::string>& warnings);
  void note(const Form& form, std::optional<long> count, std::string action);

  const Request& request_;
  const Seams& seams_;
  const QueryLimits& limits_;
  const std::vector<Candidate>& candidates_;
  const Context& ctx_;
  std::map<std::string, long> counts_;  // of queries already asked
};

}  // namespace ev::query_gen
