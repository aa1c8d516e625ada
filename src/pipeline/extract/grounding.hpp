// Whether a value that a model proposes stands in the record. A proposal is {"quote", "value"}; of
// an array field a list of them. It is taken when the quote stands verbatim in title or abstract
// (up to case, accents, kinds of blank, dash and quotation mark, but never cutting a word or
// number) and says the value: a number by its digits or words as the text has them, a string in the
// words of the quote and their order, an enum or yes/no value by a cue that is not negated, or by
// what the rules read there. Everything else becomes null with a reason, and a CellProblem that
// says where and how to mend it. Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

struct CellProblem {
  std::string path{};  // continues the path given: "….sample_size.value", "….drugs[1].quote"
  Errc code = Errc::llm_ungrounded;  // or llm_schema_violation
  std::string message{};
  std::string hint{};
};

struct GroundedCell {
  Cell cell;  // found, not_stated (the model says null), ungrounded or invalid
  std::vector<CellProblem> problems;
};

// `method` is "host" or "endpoint". Of an array the proposals that stand are kept.
GroundedCell ground_cell(const RecordText& record, const FieldSpec& field, const Json& proposed,
                         std::string_view method, std::string_view path);

}  // namespace ev::extract
