// Tags and single terms: which field a tag names, and whether a term can be searched as written.
// Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/lexer.hpp"
#include "pipeline/pubmed_query/tree.hpp"

#include <optional>

namespace ev::pubmed_query {

struct TagReading {
  Field field = Field::none;  // also of the nearest known tag next to an unknown_tag error
  bool no_explosion = false;
  std::optional<int> near;
  int end = 0;
  Diagnostics errors;
  Diagnostics warnings;
};
TagReading read_tag(const Token& tag);

struct TermCheck {
  Term term;  // ranges split; mended when asked for
  Diagnostics errors;
  Diagnostics warnings;
};
TermCheck check_term(Term term, bool mend);

}  // namespace ev::pubmed_query
