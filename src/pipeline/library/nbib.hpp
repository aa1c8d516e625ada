// One record of MEDLINE text (PubMed's .nbib, efetch rettype=medline). The Article is the one the
// XML reader gives for the same record, as far as the format carries it: MeSH and chemical UIs,
// sections' NLM categories of uncommon labels, references and dates of indexing are not in it.
// Pure. Errors: invalid_argument (no field of a record).
#pragma once

#include "pipeline/library/record_source.hpp"

namespace ev::library {

Result<model::Article> read_nbib(std::string_view bytes, const RawRecord& record, Notes& notes);

// The tag of a type of CommentsCorrection ("RetractionIn" -> "RIN"); "" when it has none.
std::string_view nbib_comment_tag(std::string_view type);

}  // namespace ev::library
