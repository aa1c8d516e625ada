// JSON lines: one canonical article per line, as model::article_from_client reads it (a PMID may be
// a number, `record_id` goes to metadata). Thread rule: one thread per source; the parser is pure.
#pragma once

#include "pipeline/library/record_source.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <memory>

namespace ev::library {

std::unique_ptr<RecordSource> jsonl_records(sources::ByteSource& source);
Result<model::Article> read_json_line(std::string_view line, const RawRecord& record, Notes& notes);

}  // namespace ev::library
