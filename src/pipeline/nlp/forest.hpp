// A learnt ensemble of decision trees (gradient boosting: Friedman 2001) over numbers: each label
// has a base and trees whose leaves are added up; softmax of the sums gives probabilities. The
// trees stand in data/weights/NAME.txt, written by `make train`:
//
//   # model: stance_sentences           its name
//   # features: 1                       version of the code that makes its numbers
//   # labels: contradicts nothing …     their order is the order of the sums
//   # inputs: 60                        numbers of one item
//   # unit: 1000                        a leaf of 1 is stored as this
//   # base: -123 456 …                  by label
//   # trees: 300                        rows below
//   # sets, licence, scores: …          data, its licences, cross-validated figures
//   0 12:0.5 =-31 =17                   label; nodes in preorder: input:threshold, or =leaf
//
// A number at most the threshold goes to the first branch. Sums are whole numbers, so that no
// order of adding changes a bit. Thread rule: immutable.
#pragma once

#include "base/result.hpp"
#include "pipeline/nlp/model.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ev::nlp {

using Numbers = std::vector<float>;  // of one item

class Forest {
 public:
  // Errc::invalid_argument when the text is malformed or is another model, version or number of
  // labels, inputs or trees than expected.
  static Result<Forest> parse(std::string_view text, const Expected& expected, std::size_t inputs);

  std::size_t labels() const { return base_.size(); }
  // Of one item; it has as many numbers as the forest has inputs.
  std::vector<double> probabilities(std::span<const float> numbers) const;

 private:
  struct Node {
    std::int32_t input = -1;  // -1: a leaf
    std::int32_t value = 0;   // of a leaf, in units
    float threshold = 0;
    std::size_t other = 0;  // where numbers above the threshold go; the rest to the next node
  };
  struct Tree {
    std::size_t label = 0, root = 0;
  };
  bool read_tree(std::span<const std::string_view> cells, std::size_t inputs);
  bool read_node(std::span<const std::string_view> cells, std::size_t& at, std::size_t inputs,
                 std::size_t depth);
  std::int32_t leaf_of(const Tree& tree, std::span<const float> numbers) const;

  int unit_ = 1;
  Sums base_;
  std::vector<Tree> trees_;
  std::vector<Node> nodes_;
};

// The forest of this file of data/. Trees that do not fit the code are an error of the program:
// std::logic_error, which a test finds.
Forest stored_forest(std::string_view file, const Expected& expected, std::size_t inputs);

}  // namespace ev::nlp
