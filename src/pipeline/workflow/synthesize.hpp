// The stage that pools: results of records, read from their texts, and rows of the user's own become
// studies by outcome, which are synthesised. A study is taken for an outcome by the words that name
// it; which rows were taken is in the result, with their quotes. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/synthesis/synthesis.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

struct LeftOutStudy {
  std::string id;
  std::string reason;  // the user's own words
};

struct SynthesisRequest {
  std::span<const model::Article> articles;
  std::vector<std::string> outcomes;               // asked for; empty: those of `rows`
  std::vector<synthesis::StudyResult> rows;        // the user's; they win over what is read
  std::vector<LeftOutStudy> excluded;
  synthesis::SynthesisOptions options;
};

struct SynthesisOutcome {
  std::vector<synthesis::Synthesis> outcomes;      // in the order asked for
  std::vector<LeftOutStudy> excluded;              // of the records given
  std::vector<std::string> without_result;         // ids of records that state no asked outcome
  std::vector<std::string> retracted;              // ids; never pooled
  std::vector<std::string> warnings;
};

Result<SynthesisOutcome> synthesize(const SynthesisRequest& request, const Context& ctx);

}  // namespace ev::workflow
