// A row for an effect estimate whose arms state no figures of their own: "A reduced X compared with
// B (relative risk 0.6, 95% CI 0.4-0.9)". Without an interval, an outcome or a sure order of the
// arms there is none. Pure function.
#pragma once

#include "pipeline/read/results/outcome_tagger.hpp"
#include "pipeline/read/results/row_parts.hpp"
#include "pipeline/read/results/statistics.hpp"

namespace ev::read {

// Whether the words behind the measure's name call another outcome than the one that stands there.
bool estimates_other(const Sentence& sentence, const StatedEffect& stated,
                     const std::vector<ArmMention>& mentions, const doc::Span& outcome);

// `begin` is where the words on this estimate begin.
std::optional<ResultRow> effect_row(const OutcomeSentence& of, const std::vector<Arm>& arms,
                                    const StatedEffect& stated, std::size_t begin);
// What the grammar alone names, for training.
std::optional<Range> effect_outcome_by_grammar(const OutcomeSentence& of,
                                               const StatedEffect& stated, std::size_t begin);

}  // namespace ev::read
