// How near two titles are. Thread rule: pure functions.
#pragma once

#include "pipeline/identity/title.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ev::identity {

enum class TitleMatch {
  different,
  similar,     // the same subject, as two translations of one title
  reworded,    // nearly equal, but a word was replaced by another
  more_words,  // nearly equal, words were left out inside
  extended,    // one begins or ends the other: a subtitle, a second language
  typo,        // equal but for spelling, blanks or articles
  same,
};

// Three-letter pieces of `letters`, sorted: what similarity is counted in.
std::vector<std::uint32_t> trigrams(std::string_view letters);
// Dice's coefficient of two such lists, 0–1.
double overlap(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b);

TitleMatch match_titles(const Title& a, const Title& b, double trigram_overlap);
// The titles name another part, year, dose or phase.
bool other_numbers(const Title& a, const Title& b);

}  // namespace ev::identity
