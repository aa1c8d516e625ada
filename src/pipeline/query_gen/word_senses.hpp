// Which of its senses a heading is meant in: abbreviations, words that other headings share. Thread
// rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <string_view>

namespace ev::query_gen {

// A disease or a drug is meant also where it is one word of a longer term.
bool is_subject_by_itself(const mesh::Heading& heading);

// An abbreviation stands for a heading only where MeSH writes it in capitals too: PET is no pet.
bool writes_so(const mesh::Heading& heading, std::string_view abbreviation);

// The word is no aid to conception: AID is an entry term in capitals only.
bool only_as_capitals(const mesh::Heading& heading, const std::string& word);

// Two levels of one tree in common ("C12.777"): overactive bladder, urinary incontinence.
bool share_branch(const mesh::Heading& a, const mesh::Heading& b);

}  // namespace ev::query_gen
