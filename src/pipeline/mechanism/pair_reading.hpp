// What one sentence says one named thing does to another: a signed reading with a score of how
// firmly the grammar carries it. Read are doers ("B antagonist A", "A, an inhibitor of B"),
// hyphenated and nominal forms ("A-induced B", "inhibition of B by A"), active and passive verbs,
// verbs over nouns ("prevented the decrease in B" raises it), means ("by inhibiting B"), and falls
// and rises after A; a deficit or an antagonist of A turns the sign. Weak forms, names that are
// objects of one verb alike and clauses in between score low. Pure functions.
//
// Scores: 6 and more are plain statements, kFirmReading is the least that counts as one; below it
// the sentence is a mention.
#pragma once

#include "pipeline/mechanism/link_cues.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ev::mechanism {

inline constexpr double kFirmReading = 0.6;
// What a negated reading loses of its score.
inline constexpr double kNegatedLoss = 3;
// A condition is as often where something was seen ("in patients with B") as what it changed, so
// weak forms do not count for it.
inline constexpr double kFirmOfCondition = 2.4;

// Token indexes, inclusive.
struct NameSpan {
  std::size_t first = 0, last = 0;
};

struct PairReading {
  double score = 0;
  int sign = 0;         // 0: a null finding ("did not affect"), with negated
  std::size_t cue = 0;  // token
  bool doer = false;    // said by what A is called, not by a finding
  bool negated = false;
  bool null_finding = false;  // "no effect", "not associated"
};

// `less_is_better`: of `to`, for words that praise ("improved").
std::optional<PairReading> read_pair(const LinkSentence& sentence, const NameSpan& from,
                                     const NameSpan& to, bool less_is_better);
// The one with the highest score, of all places where the two are named.
std::optional<PairReading> best_reading(const LinkSentence& sentence,
                                        const std::vector<NameSpan>& from,
                                        const std::vector<NameSpan>& to, bool less_is_better);

}  // namespace ev::mechanism
