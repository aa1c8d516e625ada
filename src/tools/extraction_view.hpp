// How extracted cells are shown: a record with its cells in the detail asked for, as a row, and as
// a line of text; and what was found over all records. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/extract/schema.hpp"
#include "pipeline/model/article.hpp"
#include "tools/answer.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::tools {

// `payload` is {"extraction", "extraction_metadata"} of the schema's fields.
Item extraction_item(const extract::Schema& schema, const model::Article& article,
                     const Json& payload, std::string_view detail);

struct ExtractionTotals {
  std::size_t successful = 0;  // every field found
  std::size_t partial = 0;     // some
  std::size_t failed = 0;      // none
};
ExtractionTotals extraction_totals(const extract::Schema& schema,
                                   const std::vector<Json>& payloads);

// {field: in how many records it has a value}
Json found_per_field(const extract::Schema& schema, const std::vector<Json>& payloads);

}  // namespace ev::tools
