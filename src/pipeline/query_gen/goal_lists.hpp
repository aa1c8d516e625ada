// What a goal sets side by side: outcomes in a list, kinds of one class. Pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"
#include "pipeline/text/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

// "A drug in a condition: this, that, a third": what ends the goal behind a colon, or in a list of
// three or more, is asked for as alternatives, where a medicine stands before it and none in it.
void group_listed_outcomes(std::vector<Concept>& concepts, std::string_view goal,
                           const std::vector<doc::Token>& tokens);

// Remarks on words that tell one kind of a class from another and stand in no concept:
// "typical versus atypical".
std::vector<std::string> kinds_not_told(std::string_view goal,
                                        const std::vector<doc::Token>& tokens,
                                        const std::vector<Concept>& concepts);

}  // namespace ev::query_gen
