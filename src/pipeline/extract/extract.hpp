// Schema-driven extraction by rules: every value a verbatim quote with offsets, everything else
// null with a reason. Same input, same output. Thread rule: pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/field_match.hpp"
#include "pipeline/extract/schema.hpp"

#include <vector>

namespace ev::extract {

// The rules of a schema's fields, looked up once for all records. The Schema must outlive it.
struct Plan {
  const Schema* schema = nullptr;
  std::vector<FieldRule> rules;  // parallel to the fields
};
Plan plan_for(const Schema& schema);

Extraction extract(const model::Article& article, const Plan& plan);
Extraction extract(const model::Article& article, const Schema& schema);

// {"extraction": {field: value}, "extraction_metadata": {field: {status, quote, start, end, text,
// method, confidence, unit?, reason?, alternatives?}}}; array fields have `values` parallel to the
// array instead of one quote. A quote that is a short form of the record's own has `long_form`, a
// number that belongs to one arm of the study has `arm`, both {quote, text, start, end}.
Json to_json(const Extraction& extraction);
// One member of extraction_metadata.
Json to_json(const Cell& cell);

}  // namespace ev::extract
