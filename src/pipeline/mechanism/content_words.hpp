// Content words of claims, outcomes and sentences, cut to a common stem so that "inhibition",
// "inhibited" and "inhibits" meet. Deliberately blunter than Porter's: it is used for overlap only.
// Folded words; pure functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

std::string stem_of(std::string_view word);
bool is_function_word(std::string_view word);  // the, of, does, could …
// Stems of the words that are no function words.
std::set<std::string> content_stems(const std::vector<doc::Token>& tokens);
std::set<std::string> content_stems(std::string_view text);
// Share of `wanted` that stands in `found`; 0 when nothing is wanted.
double overlap_share(const std::set<std::string>& wanted, const std::set<std::string>& found);

}  // namespace ev::mechanism
