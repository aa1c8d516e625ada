// What kinds a word belongs to, by closed lists of everyday words of clinical prose and by endings
// (disease suffixes, the stems of international nonproprietary names). Kinds overlap: "depression"
// is a condition and an outcome. The WHO publishes the stems ("The use of stems in the selection of
// INN for pharmaceutical substances"). Pure function over folded words.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <string_view>

namespace ev::extract {

using WordKinds = unsigned;

namespace kind {
// Grammar
inline constexpr WordKinds determiner = 1u << 0;   // the, these, our, each
inline constexpr WordKinds preposition = 1u << 1;  // of, in, with
inline constexpr WordKinds conjunction = 1u << 2;  // and, or, versus
inline constexpr WordKinds auxiliary = 1u << 3;    // was, had, may
inline constexpr WordKinds verb = 1u << 4;         // showed, receiving
inline constexpr WordKinds adverb = 1u << 5;       // significantly, not
inline constexpr WordKinds pronoun = 1u << 6;      // we, who, which
inline constexpr WordKinds participle = 1u << 7;   // -ed: verb or adjective
// Meaning
inline constexpr WordKinds person = 1u << 8;      // patients, women
inline constexpr WordKinds animal = 1u << 9;      // rats, mice
inline constexpr WordKinds condition = 1u << 10;  // asthma, -itis
inline constexpr WordKinds drug = 1u << 11;       // -olol, aspirin
inline constexpr WordKinds therapy = 1u << 12;    // training, -ectomy
inline constexpr WordKinds inactive = 1u << 13;   // placebo, sham
inline constexpr WordKinds outcome = 1u << 14;    // mortality, pain
inline constexpr WordKinds measure = 1u << 15;    // score, rate, level: outcome with its modifier
inline constexpr WordKinds generic = 1u << 16;    // study, group, effect: says nothing alone
inline constexpr WordKinds time = 1u << 17;       // weeks, day
inline constexpr WordKinds unit = 1u << 18;       // mg, ml

inline constexpr WordKinds treatment = drug | therapy | inactive;
}  // namespace kind

WordKinds word_kinds(const doc::Token& token);
WordKinds word_kinds(std::string_view folded);

// The place of a listed word among all listed words in alphabetical order, from 1; 0 when it is not
// listed. Places change with the lists, words do not.
std::size_t lexicon_index(std::string_view folded);
std::size_t lexicon_size();
std::string_view lexicon_word(std::size_t index);  // the reverse

}  // namespace ev::extract
