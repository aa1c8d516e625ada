// What of a research run's reading is kept and cited: a tested hypothesis as its document in the
// store, and the records whose references are checked. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/research/reading.hpp"
#include "pipeline/research/state.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

inline constexpr std::size_t kQuotesPerSide = 3;  // per link, for and against
// Records the report shows in its table; the ranked set holds all.
inline constexpr std::size_t kTableRecords = 25;

// What the report cites: the records of the quotes it shows, then those of its table; ids as
// mechanism::record_id() gives them, each once.
std::vector<std::string> cited_records(const research::WholeReading& reading,
                                       std::span<const model::Article* const> ranked);

// A hypothesis with the verdicts of its links, as it is kept in the store.
// Its novelty goes by what a search engine counted for drug and effect, where a test search asked.
Json tested_json(const mechanism::MechanismHypothesis& hypothesis,
                 const research::TestedHypothesis& test, const research::State& state);

}  // namespace ev::workflow
