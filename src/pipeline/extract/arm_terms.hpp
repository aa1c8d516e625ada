// Which of the two arms compared a clause speaks of, by the words that only one of them is named
// with. Pure functions; the terms are kept with its record.
#pragma once

#include "pipeline/extract/change_words.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

// The words that name only one of the two arms.
struct ArmTerms {
  std::vector<std::string> treated;
  std::vector<std::string> control;
};
const ArmTerms& arm_terms_of(const RecordText& record);

enum class ContrastedArm { none, treated, control, both };
ContrastedArm arm_named_in(const ArmTerms& terms, Words words);

// Whether what is said of one arm against the other holds of the treated arm (true), of the
// control (false), or cannot be told.
std::optional<bool> holds_of_treated(const ArmTerms& terms, const Sentence& sentence,
                                     const ByteRange& range, const Change& change);

}  // namespace ev::extract
