// Query text to tokens with code-point positions. Typographic quotes and spaces are read as their
// plain forms (with a warning); a quote or bracket that does not close is an error and the lexer
// goes on where the writer most likely meant it to end. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::pubmed_query {

enum class TokenKind { open, close, phrase, tag, op, word, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;  // phrase and tag: without quotes and brackets, white space squeezed
  int begin = 0;
  int end = 0;
};

struct Lexed {
  std::vector<Token> tokens;  // without an end token
  int length = 0;             // code points
  Diagnostics errors;
  Diagnostics warnings;
};

Lexed lex(std::string_view query);

bool is_operator_word(std::string_view word);        // AND OR NOT
bool is_lower_case_operator(std::string_view word);  // and or not, And …

}  // namespace ev::pubmed_query
