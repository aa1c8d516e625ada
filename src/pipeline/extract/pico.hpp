// Population, intervention and outcome of a record: what the rules find, and the spans that the
// tagger makes of it. Pure functions; results are kept with its RecordText.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/pico_tagger.hpp"

#include <optional>

namespace ev::extract {

Findings population_by_rules(const RecordText& record);
Findings intervention_by_rules(const RecordText& record);
Findings outcomes_by_rules(const RecordText& record);

// The same, made once per record.
const Findings& population_candidates(const RecordText& record);
const Findings& intervention_candidates(const RecordText& record);
const Findings& outcome_candidates(const RecordText& record);

// Who was studied as a table's cell says it, nothing when no phrase says it for certain.
std::optional<Candidate> main_population(const RecordText& record);

PicoHints pico_hints(const RecordText& record);
const PicoSpans& pico_spans(const RecordText& record);

}  // namespace ev::extract
