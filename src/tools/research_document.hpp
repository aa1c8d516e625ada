// A run of the research loop as JSON: the whole document its report is made of, the answer of the
// tool, and the answer of a call that ran out of time. No clock value is in any of them. Thread
// rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/research/reading.hpp"
#include "pipeline/research/state.hpp"
#include "pipeline/workflow/records.hpp"
#include "tools/answer.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

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

struct RunNames {
  std::string run_id;
  bool sample = false;
};
Json research_document(const RunNames& names, const research::State& state,
                       const research::WholeReading& reading, const RecordSet& ranked);

// A document or an answer with the quotes for and against that are shown; with `detail` full every
// record, those that only mention the question or could not be read included.
Json with_quotes(Json document, std::string_view detail);

// A stored answer as a call gives it: within 4,000 tokens unless `detail` is full.
Json shown_answer(Json answer, std::string_view detail);

// The structured answer of a finished run, from its document, every record in it.
Json research_answer(const Json& document, const research::State& state);
// Of one that goes on with `next_call`.
Json paused_answer(const std::string& run_id, const research::State& state);
// Either of them as text.
std::string research_text(const Json& answer);

}  // namespace ev::tools
