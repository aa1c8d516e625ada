// The words of field names: which rule they ask for, and what they are short for. Constant tables.
#pragma once

#include "pipeline/extract/rules.hpp"

#include <span>
#include <string_view>

namespace ev::extract {

// One concept, without the words that tell nothing. The longest match wins, the earlier row among
// equals.
struct FieldName {
  const char* pattern;
  Rule rule;
};
std::span<const FieldName> field_names();

struct Synonym {
  const char* words;
  std::string_view stands_for;
};
std::span<const Synonym> synonyms();

}  // namespace ev::extract
