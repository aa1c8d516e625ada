// Population, intervention and outcome of a record: what the rules find, and the spans that the
// tagger makes of it. Pure functions; results are kept with its Reading.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/pico_tagger.hpp"

#include <optional>

namespace ev::extract {

Findings population_by_rules(const Reading& reading);
Findings intervention_by_rules(const Reading& reading);
Findings outcomes_by_rules(const Reading& reading);

// The same, made once per record.
const Findings& population_candidates(const Reading& reading);
const Findings& intervention_candidates(const Reading& reading);
const Findings& outcome_candidates(const Reading& reading);

// Who was studied as a table's cell says it, nothing when no phrase says it for certain.
std::optional<Candidate> main_population(const Reading& reading);

PicoHints pico_hints(const Reading& reading);
const PicoSpans& pico_spans(const Reading& reading);

}  // namespace ev::extract
