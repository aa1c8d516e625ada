// What tells a sentence that states a finding from others: cue phrases, words of reporting and of
// grammar, numbers, length, place, the role of its section, its share of the title, and what its
// neighbours say. No word that is not in our own lists is a feature, so that weights can be learned
// from texts without carrying them. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ev::extract {

// A sentence of the abstract that may state something, with its active features: of its own words,
// and of its place among the others.
struct Stated {
  const Sentence* sentence = nullptr;
  std::vector<std::uint16_t> words;
  std::vector<std::uint16_t> place;
};
// All but the title, asides, notices and announcements of work, in text order.
std::vector<Stated> stated_sentences(const RecordText& record);

std::size_t finding_feature_count();
// Of a feature, as the weights are stored under: "cue suggest", "word we", "from
// end 0".
std::string finding_feature_name(std::size_t feature);

}  // namespace ev::extract
