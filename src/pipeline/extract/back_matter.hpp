// Sentences that stand in an abstract beside the report: who paid, what the authors declare, where
// the study is registered, where data and programs lie, and its limits. None of them is a finding
// or a conclusion, wherever it stands. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <vector>

namespace ev::extract {

enum class BackMatter { none, funding, conflicts, registration, availability, limits };

// Parallel to the sentences of the record.
const std::vector<BackMatter>& back_matter_of(const RecordText& record);
// Of one of its sentences.
BackMatter back_matter_of(const RecordText& record, const Sentence& sentence);

}  // namespace ev::extract
