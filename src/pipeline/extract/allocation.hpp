// Whether a count of people is one of the parts that a sentence shares a whole out into: arms of an
// allocation, groups named by an adjective, the sexes. Pure functions; `number` is one of the
// sentence's, `noun` the token that says what it counts.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>
#include <vector>

namespace ev::extract {

// "65 patients were randomized to tea, 61 to water": the first of several arms.
bool begins_division(const Sentence& sentence, const doc::Number& number,
                     std::optional<std::size_t> noun);

// "98 adults to tea and 97 to water": the size of the arm beside this one.
std::optional<double> arm_beside(const Sentence& sentence, const doc::Number& number);

// "20 old and 70 young women", "60 men and 66 women": how many the other kind of people are.
std::optional<double> kind_beside(const Sentence& sentence, const doc::Number& number);

// "65 patients were randomized to tea, 61 to water and 60 to milk": how many each arm got, in text
// order; nothing where fewer than two are told.
std::vector<doc::Number> shared_out(const Sentence& sentence);

}  // namespace ev::extract
