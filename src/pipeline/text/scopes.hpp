// Negation and hedging around a word (NegEx-like: a trigger reaches a few tokens, ended by "but",
// "however", clause punctuation …). Pure functions.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace ev::doc {

struct Scope {
  bool negated = false;
  bool hedged = false;
};

// For the token at `index` of a tokenised sentence; `sentence` is the text the tokens index.
Scope scope_at(std::string_view sentence, std::span<const Token> tokens, std::size_t index);

}  // namespace ev::doc
