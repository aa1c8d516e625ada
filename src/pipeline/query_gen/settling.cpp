#include "pipeline/query_gen/settling.hpp"

#include <algorithm>
#include <utility>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;

constexpr std::size_t kMostSteps = 3;  // relaxing or tightening one query

}  // namespace

// Another candidate is, or may become, this query.
bool Settler::is_shared(const Candidate& candidate, const Form& form) const {
  return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
    if (&other == &candidate) return false;
    return other.form.tree == form.tree ||
           std::any_of(other.looser.begin(), other.looser.end(),
                       [&form](const Form& f) { return f.tree == form.tree; });
  });
}

Result<std::vector<Step>> Settler::settle(const Candidate& candidate,
                                          std::vector<std::string>& warnings) {
  std::vector<Step> steps = {{.form = candidate.form, .count = {}}};
  if (!request_.count || !seams_.probe) return steps;
  const Range range = range_of(request_.strategy);
  EV_TRY(steps.front().count, count_of(candidate.form, warnings));
  if (!steps.front().count) return steps;
  note(candidate.form, steps.front().count,
       seams_.local ? "counted in the local library" : "counted");
  if (seams_.local) return steps;
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    const long count = *steps.back().count;
    const bool few = count < range.low;
    const bool many = count > range.high;
    const std::vector<Form>& others = few ? candidate.looser : candidate.tighter;
    if ((!few && !many) || i >= others.size()) break;
    if (count > others[i].up_to) break;
    if (few && count > 0 && request_.strategy == "exploratory" && is_shared(candidate, others[i])) {
      break;
    }
    EV_TRY(const std::optional<long> other, count_of(others[i], warnings));
    if (!other) break;
    const bool better = few ? *other > count : *other > 0 && *other < count;
    const bool overshoots = few ? *other > range.high && count > 0 : *other < range.low;
    const bool take = better && !overshoots;
    const bool try_next = few && count == 0 && *other == 0;
    note(
        others[i], other,
        std::string(few ? "too few: relaxed" : "too many: tightened") + (take ? "" : ", not kept"));
    if (take) steps.push_back({.form = others[i], .count = other, .looser = few});
    if (!take && !try_next) break;
  }
  return steps;
}

Result<bool> Settler::could_find_more(const Candidate& candidate) {
  if (!request_.count || !seams_.probe || seams_.local) return false;
  if (candidate.looser.empty()) return true;
  std::vector<std::string> warnings;
  EV_TRY(const std::optional<long> count, count_of(candidate.looser.front(), warnings));
  return count && *count >= candidate.at_least;
}

// A query that several candidates come to was asked once and is listed once.
void Settler::note(const Form& form, std::optional<long> count, std::string action) {
  std::string query = pq::print(limits_.on(form.tree), pq::TagStyle::readable);
  const bool listed = std::any_of(tried.begin(), tried.end(),
                                  [&query](const Tried& t) { return t.query == query; });
  if (!listed) tried.push_back({std::move(query), count, std::move(action)});
}

Result<std::optional<long>> Settler::count_of(const Form& form,
                                              std::vector<std::string>& warnings) {
  const std::vector<std::string> one = {pq::print(limits_.on(form.tree))};
  if (const auto known = counts_.find(one.front()); known != counts_.end()) {
    return std::optional<long>(known->second);
  }
  std::vector<Result<search::Probe>> answers = seams_.probe(one, ctx_);
  if (answers.empty()) return std::optional<long>{};
  if (answers.front()) {
    counts_[one.front()] = answers.front()->count;
    return std::optional<long>(answers.front()->count);
  }
  Error& error = answers.front().error();
  if (error.code == Errc::cancelled) return std::move(error);
  if (!is_unasked(error)) warnings.push_back("could not be counted: " + error.message);
  return std::optional<long>{};
}

}  // namespace ev::query_gen
