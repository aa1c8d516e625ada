// What a model is asked of records whose rules left fields open, and what its answers change. The
// same tasks go to the host's model and to an endpoint; every value that comes back is grounded in
// its record cell by cell before it counts. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "llm/gateway.hpp"
#include "pipeline/extract/extract.hpp"
#include "pipeline/extract/grounding.hpp"
#include "pipeline/model/article.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// A record with fields that no rule filled, or filled with little confidence.
struct OpenRecord {
  std::size_t index = 0;  // among the records of the call
  std::vector<const extract::FieldSpec*> fields;
};

// Fields still open in a features payload: null and not yet answered by a model, or below 0.5.
std::vector<const extract::FieldSpec*> open_fields(const extract::Schema& schema,
                                                   const Json& payload);

// One task per record, all with the same instructions and schema: the fields open in any of them.
std::vector<llm::Task> extraction_tasks(const extract::Schema& schema,
                                        std::string_view caller_instructions,
                                        std::span<const OpenRecord> open,
                                        std::span<const model::Article> articles);

// Puts a model's answer (an object that fits the schema, or a part of it) into the payload and
// returns what was not taken. A value already there gives way only to a grounded one.
std::vector<extract::CellProblem> take_answer(const model::Article& article, const OpenRecord& open,
                                              std::string_view answer, std::string_view method,
                                              const std::string& path, Json& payload);

// Marks a field that is still null as answered in a form that the schema does not allow.
void note_misfit(std::string_view member, std::string_view message, std::string_view method,
                 Json& payload);

// Cells a model filled in an earlier call, for fields whose type is still the same.
void keep_model_cells(const Json& before, const Json& schema_before, const Json& schema_now,
                      Json& payload);

}  // namespace ev::workflow
