#include "pipeline/synthesis/synthesis.hpp"

#include "pipeline/synthesis/combine_arms.hpp"
#include "pipeline/synthesis/distributions.hpp"
#include "pipeline/synthesis/soundness.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace ev::synthesis {

namespace {

std::vector<Effect> effects_of(const std::vector<PooledStudy>& studies) {
  std::vector<Effect> out;
  out.reserve(studies.size());
  for (const PooledStudy& s : studies) out.push_back(s.made.effect);
  return out;
}

// Randomized parallel trials are the reference where there are any; else the most frequent kind.
bool is_reference(const StudyResult& study, bool randomized) {
  return study.randomized == randomized && study.unlike_parallel.empty();
}

std::string why_unlike(const StudyResult& study, bool randomized) {
  if (study.randomized != randomized) {
    return study.randomized ? "randomized; the other studies pooled are not"
                            : "not randomized; not mixed with randomized trials";
  }
  return study.unlike_parallel + " design; not mixed with parallel groups";
}

class Maker {
 public:
  Maker(std::vector<StudyResult> studies, const SynthesisOptions& options, const Context& ctx)
      : given_(std::move(studies)), options_(options), ctx_(ctx) {}

  Result<Synthesis> go() {
    if (!given_.empty()) out_.outcome = given_.front().outcome;
    bar_unsound();
    given_ = combine_shared_controls(std::move(given_), out_.notes);
    out_.measure = options_.measure.value_or(best_measure(given_).value_or(Measure::generic));
    choose();
    EV_CHECK(ctx_.check());
    count_directions_of_all();
    if (out_.studies.empty()) return std::move(out_);
    EV_CHECK(pool_all());
    EV_CHECK(ctx_.check());
    EV_CHECK(look_closer());
    return std::move(out_);
  }

 private:
  // False when somebody of the study is counted already.
  static bool count_once(const StudyResult& study, std::set<std::string>& seen) {
    const std::vector<std::string> keys = keys_of(study);
    const bool fresh = std::none_of(keys.begin(), keys.end(),
                                    [&](const std::string& key) { return seen.count(key) > 0; });
    if (fresh) seen.insert(keys.begin(), keys.end());
    return fresh;
  }

  void leave_out(StudyResult study, std::string reason) {
    out_.not_poolable.push_back({std::move(study), std::move(reason)});
  }

  // Before anything is made of them: they must not decide on the measure either.
  void bar_unsound() {
    std::vector<StudyResult> sound;
    for (StudyResult& study : given_) {
      std::string reason = why_unsound(study);
      if (reason.empty()) {
        sound.push_back(std::move(study));
      } else {
        out_.not_poolable.push_back({std::move(study), std::move(reason), true});
      }
    }
    given_ = std::move(sound);
  }

  void choose() {
    const bool randomized = std::any_of(given_.begin(), given_.end(),
                                        [](const StudyResult& s) { return s.randomized; });
    std::set<std::string> seen;
    for (StudyResult& study : given_) {
      auto made = effect_of(study, out_.measure);
      if (!made) {
        leave_out(std::move(study), made.error().message);
      } else if (!options_.mix_designs && !is_reference(study, randomized)) {
        std::string reason = why_unlike(study, randomized);
        leave_out(std::move(study), std::move(reason));
      } else if (!count_once(study, seen)) {
        leave_out(std::move(study),
                  "another comparison of a study that is pooled already: its "
                  "participants are counted once");
      } else {
        add(std::move(study), *std::move(made));
      }
    }
  }

  void add(StudyResult study, StudyEffect made) {
    const double half = critical_value(kLevel, 0) * std::sqrt(made.effect.v);
    const Range ci{made.effect.y - half, made.effect.y + half};
    if (made.effect.corrected) {
      out_.notes.push_back(study.label + ": 1/2 was added to each cell, because one is 0");
    }
    out_.participants += made.participants;
    out_.studies.push_back({std::move(study), std::move(made), ci, 0});
  }

  void count_directions_of_all() {
    int up = 0, down = 0, none = 0;
    std::set<std::string> seen;
    const auto count = [&](const StudyResult& study, double sign) {
      if (count_once(study, seen)) (sign > 0 ? up : sign < 0 ? down : none) += 1;
    };
    for (const PooledStudy& s : out_.studies) count(s.study, s.made.effect.y);
    for (const LeftOut& left : out_.not_poolable) {
      const int sign = left.unsound ? kUnknown : sign_of(left.study);
      if (sign != kUnknown) count(left.study, sign);
    }
    out_.directions = count_directions(up, down, none);
  }

