// Headings under another writing than MeSH's own: cancers are neoplasms, drugs agents, a drug is
// known by its salt, a British word by its American form. Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <vector>

namespace ev::query_gen {

// `words` as mesh::term_key, itself no heading or entry term; the first writing that is known
// counts.
std::vector<const mesh::Heading*> heading_variants(const std::string& words,
                                                   const mesh::Vocabulary& vocabulary);

// "Tumoral" found the heading of tumors.
bool is_adjective_of(std::string_view word, const mesh::Heading& heading);

// A word cut off by its writer ("laparoscop"): headings of one word that only add an ending.
std::vector<const mesh::Heading*> completed(const std::string& stem,
                                            const mesh::Vocabulary& vocabulary);

// "Identification (Psychology)" is named so to tell it from the plain word.
bool is_other_sense(const mesh::Heading& heading, const std::string& word);

}  // namespace ev::query_gen
