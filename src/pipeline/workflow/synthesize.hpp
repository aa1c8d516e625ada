// The stage that pools: rows of the user's own, and rows read in records, become studies by
// outcome, which are synthesised. A row that was read is pooled only where a question says what is
// compared, its arms and its outcome fit that question, and its numbers are sure: borne out by a
// second statement of the same abstract, posted in a registry, or a table's cells with their
// dispersion. It is then marked provisional. All other rows are proposed with their quotes and
// pooled when they come back as rows. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/question/question_frame.hpp"
#include "pipeline/synthesis/synthesis.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

struct LeftOutRecord {
  std::string id;
  std::string reason;
  bool by_person = false;  // excluded by the user
  bool no_study = false;   // retracted, a review or another record without results of its own
};

struct SynthesisRequest {
  std::span<const model::Article> articles;
  std::string question;                      // what is compared, and the outcome if none is given
  std::vector<std::string> outcomes;         // empty: those of `rows`, else that of `question`
  std::vector<synthesis::StudyResult> rows;  // to be pooled; a study they name is not read
  std::vector<synthesis::StudyResult> read;  // in the articles and their registrations
  std::vector<LeftOutRecord> excluded;       // by the user, who says why
  synthesis::SynthesisOptions options;
};

struct SynthesisOutcome {
  std::optional<question::QuestionFrame> frame;  // of a question that says what is compared
  std::vector<synthesis::Synthesis> outcomes;    // in the order asked for
  // Read in records, to be checked; `unsure` says why each is not pooled.
  std::vector<synthesis::StudyResult> proposed;
  // Records that add nothing to any outcome: excluded, retracted, or without a result asked for.
  std::vector<LeftOutRecord> left_out;
  std::vector<std::string> warnings;
  std::size_t records = 0;  // given
};

// Errors: nothing to pool was asked for; cancelled.
Result<SynthesisOutcome> synthesize(const SynthesisRequest& request, const Context& ctx);

// The pooled estimate of a question's own outcome from the abstracts of these records; nullopt
// with fewer than two studies that are sure. Errors: cancelled.
Result<std::optional<synthesis::Synthesis>> pooled_answer(
    const question::QuestionFrame& asked, std::span<const model::Article* const> articles,
    const Context& ctx);

}  // namespace ev::workflow
