#include "pipeline/query_gen/goal_text.hpp"

#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("a goal of words between commas is a list, a sentence is none") {
  CHECK(GoalText("needles, gnome pox, zebra").is_list());
  CHECK_FALSE(GoalText("Do needles help against gnome pox and zebras?").is_list());
}

TEST_CASE("one letter belongs to the word behind its hyphen") {
  const GoalText text("raised Z-dimer, vitamin Z and gnomes");
  CHECK(text.lettered_end(1) == 3);
  CHECK(text.slice(1, 3) == "Z-dimer");
  CHECK(text.lettered_end(4) == 4);
}

TEST_CASE("capitals amid a sentence are abbreviations and names, in a title they say nothing") {
  const GoalText text("does XQZP help against Zebramax in gnomes");
  CHECK(text.is_symbol(1));
  CHECK(text.is_name(4));
  CHECK_FALSE(GoalText("Effects Of Zebramax On Gnomes").is_name(2));
}

TEST_CASE("a quoted phrase ends at its mark, a tag is no subject") {
  const GoalText text("\"purple gnomes\" and zebra[tiab]");
  CHECK(text.quoted_end(0) == 2);
  CHECK(text.in_tag(4));
  CHECK_FALSE(text.in_tag(3));
}

}  // namespace ev::query_gen
