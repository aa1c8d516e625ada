// Syntax of other services inside a PubMed query, each with what it becomes here: Ovid (exp X/,
// .tw., adj3, or/1-4), Embase ('x'/exp, :ti,ab), Cochrane ([mh "x"], NEAR, NEXT), EBSCO (MH "x+",
// TI x, N3), Web of Science and Scopus (TS=(x), TITLE-ABS-KEY(x), W/3), Lucene (field:value, "x"~3,
// &&, ||, !) and their wildcards. Only a form in its foreign place is one: "TI" within a run of
// words, "Ti:sapphire" and "stage N2" are text. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/lexer.hpp"

#include <optional>
#include <vector>

namespace ev::pubmed_query {

struct Foreign {
  // The same query in PubMed's terms as far as there is a counterpart; the rest is left as it was,
  // so that it stays an error. Proximity and XOR become operators that only a mending parser knows.
  std::vector<Token> tokens;
  Diagnostics errors;    // one for each construct
  Diagnostics warnings;  // what could be text as well
};
Foreign read_foreign(const std::vector<Token>& tokens);

// A proximity operator in Foreign::tokens: at most `distance` words between, in any order; nullopt
// = neighbours in this order.
struct Nearness {
  std::optional<int> distance;
};
std::optional<Nearness> nearness_of(const Token& token);
bool is_exclusive_or(const Token& token);

}  // namespace ev::pubmed_query
