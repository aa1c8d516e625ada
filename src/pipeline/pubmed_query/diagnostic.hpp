// One remark on a query: what is wrong, where, and what to write instead. Thread rule: plain
// values.
#pragma once

#include <string>
#include <vector>

namespace ev::pubmed_query {

struct Diagnostic {
  std::string code;     // "unclosed_group", "unknown_tag", "ovid_syntax" …
  int position = 0;     // code point, 0-based
  std::string message;  // one sentence, safe to show
  std::string fix;      // what to write instead, "" when there is no single answer
};
using Diagnostics = std::vector<Diagnostic>;

}  // namespace ev::pubmed_query
