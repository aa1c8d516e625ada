// Words that compare: which way they point, whether they praise, and outcomes of which less is
// better. Folded words; pure functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <string_view>
#include <vector>

namespace ev::mechanism {

int comparing_word(std::string_view word);   // +1 higher, more, improved; -1 lower, fewer, worse; 0
bool is_praise(std::string_view word);       // improved, better, superior
bool is_blame(std::string_view word);        // worse, inferior
bool is_reduction(std::string_view word);    // reduction, decline, loss, reduced
bool is_change_noun(std::string_view word);  // improvement, reduction, increase …
bool is_measure_word(std::string_view word);         // score, level, rate: says little alone
bool is_common_outcome_word(std::string_view word);  // the, mg, group, weeks …
bool is_ill(std::string_view word);                  // pain, mortality: less is better
// "no significant difference", "similar", "did not", "unchanged".
bool denies_difference(const std::vector<doc::Token>& tokens, std::size_t begin, std::size_t end);

}  // namespace ev::mechanism
