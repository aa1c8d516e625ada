// The span tagger's own words: those whose identity is a feature, and groups of cue words. Weights
// are learned by place in these lists, so that their order is part of the model. Pure.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <cstdint>

namespace ev::extract {

inline constexpr std::size_t kPicoWords = 132;
inline constexpr std::size_t kPicoGroups = 10;

struct KnownWord {
  std::uint16_t index = 0;    // among the words, from 1
  std::uint16_t lexicon = 0;  // in the lexicon, from 1
  std::uint16_t group = kPicoGroups;
};

// Everything that is known of a word by itself, in one look-up.
const KnownWord& known_word(const doc::Token& token);

}  // namespace ev::extract
