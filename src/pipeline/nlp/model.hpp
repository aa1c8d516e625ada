// A learnt linear model: a weight for each feature and label. One label per item (logistic
// regression, two labels or more) or, with steps from label to label, a linear-chain conditional
// random field (chain.hpp). Weights stand in data/weights/NAME.txt, written by `make train`:
//
//   # model: roles                      its name
//   # task: what it decides
//   # features: 1                       version of the code that makes its features
//   # labels: background objective …    their order is the order of the weights
//   # count: 12345                      rows below
//   # unit: 64                          a weight of 1 is stored as this
//   # sets, licence, made, scores: …    data, its licences, day, cross-validated figures
//   # bias: …   # start: …   # steps: … whole numbers; a chain has start and steps ([from][to])
//   0004a1f3	12	-3 …                 feature in hexadecimal, ascending; weights
//
// Sums are whole numbers, so that no order of adding changes a bit. Thread rule: immutable.
#pragma once

#include "base/result.hpp"
#include "pipeline/nlp/feature.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::nlp {

// What the code that uses a model takes it for.
struct Expected {
  std::string_view name;
  int feature_version = 0;
  std::size_t labels = 0;
};

using Sums = std::vector<std::int32_t>;  // by label, in units
// How likely each label is, by the softmax of its sum.
std::vector<double> softmax(const Sums& sums, int unit);

class Model {
 public:
  // Errc::invalid_argument when the text is malformed or is another model, version or number of
  // labels or rows than expected.
  static Result<Model> parse(std::string_view text, const Expected& expected);

  const std::vector<std::string>& labels() const { return labels_; }
  std::size_t size() const { return labels_.size(); }  // labels
  int unit() const { return unit_; }
  bool is_chain() const { return !steps_.empty(); }
  std::int32_t start(std::size_t label) const { return start_[label]; }
  std::int32_t step(std::size_t from, std::size_t to) const { return steps_[from * size() + to]; }

  // The bias and the weights of these features; unknown ones weigh nothing.
  Sums sums(std::span<const Feature> features) const;
  // Of each item of a sequence.
  std::vector<Sums> sums_of(std::span<const Features> items) const;
  // Adds the weights alone.
  void add(Feature feature, std::span<std::int32_t> sums) const;
  // Softmax of the sums: for one item by itself.
  std::vector<double> probabilities(const Sums& sums) const { return softmax(sums, unit_); }

 private:
  void index();
  std::vector<std::string> labels_;
  int unit_ = 1;
  std::vector<std::int32_t> bias_;
  std::vector<std::int32_t> start_;
  std::vector<std::int32_t> steps_;
  std::vector<Feature> features_;
  std::vector<std::int16_t> weights_;  // [feature][label]
  std::vector<std::uint32_t> slots_;   // open addressing; 0 = free, else 1 + place in features_
  std::uint32_t mask_ = 0;
};

// The model of this file of data/, as "weights/links.txt". Weights that do not fit the code are an
// error of the program: std::logic_error, which a test finds.
Model stored_model(std::string_view file, const Expected& expected);

}  // namespace ev::nlp
