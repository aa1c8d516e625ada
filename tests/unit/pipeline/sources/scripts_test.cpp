#include "pipeline/sources/scripts.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace ev;
using sources::in_script;
using sources::ScriptPosition;

TEST_CASE("scripts are Unicode where folding gives the text back") {
  CHECK(in_script("2", ScriptPosition::raised) == "²");
  CHECK(in_script("max", ScriptPosition::lowered) == "ₘₐₓ");
  CHECK(text::fold(in_script("max", ScriptPosition::lowered)) == "max");
  CHECK(in_script("", ScriptPosition::raised).empty());
}

TEST_CASE("other scripts are marked") {
  CHECK(in_script("-3", ScriptPosition::raised) == "^(-3)");
  CHECK(in_script("b", ScriptPosition::lowered) == "_(b)");
  // Brackets and marks of its own keep the text apart already.
  CHECK(in_script("(B)", ScriptPosition::lowered) == "(B)");
}
