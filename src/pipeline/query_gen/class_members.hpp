// The members of a class of drugs, known by their common name stem: omeprazole and lansoprazole are
// proton pump inhibitors. Source of stems and classes: WHO, The use of stems in the selection of
// International Nonproprietary Names; stems whose ending other compounds share are left out. Thread
// rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kMostMembers = 25;

struct ClassMembers {
  std::string stems;               // "-prazole"; "" where the heading is no such class
  std::vector<std::string> names;  // headings of the vocabulary, by name
};

// Members are compounds (D02, D03) the vocabulary has, never made up.
ClassMembers class_members(const mesh::Heading& heading, const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
