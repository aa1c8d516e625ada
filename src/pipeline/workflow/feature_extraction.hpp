// The stage "extract": the fields of a schema read out of every record of a set by rules, what they
// leave open by a model where one is wanted, stored as a derived set. Thread rule: any worker
// thread. Errors: a schema that cannot be used, records that cannot be had, what a model said in
// strict mode (extraction_models.hpp), cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/extract/schema.hpp"
#include "pipeline/workflow/extraction_models.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::workflow {

struct ExtractionRequest {
  RecordsRequest records;
  Json extraction_schema;  // as the user writes it
  ModelWishes model{};
};

struct ExtractionOutcome {
  RecordSet set;  // that was read
  extract::Schema schema;
  std::vector<Json> payloads;  // as stored, parallel to the records
  std::string result_set;
  std::string engine;       // that took part: rules, host or endpoint
  std::string engine_text;  // the same in words
  ModelHelp help;
  // Records with open fields, and those of them that a model was or is asked about.
  std::size_t open_total = 0;
  std::size_t asked = 0;
  long elapsed_ms = 0;
  std::vector<std::string> warnings;
};

Result<ExtractionOutcome> extract_features(const Services& services, ExtractionRequest request,
                                           const Context& ctx);

}  // namespace ev::workflow
