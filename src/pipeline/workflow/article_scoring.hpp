// The stage "score": every record of a set scored by weighted criteria, or by a model learnt from
// labels, stored as a derived set and kept at hand for the next call. Thread rule: any worker
// thread. Errors: criteria that cannot be used, criteria that need features the set does not have,
// labels of one kind only, cancelled.
#pragma once

#include "base/codec.hpp"
#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/learned_model.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/working_sets.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ev::workflow {

// As the user writes them; they are kept with the set in the same form.
struct ScoringCriteria {
  std::map<std::string, double> weights;
  std::map<std::string, Json> scoring_functions;
  std::string normalization_method = "none";
};
template <class V>
void describe(V& v, ScoringCriteria& c) {
  v("weights", c.weights, {.required = true, .min = 0, .max = 1});
  v("scoring_functions", c.scoring_functions);
  v("normalization_method", c.normalization_method, {.one_of = {"none", "min_max", "z_score"}});
}

// What the ranking weighs when nobody says otherwise.
ScoringCriteria default_scoring_criteria();

struct ScoringRequest {
  RecordsRequest records;
  std::string records_argument = "result_set";  // how an error names them
  ScoringCriteria scoring_criteria;
  std::string score_function = "weighted_sum";  // weighted_sum | composite | ml_model
  bool include_percentiles = true;
  std::string query;
  std::string missing = "renormalise";  // renormalise | penalise
  std::string profile = "standard";     // standard | seed
  std::string as_of;                    // YYYY-MM-DD, "" = today
  std::map<std::string, bool> labels;   // record id -> include
  std::string model;                    // handle of a learnt one
  // Whether it scores by a model of labels.
  bool learns() const { return score_function == "ml_model" && profile != "seed"; }
};

// What is wrong with the criteria: functions that cannot be read, then what cannot be used of the
// rest.
std::vector<Error> errors_in(const ScoringRequest& request);

struct ScoringOutcome {
  std::shared_ptr<const WorkingRecords> records;
  std::shared_ptr<const WorkingScores> scores;
  appraise::Criteria criteria;
  appraise::Scoring scoring;  // without its scores
  appraise::LearnedModel model;
  std::string model_handle;  // "" when none was learnt or used
  std::string result_set;
  std::vector<std::string> warnings;
};

Result<ScoringOutcome> score_articles(const Services& services, WorkingSets& working,
                                      ScoringRequest request, const Context& ctx);

}  // namespace ev::workflow
