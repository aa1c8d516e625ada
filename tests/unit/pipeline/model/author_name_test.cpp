#include "pipeline/model/author_name.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("initials are capital letters only, few of them") {
  for (const char* word : {"J", "JA", "J.A.", "J.-P.", "Ø", "É.", "J.R.R.T."}) {
    INFO(word);
    CHECK(model::is_initials(word));
  }
  for (const char* word : {"", ".", "Al", "H\u00e0", "LOPE", "\u00e9", "J2"}) {
    INFO(word);
    CHECK_FALSE(model::is_initials(word));
  }
}

TEST_CASE("a group is named by one of its words, never by a single one") {
  CHECK(model::names_group({"Example", "Study", "Group."}));
  CHECK(model::names_group({"Northern", "Centre"}));
  CHECK_FALSE(model::names_group({"Team"}));
  CHECK_FALSE(model::names_group({"Jane", "Groupe"}));
}

TEST_CASE("a person of parts: initials without stops, names whole, the suffix last") {
  const model::Author short_form = model::person_of_parts("van der Doe", {"J.", "A."}, "Jr");
  CHECK(short_form.name == "van der Doe JA Jr");
  CHECK(short_form.last_name == "van der Doe");
  CHECK(short_form.initials == "JA");
  const model::Author long_form = model::person_of_parts("Doe", {"Jean-Paul", "Q"}, "");
  CHECK(long_form.name == "Doe Jean-Paul Q");
  CHECK(long_form.initials == "JPQ");
  CHECK(model::is_name_suffix("III"));
  CHECK_FALSE(model::is_name_suffix("Third"));
}
