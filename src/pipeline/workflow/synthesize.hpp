// The stage that pools: rows of the user's own become studies by outcome, which are synthesised.
// What is read in records is proposed as rows with the sentence that states it, and pooled only
// when it comes back as a row: reading is not sure enough to be pooled unseen. A result belongs to
// an outcome by the words that name it. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/synthesis/synthesis.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

struct LeftOutRecord {
  std::string id;
  std::string reason;
};

struct SynthesisRequest {
  std::span<const model::Article> articles;
  std::vector<std::string> outcomes;         // asked for; empty: those of `rows`
  std::vector<synthesis::StudyResult> rows;  // to be pooled; a study they name is not read
  std::vector<LeftOutRecord> excluded;       // by the user, who says why
  synthesis::SynthesisOptions options;
};

struct SynthesisOutcome {
  std::vector<synthesis::Synthesis> outcomes;    // in the order asked for
  std::vector<synthesis::StudyResult> proposed;  // read in records, to be checked
  // Records that add nothing to any outcome: excluded, retracted, or without a result asked for.
  std::vector<LeftOutRecord> left_out;
  std::size_t records = 0;  // given
};

// Errors: nothing to pool was asked for; cancelled.
Result<SynthesisOutcome> synthesize(const SynthesisRequest& request, const Context& ctx);

// Whether a result's outcome is the one asked for: it has the words that matter of it ("pain at
// rest" for "pain"), plural and singular alike. Exposed for tests.
bool names_outcome(std::string_view stated, std::string_view asked);

}  // namespace ev::workflow
