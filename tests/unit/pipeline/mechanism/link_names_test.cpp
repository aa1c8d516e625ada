#include "pipeline/mechanism/link_names.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

std::size_t found(const LinkNames& names, const std::string& sentence) {
  return names.find(sentence, doc::tokenize(sentence)).size();
}

}  // namespace

TEST_CASE("names are found whatever their hyphens, Greek letters and plurals") {
  const LinkNames names("TNF-α");
  CHECK(found(names, "It lowered TNFalpha and TNF alpha.") == 2);
  CHECK(found(LinkNames("zetokine receptor"), "Zetokine receptors were counted.") == 1);
  CHECK(found(names, "It lowered TNF.") == 0);
}

TEST_CASE("short symbols need their capitals") {
  CHECK(found(LinkNames("NO"), "No effect, no change.") == 0);
  CHECK(found(LinkNames("NO"), "Synthesis of NO rose.") == 1);
}

TEST_CASE("what the record defines joins the names, both ways") {
  const std::string text = "The zetokine binding protein (ZBP) is made. ZBP rose.";
  CHECK(found(LinkNames("zetokine binding protein").with_definitions(text), "ZBP rose.") == 1);
  CHECK(found(LinkNames("ZBP").with_definitions(text), "The zetokine binding protein rose.") == 1);
  CHECK(found(LinkNames("ZBP"), "The zetokine binding protein rose.") == 0);
}
