#include "pipeline/search/outcome.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("a service is off by its address or by the list of services") {
  Config config;
  CHECK(search::is_enabled(config, "crossref"));
  config.endpoints["crossref"] = {"", false};
  CHECK_FALSE(search::is_enabled(config, "crossref"));
  CHECK(search::is_enabled(config, "pubmed"));
  config.sources = {"pubmed", "crossref"};
  CHECK(search::is_enabled(config, "pubmed"));
  CHECK_FALSE(search::is_enabled(config, "crossref"));
  CHECK_FALSE(search::is_enabled(config, "openalex"));
}
