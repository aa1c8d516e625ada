// The words by which a record's sentences are known to speak of a comparison's arms and outcome,
// the record's own short forms among them. Internal to the room; pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"
#include "pipeline/mechanism/comparison.hpp"
#include "pipeline/mechanism/outcome_clause.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace ev::mechanism {

// Stems of the telling words; with `measures` those of measures ("score") instead.
std::set<std::string> outcome_stems(std::string_view text, bool measures);
std::size_t shared_count(const std::set<std::string>& a, const std::set<std::string>& b);

// Without the short forms of the arms, which tell nothing of how the record names them.
ComparedWords words_of(const Comparison& comparison, const extract::RecordText& record);
// Short forms the record defines for an arm name it like the arm's own words.
void add_arms_short_forms(ComparedWords& words, const extract::RecordText& record);

}  // namespace ev::mechanism
