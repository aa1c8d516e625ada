#include "pipeline/sources/xml_tree.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("elements, attributes and all the text below") {
  const auto tree = sources::read_xml_tree(
      "<r a=\"1\"><b><s>one</s> <s>two &amp; &#xE9;</s></b><b>last</b><c/></r>");
  REQUIRE(tree);
  CHECK(tree->name == "r");
  CHECK(tree->attributes.at("a") == "1");
  CHECK(tree->children.size() == 3);
  CHECK(tree->text_at({"b"}) == "one two & é");
  CHECK(tree->text_at({"b", "s"}) == "one");
  CHECK(tree->text_at({"b", "none"}).empty());
  CHECK(tree->child("c")->text.empty());
  CHECK(tree->child("none") == nullptr);
}

TEST_CASE("what is not well-formed is an error; deep nesting stays text") {
  CHECK_FALSE(sources::read_xml_tree("<a><b></a>"));
  CHECK_FALSE(sources::read_xml_tree("words"));
  CHECK_FALSE(sources::read_xml_tree(""));
  std::string deep, close;
  for (int i = 0; i < 60; ++i) {
    deep += "<x>";
    close += "</x>";
  }
  const auto tree = sources::read_xml_tree(deep + "in" + close);
  REQUIRE(tree);
  CHECK(tree->text == "in");
}
