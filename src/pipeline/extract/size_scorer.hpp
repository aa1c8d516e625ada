// Every number of a record that may count participants, with how much speaks for its being the
// total: the noun it counts, the verbs around it, the section it stands in. Pure functions over a
// RecordText.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ev::extract {

inline constexpr double kScoreOfCapitalN = 1.8;  // "N = 12"
inline constexpr double kScoreOfSmallN = 0.9;    // "n = 12"

struct SizeCandidate {
  double value = 0;
  double score = 0;
  bool arm = false;
  bool in_group = false;         // "12 in each group": said of an arm in so many words
  std::optional<double> beside;  // the other part of a whole that the sentence shares out
  bool capital = false;          // "N = 12"
  bool planned = false;          // "900 adults will be enrolled"
  bool before_draw = false;      // "900 adults will be enrolled", "900 adults were screened"
  doc::Span span;
  std::size_t sentence = 0;
};

// In text order; `nouns` are those that may be counted. They are compared with one another; a
// record with more than kMostCounts, which no ordinary one has, gets none: a total among those left
// out would be missed.
inline constexpr std::size_t kMostCounts = 60;
std::vector<SizeCandidate> size_candidates(const RecordText& record, const Patterns& nouns);

}  // namespace ev::extract
