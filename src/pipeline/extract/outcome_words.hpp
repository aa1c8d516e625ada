// The words that tell the outcomes a phrase names, each with the short forms or the long form that
// say the same, and whether other words speak of them. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::extract {

// Of one thing: its telling words, each with the ways to say it.
using OutcomeWords = std::vector<std::vector<std::string>>;

std::vector<OutcomeWords> outcome_words_of(const RecordText& record, const Phrase& phrase);
bool speaks_of(std::span<const doc::Token> text, const OutcomeWords& words);

}  // namespace ev::extract
