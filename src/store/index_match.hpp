// From the port's words and questions to the full-text table's own text and match language (SQLite
// FTS5, tokenizer "ascii": runs of ASCII letters and digits and of other code points). A key is
// made one such token, segments are held apart by a token that no query contains. Thread rule: pure
// functions.
#pragma once

#include "store/library_index.hpp"

#include <string>
#include <vector>

namespace ev::store {

std::string match_expression(const IndexQuery& query);

// Each phrase of match_expression(query) as an expression of its own, in the order in which the
// full-text table counts them.
std::vector<std::string> match_phrases(const IndexQuery& query);

}  // namespace ev::store
