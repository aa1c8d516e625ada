// Which entry terms of a heading are worth searching in title and abstract. Thread rule: pure
// functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

// The text as written, the heading's name, then entry terms; inversions ("Disease, Alzheimer"),
// abbreviations of up to three letters, and terms that contain one already taken are left out.
std::vector<std::string> synonyms_of(const mesh::Heading& heading, std::string_view text);

// What the headings below are called in texts, for searches in title and abstract, where nothing is
// exploded: conditions, substances and organisms with few headings below them. `known` and what
// contains one of them is left out.
std::vector<std::string> narrower_terms(const mesh::Heading& heading,
                                        const std::vector<std::string>& known,
                                        const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
