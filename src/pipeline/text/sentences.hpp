// Sentence boundaries of scientific prose. Knows abbreviations, initials, list numbers, ellipses
// and statistics ("P<.001"); never splits inside a number or a short bracket. Pure function, byte
// offsets.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::doc {

// [begin, end) of each sentence, surrounding white space left out, in order.
std::vector<std::pair<std::size_t, std::size_t>> split_sentences(std::string_view s);

}  // namespace ev::doc
