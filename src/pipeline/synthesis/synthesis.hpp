// All that is made of the studies of one outcome: which can be pooled and which cannot and why, the
// pooled estimate, its dependence on single studies and groups, signs of small-study effects, and
// for what cannot be pooled the count of directions. Every study counts once. Thread rule: pure
// function but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/synthesis/direction_count.hpp"
#include "pipeline/synthesis/sensitivity.hpp"
#include "pipeline/synthesis/small_study.hpp"
#include "pipeline/synthesis/study_result.hpp"
#include "pipeline/synthesis/two_by_two.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::synthesis {

struct SynthesisOptions {
  std::optional<Measure> measure;          // nullopt: best_measure()
  TauMethod tau2 = TauMethod::reml;        // `common` for the common-effect model
  std::optional<IntervalMethod> interval;  // nullopt: hksj from kHksjLeast studies, else wald
  bool by_subgroup = false;                // of StudyResult::subgroup
  bool mix_designs = false;  // randomized with other designs, crossover and cluster with parallel
};

// HKSJ intervals of two studies are useless: t with one degree of freedom.
inline constexpr std::size_t kHksjLeast = 3;

// Leaving each study out in turn takes as many fits as there are studies: among so many, one alone
// tells nothing, and the time would grow with the square.
inline constexpr std::size_t kLeaveOneOutMost = 200;

struct PooledStudy {
  StudyResult study;
  StudyEffect made;
  Range ci;           // of the study, on the pooling scale
  double weight = 0;  // percent
};

struct LeftOut {
  StudyResult study;
  std::string reason;
  bool unsound = false;  // its numbers cannot be right (why_unsound), so they show no direction
};

struct Subgroup {
  std::string name;
  Pooled pooled;
};

struct Synthesis {
  std::string outcome;
  Measure measure = Measure::generic;
  PoolingOptions options;            // as used
  std::vector<PooledStudy> studies;  // in the order given
  std::vector<LeftOut> not_poolable;
  std::optional<Pooled> pooled;      // none when no study can be pooled
  double participants = 0;           // of the pooled studies that state them
  std::vector<Pooled> without_each;  // parallel to studies; from two to kLeaveOneOutMost
  std::vector<Subgroup> subgroups;   // from two groups on
  std::optional<SubgroupTest> subgroup_test;
  std::optional<Egger> egger;  // from kSmallStudyLeast studies
  std::optional<TrimAndFill> trim_and_fill;
  std::optional<TablePooled> mantel_haenszel, peto;  // where all studies are 2×2 tables
  // Of all studies with a point estimate, pooled or not, each once. A study whose number is merely
  // of another measure or design counts; one whose number is unsound does not.
  DirectionCount directions;
  std::vector<std::string> notes;  // what was decided: zero cells, a control counted once …
};

// `studies` are of one outcome. Errors: cancelled.
Result<Synthesis> synthesize(std::vector<StudyResult> studies, const SynthesisOptions& options,
                             const Context& ctx);

}  // namespace ev::synthesis
