#include "pipeline/sources/identifiers.hpp"

#include "pipeline/sources/html_entities.hpp"
#include "support/catch.hpp"

using namespace ev;

TEST_CASE("an ORCID is found in every form seen") {
  CHECK(sources::orcid_in("0000-0002-0000-1234") == "0000-0002-0000-1234");
  CHECK(sources::orcid_in("https://orcid.org/0000-0002-0000-123x") == "0000-0002-0000-123X");
  CHECK(sources::orcid_in("0000000200001234 (me)") == "0000-0002-0000-1234");
  CHECK(sources::orcid_in("0000-0002-0000").empty());
  CHECK(sources::orcid_in("").empty());
}

TEST_CASE("entities are told apart by case") {
  CHECK(sources::html_entity("nbsp") == U'\u00A0');
  CHECK(sources::html_entity("Beta") == U'Β');
  CHECK(sources::html_entity("beta") == U'β');
  CHECK(sources::html_entity("apos") == U'\'');
  CHECK_FALSE(sources::html_entity("unknown"));
}
