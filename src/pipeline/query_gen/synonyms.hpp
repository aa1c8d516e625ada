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

}  // namespace ev::query_gen
