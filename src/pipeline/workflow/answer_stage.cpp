#include "pipeline/workflow/answer_stage.hpp"

#include "base/text.hpp"
#include "pipeline/answer/claim_answer.hpp"
#include "pipeline/mechanism/comparison.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/retraction.hpp"
#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/workflow/synthesize.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ev::workflow {

namespace {

using answer::Answer;
using answer::RecordStance;
using model::EffectDirection;
using model::Stance;
using question::QuestionFrame;

int sign_of(EffectDirection direction) {
  return direction == EffectDirection::increased   ? 1
         : direction == EffectDirection::decreased ? -1
                                                   : 0;
}

// "A against B on C" as the claim that C goes this way.
QuestionFrame claimed(const ComparisonAsked& asked, EffectDirection direction) {
  QuestionFrame out =
      question::frame_of_comparison(asked.intervention, asked.comparator, asked.outcome);
  if (direction == EffectDirection::unclear) return out;
  out.either = false;
  out.alike = direction == EffectDirection::no_difference;
  out.direction = direction == EffectDirection::decreased ? -1 : 1;
  return out;
}

// The direction most records tell, by number, then by the weight of their designs.
EffectDirection prevailing(const std::vector<RecordStance>& records) {
  std::map<EffectDirection, std::pair<std::size_t, double>> told;
  for (const RecordStance& r : records) {
    if (r.stance != Stance::supports && r.stance != Stance::contradicts) continue;
    if (r.direction == EffectDirection::unclear) continue;
    ++told[r.direction].first;
    told[r.direction].second += r.provenance.weight;
  }
  const auto most = std::max_element(
      told.begin(), told.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == told.end() ? EffectDirection::unclear : most->first;
}

// A single record somebody chose is taken at its word: by the sentence that says it best.
ComparisonAnswer answer_by_record(const ComparisonAsked& asked, const model::Article& article,
                                  const answer::AnswerOptions& options) {
  ComparisonAnswer out;
  if (model::is_void(article)) {
    out.answer.frame = claimed(asked, out.direction);
    out.answer.excluded_retracted.push_back(mechanism::record_id(article));
    answer::conclude(out.answer, options);
    return out;
  }
  const mechanism::ComparisonFinding found =
      mechanism::compare_in(article, {asked.intervention, asked.comparator, asked.outcome});
  out.direction = found.direction;
  out.answer.frame = claimed(asked, out.direction);
  const bool told = found.direction != EffectDirection::unclear;
  RecordStance r{.id = found.id};
  r.stance = told ? answer::stance_of_direction(out.answer.frame, sign_of(found.direction))
                  : Stance::unread;
  r.on_topic = told || found.names_outcome;
  r.direction = found.direction;
  r.directness = told ? 1 : 0;
  r.quote = found.quote;
  r.provenance = mechanism::provenance_of(article);
  out.answer.records.push_back(std::move(r));
  answer::conclude(out.answer, options);
  return out;
}

// "pooled RR 0.64 (0.45 to 0.92) of 3 studies [1, 2, 3], provisional".
std::string estimate_of(const synthesis::Synthesis& s) {
  std::vector<std::string> ids;
  for (const synthesis::PooledStudy& study : s.studies) ids.push_back(study.study.id);
  const bool wide = s.options.interval == synthesis::IntervalMethod::hksj;
  return "pooled " + std::string(to_string(s.measure)) + " " +
         output::estimate_text(s.measure, s.pooled->estimate, s.pooled->ci) + " of " +
         std::to_string(ids.size()) + " studies [" + text::join(ids, ", ") + "], random effects" +
         (wide ? ", Hartung-Knapp interval" : "") +
         ", provisional: read in abstracts and not yet checked by a person";
}

// What several records that were read for the answer state of the asked outcome in numbers that are
// sure: their pooled estimate is the best one.
Result<void> pool_into(Answer& answer, std::span<const model::Article> articles,
                       const answer::AnswerOptions& options, const Context& ctx) {
  std::set<std::string> ids;
  for (const RecordStance& r : answer.records) {
    if (r.on_topic && r.stance != Stance::unread) ids.insert(r.id);
  }
  std::vector<const model::Article*> on_topic;
  for (const model::Article& article : articles) {
    if (ids.count(mechanism::record_id(article)) > 0) on_topic.push_back(&article);
  }
  if (on_topic.size() < 2) return {};
  EV_TRY(auto pooled, pooled_answer(answer.frame, on_topic, ctx));
  if (!pooled) return {};
  answer.pooled = estimate_of(*pooled);
  answer.pooled_studies = std::move(pooled);
  answer::conclude(answer, options);
  return {};
}

}  // namespace

Result<std::optional<Answer>> answer_question(const std::string& claim,
                                              std::span<const model::Article> articles,
                                              bool searched, const Context& ctx) {
  if (claim.empty()) return std::optional<Answer>();
  const answer::AnswerOptions options{.searched = searched};
  EV_TRY(Answer made, answer::answer_claim(claim, articles, options, ctx));
  EV_CHECK(pool_into(made, articles, options, ctx));
  return std::optional<Answer>(std::move(made));
}

Result<ComparisonAnswer> answer_comparison(const ComparisonAsked& asked,
                                           std::span<const model::Article> articles, bool searched,
                                           const Context& ctx) {
  const answer::AnswerOptions options{.searched = searched};
  if (articles.size() == 1 && !searched) return answer_by_record(asked, articles[0], options);
  ComparisonAnswer out;
  EV_TRY(out.answer,
         answer::answer_question(claimed(asked, EffectDirection::unclear), articles, options, ctx));
  const EffectDirection most = prevailing(out.answer.records);
  if (most != EffectDirection::unclear) {
    EV_TRY(out.answer, answer::answer_question(claimed(asked, most), articles, options, ctx));
    if (out.answer.verdict == model::Verdict::supported) out.direction = most;
  }
  EV_CHECK(pool_into(out.answer, articles, options, ctx));
  return out;
}

}  // namespace ev::workflow
