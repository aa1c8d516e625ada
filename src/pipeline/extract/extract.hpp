// Schema-driven extraction by rules: every value a verbatim quote with offsets, everything else
// null with a reason. Same input, same output. Thread rule: pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/schema.hpp"

namespace ev::extract {

Extraction extract(const model::Article& article, const Schema& schema);

// {"extraction": {field: value}, "extraction_metadata": {field: {status, quote, start, end, text,
// method, confidence, unit?, reason?, alternatives?}}}; array fields have `values` parallel to the
// array instead of one quote.
Json to_json(const Extraction& extraction);
// One member of extraction_metadata.
Json to_json(const Cell& cell);

}  // namespace ev::extract
