// What a drug may do beside what it is given for: "safety", "side effects", "gastrointestinal
// adverse effects". Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <string_view>

namespace ev::query_gen {

// The words ask for harms wherever a drug stands beside them. `key` as mesh::term_key.
bool asks_for_harms(std::string_view key);

// Turns the concept into that of harms. MeSH's "Safety" is about accidents.
void mean_harm(Concept& c, const mesh::Vocabulary& vocabulary);

// Harms of one part of the body, by its adjective ("gastrointestinal") and the words behind it
// ("adverse effects"): the part's diseases, and the part in words. No text: the vocabulary does not
// know diseases of that name.
Concept harm_of(std::string_view adjective, std::string text, const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
