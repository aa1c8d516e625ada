// The stage that answers: a question, claim or comparison over a set of records, whoever asks. run,
// run_research, test_hypothesis and reports come here with their records, so the same records and
// question have the same verdict, counts, certainty and words everywhere. Thread rule: pure
// functions; check their Context per record.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/answer/answer.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/effect_direction.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ev::workflow {

// The claim a question makes (research::what_is_asked); nullopt where it makes none.
// `searched`: the records were looked for; false for those a caller brings along.
Result<std::optional<answer::Answer>> answer_question(const std::string& claim,
                                                      std::span<const model::Article> articles,
                                                      bool searched, const Context& ctx);

struct ComparisonAsked {
  std::string intervention, comparator, outcome;
};
struct ComparisonAnswer {
  // What most records say; unclear where they disagree or say nothing.
  model::EffectDirection direction = model::EffectDirection::unclear;
  answer::Answer answer;  // to the claim that the outcome goes in that direction
};
Result<ComparisonAnswer> answer_comparison(const ComparisonAsked& asked,
                                           std::span<const model::Article> articles, bool searched,
                                           const Context& ctx);

}  // namespace ev::workflow
