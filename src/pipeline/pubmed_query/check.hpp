// The whole verdict on a query: valid or not, its canonical form, what is wrong and where, and a
// repaired query where one can be given. Behind check-query, pubmed_search and query generation.
// Thread rule: pure functions.
#pragma once

#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/parser.hpp"

#include <string>
#include <string_view>

namespace ev::pubmed_query {

struct Checked {
  bool valid = false;
  std::string canonical;  // "" when not valid
  Diagnostics errors;     // by position
  Diagnostics warnings;
  // A valid query that asks what was most likely meant; "" when nothing needs repair or none can be
  // given.
  std::string repaired;
};

Checked check(std::string_view query);
// The same with what the vocabularies say of its values (value_check.hpp) among the warnings.
Checked check(std::string_view query, const mesh::Vocabulary& vocabulary);

// "at character 7: …; fix: …", for lists of warnings that are text.
std::string to_text(const Diagnostic& diagnostic);

// The tree of a valid query; otherwise Errc::invalid_query with the first error's position, all
// errors in the message and the repaired query as recovery.
Result<Node> parse_or_explain(std::string_view query);

}  // namespace ev::pubmed_query
