#include "pipeline/answer/certainty.hpp"

#include <algorithm>

namespace ev::answer {
namespace {

struct Designs {
  std::size_t reviews = 0, trials = 0, indirect = 0;
};

Designs designs_of(const Answer& answer) {
  constexpr double kDirect = 0.9;
  Designs out;
  for (const RecordStance& r : answer.records) {
    if (r.stance != model::Stance::supports && r.stance != model::Stance::contradicts) continue;
    using model::StudyDesign;
    const auto design = r.provenance.design;
    if (design == StudyDesign::systematic_review || design == StudyDesign::meta_analysis)
      ++out.reviews;
    else if (design == StudyDesign::randomized_controlled_trial)
      ++out.trials;
    if (r.directness < kDirect) ++out.indirect;
  }
  return out;
}

}  // namespace

Certainty certainty_of(const Answer& answer) {
  constexpr double kAgree = 0.75;
  const Counts& c = answer.counts;
  Certainty out;
  if (c.read == 0) {
    out.reasons.push_back("no record states a result");
    return out;
  }
  const Designs d = designs_of(answer);
  const double share =
      static_cast<double>(std::max(c.supporting, c.against)) / static_cast<double>(c.read);
  out.reasons.push_back(c.read == 1 ? "one study" : std::to_string(c.read) + " studies");
  if (d.reviews > 0)
    out.reasons.push_back(std::to_string(d.reviews) +
                          (d.reviews == 1 ? " systematic review" : " systematic reviews"));
  if (d.trials > 0) out.reasons.push_back(std::to_string(d.trials) + " randomized");
  if (d.reviews + d.trials == 0) out.reasons.push_back("none randomized");
  if (share < kAgree) out.reasons.push_back("results disagree");
  if (2 * d.indirect > c.read) out.reasons.push_back("most are indirect");
  out.level = CertaintyLevel::limited;
  const bool agree = share >= kAgree && 2 * d.indirect <= c.read;
  if (agree && c.read >= 3 && d.reviews + d.trials > 0) out.level = CertaintyLevel::moderate;
  if (agree && c.read >= 4 && (d.reviews >= 2 || d.trials >= 3)) out.level = CertaintyLevel::high;
  return out;
}

}  // namespace ev::answer
