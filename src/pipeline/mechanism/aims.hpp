// Sentences that ask or plan rather than find, and titles that only name a topic. Pure functions.
#pragma once

#include <string_view>

namespace ev::mechanism {

bool states_an_aim(std::string_view sentence);
// "Evaluation of changes in B induced by A": what was looked at.
bool names_a_study(std::string_view title);
// "A lowers B", not "A in B" or "A for the prevention of B".
bool states_a_finding(std::string_view title);

}  // namespace ev::mechanism
