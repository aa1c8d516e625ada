// Syntax of other services inside a PubMed query: Ovid (exp X/, .tw., adj3, $, or/1-4), Embase
// (/exp, :ti,ab), Cochrane and Scopus proximity (NEAR/3), field:value. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/lexer.hpp"

#include <vector>

namespace ev::pubmed_query {

// An error for each foreign construct, and a warning for line numbers of a search history.
void find_foreign(const std::vector<Token>& tokens, Diagnostics& errors, Diagnostics& warnings);

// The same tokens in PubMed's terms as far as there is a counterpart: `$` -> `*`, `.ti,ab.` ->
// [tiab], `exp X/` -> "X"[mh], `adj3` -> AND. What has none (line numbers, limits) is left and
// stays an error.
std::vector<Token> from_foreign(const std::vector<Token>& tokens);

}  // namespace ev::pubmed_query