  // More or less of the outcome in the first arm, by whatever is stated of both.
  static int sign_of(const StudyResult& s) {
    const auto compare = [](std::optional<double> a, std::optional<double> b) {
      return !a || !b ? kUnknown : *a > *b ? 1 : *a < *b ? -1 : 0;
    };
    if (s.effect) {
      const double none = is_ratio(s.effect->measure) ? 1 : 0;
      return compare(s.effect->interval.estimate, none);
    }
    const auto percent = [](const ArmNumbers& arm) {
      return arm.percent || !arm.events || !arm.n || !(*arm.n > 0)
                 ? arm.percent
                 : std::optional(100 * *arm.events / *arm.n);
    };
    const int by_shares = compare(percent(s.intervention), percent(s.comparator));
    return by_shares != kUnknown ? by_shares : compare(s.intervention.mean, s.comparator.mean);
  }

  Result<void> pool_all() {
    out_.options = {.tau2 = options_.tau2,
                    .interval = options_.interval.value_or(out_.studies.size() >= kHksjLeast
                                                               ? IntervalMethod::hksj
                                                               : IntervalMethod::wald),
                    .level = kLevel};
    if (out_.studies.size() == 1 && out_.options.interval == IntervalMethod::hksj) {
      out_.options.interval = IntervalMethod::wald;
      out_.notes.push_back("one study: its own Wald interval");
    }
    EV_TRY(out_.pooled, pool(effects_of(out_.studies), out_.options));
    for (std::size_t i = 0; i < out_.studies.size(); ++i) {
      out_.studies[i].weight = out_.pooled->weights[i];
    }
    return {};
  }

  Result<void> look_closer() {
    const std::vector<Effect> effects = effects_of(out_.studies);
    if (effects.size() > kLeaveOneOutMost) {
      out_.notes.push_back("more than " + std::to_string(kLeaveOneOutMost) +
                           " studies: none was left out in turn");
    } else if (effects.size() >= 2) {
      EV_TRY(out_.without_each, leave_one_out(effects, out_.options));
    }
    if (effects.size() >= kSmallStudyLeast) {
      // A test that cannot be made (all studies of one size) is left out, not failed.
      if (auto test = egger(effects)) out_.egger = *test;
      if (auto filled = synthesis::trim_and_fill(effects, out_.options)) {
        out_.trim_and_fill = *std::move(filled);
      }
    }
    pool_tables();
    if (options_.by_subgroup) EV_CHECK(compare_groups(effects));
    return {};
  }

  void pool_tables() {
    std::vector<Counts> tables;
    for (const PooledStudy& s : out_.studies) {
      if (s.made.counts) tables.push_back(*s.made.counts);
    }
    if (tables.size() != out_.studies.size()) return;
    if (auto pooled = synthesis::mantel_haenszel(out_.measure, tables)) {
      out_.mantel_haenszel = *pooled;
    }
    if (out_.measure != Measure::odds_ratio) return;
    if (auto pooled = synthesis::peto(tables)) out_.peto = *pooled;
  }

  Result<void> compare_groups(const std::vector<Effect>& effects) {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::string> names;
    std::vector<std::size_t> group_of;
    for (const PooledStudy& s : out_.studies) {
      const auto [it, added] = numbers.emplace(s.study.subgroup, names.size());
      if (added) names.push_back(s.study.subgroup);
      group_of.push_back(it->second);
    }
    if (names.size() < 2) {
      out_.notes.push_back("the studies pooled are all of one subgroup");
      return {};
    }
    EV_TRY(SubgroupTest test, compare_subgroups(effects, group_of, out_.options));
    for (std::size_t i = 0; i < names.size(); ++i) {
      out_.subgroups.push_back({names[i].empty() ? "not stated" : names[i], test.groups[i]});
    }
    out_.subgroup_test = std::move(test);
    return {};
  }

  static constexpr double kLevel = 0.95;
  static constexpr int kUnknown = 2;
  std::vector<StudyResult> given_;
  const SynthesisOptions& options_;
  const Context& ctx_;
  Synthesis out_;
};

}  // namespace

Result<Synthesis> synthesize(std::vector<StudyResult> studies, const SynthesisOptions& options,
                             const Context& ctx) {
  return Maker(std::move(studies), options, ctx).go();
}

}  // namespace ev::synthesis
