#include "base/text.hpp"
#include "pipeline/mechanism/builtin_terms.hpp"
#include "support/catch.hpp"

#include <set>

using namespace ev;
using namespace ev::mechanism;

TEST_CASE("every row of the built-in vocabulary is well formed and named once") {
  std::set<std::string> names;
  for (const auto& rows :
       {builtin_drugs(), builtin_targets(), builtin_pathways(), builtin_effects()}) {
    CHECK_FALSE(rows.empty());
    for (const BuiltinRow& row : rows) {
      CAPTURE(row.name);
      CHECK(names.insert(key_of(row.name)).second);
      CHECK(row.flags.find_first_not_of("bgdhrvi") == std::string_view::npos);
      if (row.terms.empty()) continue;
      for (const std::string& term : text::split(row.terms, '|')) CHECK(key_of(term).size() > 1);
    }
  }
}
