#include "pipeline/synthesis/sensitivity.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <algorithm>

namespace ev::synthesis {

Result<std::vector<Pooled>> leave_one_out(std::span<const Effect> effects,
                                          const PoolingOptions& options) {
  if (effects.size() < 2) {
    return Error{.code = Errc::invalid_argument,
                 .message = "leaving one out needs two studies or more"};
  }
  PoolingOptions each = options;
  if (effects.size() == 2) each.interval = IntervalMethod::wald;
  std::vector<Pooled> out;
  out.reserve(effects.size());
  std::vector<Effect> rest(effects.begin() + 1, effects.end());
  for (std::size_t left = 0; left < effects.size(); ++left) {
    EV_TRY(Pooled pooled, pool(rest, each));
    out.push_back(std::move(pooled));
    if (left < rest.size()) rest[left] = effects[left];
  }
  return out;
}

Result<SubgroupTest> compare_subgroups(std::span<const Effect> effects,
                                       std::span<const std::size_t> group_of,
                                       const PoolingOptions& options) {
  const std::size_t groups =
      group_of.empty() ? 0 : *std::max_element(group_of.begin(), group_of.end()) + 1;
  std::vector<std::vector<Effect>> members(groups);
  for (std::size_t i = 0; i < effects.size(); ++i) members[group_of[i]].push_back(effects[i]);
  SubgroupTest out;
  std::vector<Effect> estimates;
  for (const std::vector<Effect>& group : members) {
    PoolingOptions own = options;
    if (group.size() == 1) own.interval = IntervalMethod::wald;
    EV_TRY(Pooled pooled, pool(group, own));
    estimates.push_back({pooled.estimate, pooled.se * pooled.se});
    out.groups.push_back(std::move(pooled));
  }
  EV_TRY(const Fit between, fit(estimates, TauMethod::common));
  out.q = between.q;
  out.df = between.q_df;
  out.p = between.q_p;
  return out;
}

}  // namespace ev::synthesis
