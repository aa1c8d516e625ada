#include "pipeline/library/author_names.hpp"

#include "support/catch.hpp"

using namespace ev;
using library::NameOrder;

namespace {

std::vector<std::string> names(std::string_view list) {
  bool complete = true;
  std::vector<std::string> out;
  for (const model::Author& a : library::people_of(list, complete)) out.push_back(a.name);
  if (!complete) out.push_back("…");
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("names of one author in the usual forms") {
  const struct {
    const char* written;
    const char* name;
    const char* last;
    const char* initials;
  } cases[] = {
      {"Doe, Jane Q", "Doe Jane Q", "Doe", "JQ"},
      {"Doe, J. Q.", "Doe JQ", "Doe", "JQ"},
      {"Doe, J.-Q.", "Doe JQ", "Doe", "JQ"},
      {"Doe JQ", "Doe JQ", "Doe", "JQ"},
      {"Doe J. Q.", "Doe JQ", "Doe", "JQ"},
      {"van der Berg, Anna", "van der Berg Anna", "van der Berg", "A"},
      {"van der Berg AB", "van der Berg AB", "van der Berg", "AB"},
      {"Roe, Rick, Jr.", "Roe Rick Jr.", "Roe", "R"},
      {"Roe, Jr., Rick", "Roe Rick Jr.", "Roe", "R"},
      {"Roe R Jr", "Roe R Jr", "Roe", "R"},
      {"Müller, Jörg-Uwe", "Müller Jörg-Uwe", "Müller", "JU"},
      {"Li, Al", "Li Al", "Li", "A"},
      {"Nguyen, Hà", "Nguyen Hà", "Nguyen", "H"},
      {"Öz, ÉÜ", "Öz ÉÜ", "Öz", "ÉÜ"},
      {"Plato", "Plato", "Plato", ""},
  };
  for (const auto& c : cases) {
    INFO(c.written);
    const model::Author a = library::person_of(c.written);
    CHECK(a.name == c.name);
    CHECK(a.last_name == c.last);
    CHECK(a.initials == c.initials);
    CHECK_FALSE(a.collective);
  }
}

TEST_CASE("first names may come first where the format says so") {
  CHECK(library::person_of("Jane Q. Doe", NameOrder::either).name == "Doe Jane Q.");
  CHECK(library::person_of("Ludwig van der Berg", NameOrder::either).last_name == "van der Berg");
  CHECK(library::person_of("Doe JQ", NameOrder::either).name == "Doe JQ");
  CHECK(library::person_of("Plato", NameOrder::either).name == "Plato");
}

TEST_CASE("groups stay whole") {
  for (const char* group :
       {"The ABCDE Study Group", "Imagined Health Organization", "FIRST-9 Investigators"}) {
    const model::Author a = library::person_of(group);
    CHECK(a.collective);
    CHECK(a.name == group);
    CHECK(a.last_name.empty());
  }
}

TEST_CASE("lists of authors") {
  CHECK(names("Doe, J. Q. and Roe, R. and Poe, E.") == Names{"Doe JQ", "Roe R", "Poe E"});
  CHECK(names("Doe, J. Q. and Roe, R.") == Names{"Doe JQ", "Roe R"});
  CHECK(names("Doe, Jane; Roe, Rick") == Names{"Doe Jane", "Roe Rick"});
  CHECK(names("Doe JQ, Roe R, Poe E.") == Names{"Doe JQ", "Roe R", "Poe E"});
  CHECK(names("Doe JQ, Roe R and Poe E") == Names{"Doe JQ", "Roe R", "Poe E"});
  CHECK(names("Doe, J. Q.") == Names{"Doe JQ"});
  CHECK(names("Anderson, B.") == Names{"Anderson B"});
  CHECK(names("Doe JQ, et al.") == Names{"Doe JQ", "…"});
  CHECK(names("Doe, J. and others") == Names{"Doe J", "…"});
  CHECK(names("Doe J et al.") == Names{"Doe J", "…"});
  CHECK(names("").empty());
  // The separators were lost.
  CHECK(names("Doe J. Q.Roe R.de Poe E. A.") == Names{"Doe JQ", "Roe R", "de Poe EA"});
}
