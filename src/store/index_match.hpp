// From the port's words and questions to the full-text table's own text and match language (SQLite
// FTS5, tokenizer "ascii": runs of ASCII letters and digits and of other code points). A key is
// made one such token, segments are held apart by a token that no query contains. Thread rule: pure
// functions.
#pragma once

#include "store/library_index.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::store {

std::string match_expression(const IndexQuery& query);

// Each phrase of match_expression(query) as an expression of its own, in the order in which the
// full-text table counts them.
std::vector<std::string> match_phrases(const IndexQuery& query);

// The tokens of a column, as the full-text table takes it apart.
std::vector<std::string_view> index_tokens(std::string_view column);

// A key as the one token it is made.
std::string key_token(std::string_view key);

// PostgreSQL's side: what a record can be found by, separated by spaces, each once: the digit of
// the part and a word of it, or 'k' and a key. Long ones are cut (kLexemeBytes).
inline constexpr std::size_t kLexemeBytes = 500;
std::string index_lexeme(char mark, std::string_view token);
std::string index_lexemes(const IndexColumns& text);

}  // namespace ev::store
