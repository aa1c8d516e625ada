// Endings that tell the name of a drug (data/lexicon/drug_stems.tsv). Thread rule: pure functions.
#pragma once

#include <string_view>
#include <vector>

namespace ev::doc {

// Those that this reader goes by: "records", "entities" or "questions".
std::vector<std::string_view> drug_stems_for(std::string_view reader);

}  // namespace ev::doc
