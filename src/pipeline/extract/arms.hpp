// The arms of a study as its text names them, the number of people in each, and the arm that a
// number of a sentence belongs to. An arm is named where people are allocated ("randomized to tea
// (n = 60) or water (n = 58)"), where they are said to have received something ("60 received tea
// and 58 received water"), where groups are counted ("the tea group (n = 60)"), or in a title with
// "versus". A number is linked only when the sentence leaves no choice; otherwise it has no arm.
// Pure functions; the RecordText must outlive the Arms.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/chunk.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

struct Arm {
  doc::Span name;  // the words that name it
  std::optional<double> n;
  doc::Span n_span;         // "n = 60" or "60", when n is known
  bool comparator = false;  // placebo, usual care, control
};

// Where a sentence names an arm.
struct ArmMention {
  std::size_t arm = 0;
  std::size_t begin = 0;  // bytes of the sentence
  std::size_t end = 0;
};

class Arms {
 public:
  explicit Arms(const RecordText& record);
  const std::vector<Arm>& arms() const { return arms_; }
  // The index of the arm that bytes [begin, end) of this sentence, a number with its unit, belong
  // to.
  std::optional<std::size_t> arm_of(const Sentence& sentence, std::size_t begin,
                                    std::size_t end) const;
  // The one arm beside a control that a sentence with a comparison (an effect estimate) speaks of.
  std::optional<std::size_t> arm_compared_in(const Sentence& sentence) const;
  // Writes the arm's name beside a quote.
  void link(const std::optional<std::size_t>& arm, Ground& ground) const;

 private:
  using Mention = ArmMention;
  using Mentions = std::vector<ArmMention>;
  const Mentions& mentions_in(const Sentence& sentence) const;  // one of the record's
  Mentions find_mentions(const Sentence& sentence) const;
  static std::optional<std::size_t> by_order(const Mentions& mentions, std::size_t index,
                                             std::size_t count);
  static std::optional<std::size_t> by_complement(const Sentence& sentence,
                                                  const Mentions& mentions, std::size_t begin,
                                                  std::size_t end);
  static std::optional<std::size_t> by_subject(const Sentence& sentence, const Mentions& mentions,
                                               std::size_t begin);
  std::optional<std::size_t> arm_named_at(const Sentence& sentence, std::size_t token) const;
  void learn_words();

  const RecordText& record_;
  std::vector<Arm> arms_;
  std::vector<std::vector<std::string>> words_;  // parallel: what only this arm's name has
};

// The arms of a record, found once.
const Arms& arms_of(const RecordText& record);

}  // namespace ev::extract
