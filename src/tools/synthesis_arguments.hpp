// The arguments of synthesize_evidence: rows, exclusions and judgements that a person gives, read
// with all their problems at once. Thread rule: values, pure functions.
#pragma once

#include "base/codec.hpp"
#include "base/json.hpp"
#include "base/limits.hpp"
#include "pipeline/workflow/evidence_profile.hpp"
#include "pipeline/workflow/synthesize.hpp"
#include "tools/inline_records.hpp"

#include <string>
#include <vector>

namespace ev::tools {

inline constexpr std::size_t kMostOutcomes = 20;
inline constexpr std::size_t kMostRows = 2000;

struct SynthesizeArgs {
  RecordsIn records;
  std::string question;
  std::vector<std::string> outcomes;
  std::vector<std::string> text;  // empty: all
  std::string measure = "auto";
  std::string model = "random";
  std::string tau2 = "REML";
  std::string ci;
  bool subgroup = false;
  bool mix_designs = false;
  std::vector<Json> rows;
  std::vector<Json> exclude;
  std::vector<Json> sign;
  int max_response_tokens = 4000;  // estimates and their studies, not the tables behind them
};
template <class V>
void describe(V& v, SynthesizeArgs& a) {
  v("articles", a.records.items, {.max_length = 2000});
  v("result_set", a.records.result_set, {.max_length = 40});
  v("pmids", a.records.pmids, {.max_length = 2000});
  v("question", a.question, {.max_length = 2000});
  v("text", a.text, {.max_length = 3, .one_of = {"abstract", "full", "registry"}});
  v("outcomes", a.outcomes, {.max_length = kMostOutcomes});
  v("measure", a.measure, {.one_of = {"auto", "OR", "RR", "RD", "MD", "SMD", "HR", "generic"}});
  v("model", a.model, {.one_of = {"random", "common"}});
  v("tau2", a.tau2, {.one_of = {"REML", "DL", "PM"}});
  v("ci", a.ci, {.one_of = {"hksj", "wald"}});
  v("subgroup", a.subgroup);
  v("mix_designs", a.mix_designs);
  v("rows", a.rows, {.max_length = kMostRows});
  v("exclude", a.exclude, {.max_length = 2000});
  v("sign", a.sign, {.max_length = 100});
  v("max_response_tokens", a.max_response_tokens, {.min = 200, .max = 1'000'000});
}

// Without what is read in the records. Errors: rows or exclusions that are none.
Result<workflow::SynthesisRequest> synthesis_request(const SynthesizeArgs& args,
                                                     std::span<const model::Article> articles);
Result<std::vector<workflow::JudgementToSign>> judgements_to_sign(const SynthesizeArgs& args);

}  // namespace ev::tools
