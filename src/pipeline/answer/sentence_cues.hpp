// The words of a sentence that say which way something goes, where it is denied, and how far they
// stand from what they speak of. Internal to the room; thread rule: one sentence, one thread.
#pragma once

#include "pipeline/answer/record_words.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace ev::answer {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);  // no word

enum class CueKind { none, directed, valued, associated };
struct WordCue {
  CueKind kind = CueKind::none;
  int sign = 0;
};

class SentenceCues {
 public:
  SentenceCues(const SentenceWords& sentence, const std::set<std::size_t>& arms)
      : s_(sentence), arms_(arms) {}
  // Of a word outside the arms' names.
  WordCue at(std::size_t i) const;
  // With its degree: "greater reduction", "less effective", "prevented the rise".
  WordCue with_degree(std::size_t i, const std::set<std::size_t>& outcome) const;
  // In words, clauses, brackets and commas between counted as more; what brackets enclose is not
  // counted.
  std::size_t distance(std::size_t a, std::size_t b) const;
  std::size_t nearest(std::size_t from, const std::set<std::size_t>& to) const;
  // A negation governs it.
  bool is_denied(std::size_t i) const;
  // "More than 50 %", "levels greater than 10", "lower limb", "higher doses": no comparison of
  // arms.
  bool tells_amount(std::size_t i) const;

 private:
  bool is_only_cause(std::size_t i) const;
  bool is_of_other_matter(std::size_t i) const;
  bool is_unlikely(std::size_t i) const;
  bool is_of_effect(std::size_t i) const;
  bool is_of_share_freed(std::size_t i) const;
  const SentenceWords& s_;
  const std::set<std::size_t>& arms_;
};

bool is_negation(const SentenceWords& sentence, std::size_t i);

}  // namespace ev::answer
