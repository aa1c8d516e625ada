#include "app/typing_slips.hpp"

#include "support/catch.hpp"

#include <string>

using namespace ev::app;

TEST_CASE("two letters exchanged are one slip") {
  CHECK(typing_slips("rnu", "run") == 1);
  CHECK(typing_slips("run", "rnu") == 1);
  CHECK(typing_slips("seach", "search") == 1);
  CHECK(typing_slips("searrch", "search") == 1);
  CHECK(typing_slips("saerhc", "search") == 2);
  CHECK(typing_slips("", "ab") == 2);
  CHECK(typing_slips("ab", "") == 2);
  CHECK(typing_slips("same", "same") == 0);
  CHECK(typing_slips("ca", "abc") == 3);  // nothing is put between letters that were exchanged
}

TEST_CASE("the word meant by a slip") {
  const std::vector<std::string> known = {"run", "serve", "doctor", "mesh", "call", "--sample"};
  CHECK(meant_word("rnu", known) == "run");
  CHECK(meant_word("urn", known) == "run");
  CHECK(meant_word("ru", known) == "run");
  CHECK(meant_word("runn", known) == "run");
  CHECK(meant_word("msho", known) == "");
  CHECK(meant_word("mseh", known) == "mesh");
  CHECK(meant_word("--smaple", known) == "--sample");
  CHECK(meant_word("", known) == "");
  CHECK(meant_word("x", known) == "");
  CHECK(meant_word("nonsense", known) == "");
  CHECK(meant_word(std::string(1'000'000, 'r'), known) == "");
}
