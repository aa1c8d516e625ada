#include "pipeline/sources/person_name.hpp"

#include "support/catch.hpp"

using namespace ev;
using sources::person_of_printed;

namespace {

std::string parts(std::string_view name, std::string_view other = {}) {
  const model::Author a = person_of_printed(name, other);
  return a.name + "|" + a.last_name + "|" + a.initials + (a.collective ? "|group" : "");
}

}  // namespace

TEST_CASE("printed names come apart") {
  CHECK(parts("Ada Example") == "Example Ada|Example|A");
  CHECK(parts("Ada B. Example") == "Example Ada B.|Example|AB");
  CHECK(parts("A. B. Example") == "Example AB|Example|AB");
  CHECK(parts("Example, Ada") == "Example Ada|Example|A");
  CHECK(parts("Example, A.-B., Jr") == "Example AB Jr|Example|AB");
  CHECK(parts("van der Sample, Ludwig") == "van der Sample Ludwig|van der Sample|L");
  CHECK(parts("Ludwig van der Sample") == "van der Sample Ludwig|van der Sample|L");
  CHECK(parts("Ada Example Jr") == "Example Ada Jr|Example|A");
  CHECK(parts("Example AB") == "Example AB|Example|AB");
  CHECK(parts("Jean-Paul Exämple") == "Exämple Jean-Paul|Exämple|JP");
  CHECK(parts("Plato") == "Plato|Plato|");
  CHECK(parts("  Ada \n Example ; ") == "Example Ada|Example|A");
  CHECK(parts("") == "||");
  CHECK(parts(",") == "||");
}

TEST_CASE("another form of the name tells which part is the family's") {
  CHECK(parts("Wei LI") == "Wei LI|Wei|LI");
  CHECK(parts("Wei LI", "Wei Li") == "LI Wei|LI|W");
  CHECK(parts("Li W", "Wei Li") == "Li W|Li|W");
}

TEST_CASE("groups stay whole") {
  CHECK(parts("The TEST Study Group") == "The TEST Study Group|||group");
  CHECK(parts("Invented Consortium, Working Party 2") ==
        "Invented Consortium, Working Party 2|||group");
  CHECK(parts("Group") == "Group|Group|");
  CHECK(sources::group_author("  A  B ").name == "A B");
}

TEST_CASE("names in parts") {
  CHECK(sources::person_of_parts("van Sample", "Ludwig C", "Jr").name == "van Sample Ludwig C Jr");
  CHECK(sources::person_of_parts("Sample", "").name == "Sample");
  CHECK(sources::person_of_parts("", "Plato").last_name == "Plato");
  CHECK(sources::person_of_parts("", "").name.empty());
}
