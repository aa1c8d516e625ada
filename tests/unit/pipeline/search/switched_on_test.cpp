#include "pipeline/search/switched_on.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("a service is off by its address or by the list of services") {
  Config config;
  CHECK(search::switched_on(config, "crossref"));
  config.endpoints["crossref"] = {"", false};
  CHECK_FALSE(search::switched_on(config, "crossref"));
  CHECK(search::switched_on(config, "pubmed"));
  config.sources = {"pubmed", "crossref"};
  CHECK(search::switched_on(config, "pubmed"));
  CHECK_FALSE(search::switched_on(config, "crossref"));
  CHECK_FALSE(search::switched_on(config, "openalex"));
}
