// Which parts of a sentence tell of another study than the record's own: "In the earlier trial the
// hazard ratio was 0.5, but here it was 0.8". What is stated there is no result of the record. Pure
// functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ev::doc {

// Bytes [begin, end) of the sentence.
struct ForeignPart {
  std::size_t begin = 0, end = 0;
  bool operator==(const ForeignPart&) const = default;
};

std::vector<ForeignPart> parts_on_other_studies(std::string_view sentence,
                                                std::span<const Token> tokens);

bool is_in(std::span<const ForeignPart> parts, std::size_t byte);

}  // namespace ev::doc
