// The rules behind read_foreign(), one function for each family of syntax. A rule looks at the
// tokens from one place on and says what they are; places it does not know it leaves to the next
// rule. Every rule looks at a bounded number of tokens. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/lexer.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::pubmed_query::foreign {

using Tokens = std::vector<Token>;

// What holds for the whole query, worked out once.
struct Surroundings {
  explicit Surroundings(const Tokens& tokens);

  std::vector<std::size_t> closing;  // of each (: the place of its ), or tokens.size()
  std::vector<std::size_t> run_end;  // of each word: the first place after its run of words
  std::vector<std::size_t>
      heading;  // of each word: the next word of its run that ends a heading, or tokens.size()
  bool all_capitals = false;      // the writer uses capitals throughout, so they say nothing
  bool several_codes = false;     // two or more operands begin with a field code of EBSCO
  bool speaks_of_stages = false;  // tumour or sleep stages, fatty acids: N2 and N3 are words
};

struct Read {
  std::size_t used = 1;
  Tokens instead;
  // A tag that stands before what it applies to: `instead` and the operand that begins after the
  // used tokens.
  std::string tag;
  Diagnostics errors;
  Diagnostics warnings;
};
using Rule = std::optional<Read> (*)(const Tokens&, std::size_t at, const Surroundings&);

std::optional<Read> operators(const Tokens& tokens, std::size_t at, const Surroundings& around);
std::optional<Read> headings(const Tokens& tokens, std::size_t at, const Surroundings& around);
std::optional<Read> prefixes(const Tokens& tokens, std::size_t at, const Surroundings& around);
std::optional<Read> suffixes(const Tokens& tokens, std::size_t at, const Surroundings& around);
std::optional<Read> wildcards(const Tokens& tokens, std::size_t at, const Surroundings& around);
std::optional<Read> histories(const Tokens& tokens, std::size_t at, const Surroundings& around);

// ---- helpers
bool is_digits(std::string_view s);
bool is_letter(char c);                  // ASCII
bool is_capital(std::string_view word);  // no lower-case letter
Token like(const Token& token, TokenKind kind, std::string content);
Diagnostic remark(const Token& token, std::string message, std::string fix);
bool operand_before(const Tokens& tokens, std::size_t at);
bool operand_after(const Tokens& tokens, std::size_t at);
// Not within a run of words. Where no operator stands before it PubMed puts AND.
bool starts_operand(const Tokens& tokens, std::size_t at);
// No blank between the token and the one before it.
bool is_glued(const Tokens& tokens, std::size_t at);
bool is_word(const Tokens& tokens, std::size_t at);
bool is_kind(const Tokens& tokens, std::size_t at, TokenKind kind);
std::string lower(const Tokens& tokens, std::size_t at);  // text in lower case, "" past the end
// "ti,ab" -> "tiab"; "" when one of the codes is unknown.
std::string tag_of_ovid(std::string_view codes);
std::string tag_of_colon(std::string_view codes);

// Where a wildcard of another service stands in a word, or npos; `spellings` gives the words it
// most likely stands for, empty when nobody can say.
std::size_t wildcard_at(std::string_view word);
std::vector<std::string> spellings(std::string_view word);

}  // namespace ev::pubmed_query::foreign
