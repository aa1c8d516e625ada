#include "pipeline/mechanism/builtin_terms.hpp"
#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("rows stand in the table of their kind, conditions are for the worse") {
  for (const BuiltinRow& row : builtin_pathways()) CHECK(row.kind == Kind::pathway);
  for (const BuiltinRow& row : builtin_drugs()) CHECK(row.kind == Kind::drug);
  for (const BuiltinRow& row : builtin_effects()) {
    CAPTURE(row.name);
    CHECK(row.kind == Kind::effect);
    const bool condition = row.flags.find('d') != std::string_view::npos;
    if (condition) CHECK(row.flags.find('b') != std::string_view::npos);
  }
}
