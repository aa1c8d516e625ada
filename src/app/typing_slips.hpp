// The word of a list that was probably meant by one that is not in it. Two neighbouring letters
// exchanged are one slip, as is a letter too many, too few or another, so that "rnu" is near "run"
// although it is short. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev::app {

// How many slips of typing lie between two words (optimal string alignment), in bytes.
std::size_t typing_slips(std::string_view a, std::string_view b);

// The first of the nearest words, at most a third of the letters away and at least one slip
// allowed; "" when nothing is near.
std::string meant_word(std::string_view given, const std::vector<std::string>& known);

}  // namespace ev::app
