// What the answer stage found, as the documents show it: `claim_result`, `comparison_result` and
// the member `answer`. Pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/answer/answer.hpp"
#include "pipeline/workflow/answer_stage.hpp"

#include <cstddef>
#include <string>

namespace ev::tools {

// `claim_result` and `comparison_result`: every record told, then as many as are to be shown.
Json whole_result(const answer::Answer& answer);
Json whole_result(const workflow::ComparisonAnswer& answer);
// Records for, against and mixed, `each_side` at most; those that only mention or could not be read
// with `all`. What is left out is counted in `evidence_omitted`.
struct Listing {
  std::size_t each_side = static_cast<std::size_t>(-1);
  bool all = false;
};
Json listed(Json result, const Listing& listing);

// The member `answer` a document begins with: the result's own, with its verdict. Of a question
// that makes no claim it says so, and how to ask for a verdict.
Json answer_member(const Json& result);
Json no_answer_member(const std::string& question);

}  // namespace ev::tools
