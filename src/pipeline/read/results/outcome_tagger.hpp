// The phrase that names what was measured where a sentence states figures of arms, by a learnt
// chain (data/weights/outcomes.txt). Thread rule: constant.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/figures.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/spans/tagged.hpp"

#include <optional>
#include <vector>

namespace ev::read {

// A sentence as the tagger sees it; `words` are its features of record_features.hpp.
struct OutcomeSentence {
  const Sentence& sentence;
  const std::vector<nlp::Features>& words;
  const std::vector<ArmMention>& mentions;
  const std::vector<Figure>& figures;
  const Statistics& statistics;
};

// The features of each word where the outcome of the figures at `place` is sought: its own, what it
// belongs to, what stands between it and the place, and whether the grammar of outcome.hpp names
// it.
std::vector<nlp::Features> outcome_features(const OutcomeSentence& of, Range place,
                                            const std::optional<Range>& by_grammar);
// The likeliest phrase; nothing where none is likely.
std::optional<Range> tagged_outcome(const OutcomeSentence& of, Range place,
                                    const std::optional<Range>& by_grammar);

}  // namespace ev::read
