// The arms of a study as its record names them: phrases that may name one are put together by their
// telling words, and those that contrasts and heads support are kept. Fewer than two: none. Pure
// function.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/study_reading.hpp"

#include <span>
#include <vector>

namespace ev::read {

std::vector<Arm> find_arms(const doc::Document& document, const std::vector<Sentence>& sentences,
                           const std::vector<doc::Abbreviation>& abbreviations,
                           std::span<const doc::Span> named);

}  // namespace ev::read
