// Hypotheses as JSON and as the Markdown a reader sees. Quotes are verbatim; how many are shown per
// link is the caller's choice. Pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/mechanism/hypothesis.hpp"

#include <cstddef>
#include <string>

namespace ev::mechanism {

// Quotes per link and stance; what is left out is counted in `evidence_omitted`.
struct QuoteLimit {
  std::size_t supporting = 3;
  std::size_t background = 1;
  std::size_t contradicting = 3;
};
inline constexpr QuoteLimit kAllQuotes{static_cast<std::size_t>(-1), static_cast<std::size_t>(-1),
                                       static_cast<std::size_t>(-1)};

// pmid, quote, start, end, text, stance, cue, design, species, negated, hedged …
Json to_json(const Evidence& evidence);
Json to_json(const MechanismHypothesis& hypothesis, const QuoteLimit& limit = kAllQuotes);
// The members of the plain MechanismHypothesis and its id.
Json to_plain_json(const MechanismHypothesis& hypothesis);

// "a → b → c → d"; a level that nothing states is left out.
std::string mechanism_line(const MechanismHypothesis& hypothesis);
// "### Hypothesis 1 (Confidence: 70%)", mechanism, status, suggested searches, then per link its
// strongest quotes. `number` counts from 1.
std::string to_markdown(const MechanismHypothesis& hypothesis, std::size_t number,
                        const QuoteLimit& limit);
// One line without links and quotes: "1. a → b → c → d (70%, proposed) hyp-…".
std::string to_row_markdown(const MechanismHypothesis& hypothesis, std::size_t number);
// "### Primary Hypothesis", "### Knowledge Gaps", "### Recommended Next Searches".
std::string closing_markdown(const HypothesisAssessment& assessment);

}  // namespace ev::mechanism
