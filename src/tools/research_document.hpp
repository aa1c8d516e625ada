// A run of the research loop as JSON: the whole document its report is made of, the answer of the
// tool, and the answer of a call that ran out of time. No clock value is in any of them. Thread
// rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/research/reading.hpp"
#include "pipeline/research/state.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/run_records.hpp"
#include "tools/answer.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

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
