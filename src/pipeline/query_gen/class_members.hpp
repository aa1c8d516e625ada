// The members of a class of drugs, for searches in words (a heading's own members are PubMed's
// [pa]): those in common use, and further ones by their common name stem. Sources: WHO, ATC
// classification of drugs; WHO, The use of stems in the selection of International Nonproprietary
// Names, of which stems whose ending other compounds share are left out. Thread rule: pure
// functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kMostMembers = 25;

struct ClassMembers {
  std::string stems;               // "-prazole"; "" where the heading is no such class
  std::vector<std::string> names;  // the listed ones first, at most kMostMembers by stem
};

// Listed for the heading or a class below it; by stem, compounds (D02, D03) the vocabulary has.
// Listed for the class itself, not for the classes below it.
std::vector<std::string> own_members(const mesh::Heading& heading);

ClassMembers class_members(const mesh::Heading& heading, const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
