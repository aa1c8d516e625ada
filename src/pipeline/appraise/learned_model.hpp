// A model learned from a reader's include/exclude labels: logistic regression (logistic.hpp) over
// TF-IDF vectors of the records (tf_idf.hpp), with the score that the criteria give as one more
// feature, standardised over the set, so that the first labels do not start from nothing.
//
//   c_i of a labelled record   both labels weigh the same in sum, whatever their numbers
//   unlabelled records         presumed excludes (Cormack & Grossman 2015), 0.7 of the labelled
//                              excludes' weight in sum at first, less as more of the set is
//                              labelled; none where they are more than 5,000
//   probability                1 / (1 + exp(-(w.x + b))), as if both labels were equally frequent
//
// Only the strongest weights are kept; what scores here is exactly what is stored. Term weights are
// by name and TF-IDF is counted over the set at hand, so a model serves other sets too.
// Cross-validation: stratified folds, drawn by a hash of the record's identity. Pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/corpus.hpp"
#include "pipeline/appraise/logistic.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ev::appraise {

enum class Label : char { none, include, exclude };

// Of the labelled records, each judged by a model that has not seen it.
struct CrossValidation {
  int folds = 0;
  double auc = 0;                // chance that an include is placed above an exclude
  double average_precision = 0;  // of the labelled records in the model's order
  double recall = 0;             // of includes, and
  double specificity = 0;        // of excludes, at probability 0.5
  double log_loss = 0;           // mean, natural logarithm; 0.693 knows nothing
};

struct LearnedModel {
  std::vector<std::pair<std::string, double>> weights;  // by feature name
  double intercept = 0;
  double prior_weight = 0;  // of the standardised score of the criteria
  int included = 0;
  int excluded = 0;
  std::optional<CrossValidation> cross_validation;  // nullopt: too few labels of one kind
};

struct Prediction {
  double probability = 0.5;
  // The features that moved it most, strongest first: name and share of the margin.
  std::vector<std::pair<std::string, double>> strongest;
};

// The records of a set as the model sees them. `prior`: score by the criteria, one per record.
class LearningSet {
 public:
  LearningSet(const Corpus& corpus, std::span<const double> prior);
  // `labels` and `identities` are parallel to the corpus; both labels occur. Fails only when the
  // call must end.
  Result<LearnedModel> train(std::span<const Label> labels, std::span<const std::string> identities,
                             const Context& ctx) const;
  std::vector<Prediction> predict(const LearnedModel& model) const;

 private:
  const Corpus& corpus_;
  std::vector<SparseVector> vectors_;  // the standardised prior is their last feature
  std::uint32_t prior_feature_ = 0;
};

}  // namespace ev::appraise
