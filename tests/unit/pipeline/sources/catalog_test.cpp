#include "pipeline/sources/catalog.hpp"

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace ev;
using namespace ev::sources;

TEST_CASE("the catalog names each service once, those that are searched first") {
  std::set<std::string_view> ids, variables;
  bool searched = true;
  for (const Service& s : catalog()) {
    INFO(s.id);
    CHECK(ids.insert(s.id).second);
    CHECK(variables.insert(s.variable).second);
    CHECK(s.variable.substr(0, 13) == "EVIDENCE_MCP_");
    CHECK(s.url.substr(0, 8) == "https://");
    CHECK(s.url.back() != '/');
    CHECK(find_service(s.id) == &s);
    CHECK((searched || s.make == nullptr));
    searched = s.make != nullptr;
    CHECK((s.make == nullptr || !s.probe.empty()));
    CHECK((s.translate == nullptr || s.make != nullptr));
  }
  CHECK(find_service("web") == nullptr);
}

TEST_CASE("a row makes the source it names") {
  const Config config;
  const auto made = all_sources(config);
  const auto ids = searched_services();
  REQUIRE(made.size() == ids.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(made[i]->info().id == ids[i]);
    CHECK(made[i]->info().label == find_service(ids[i])->label);
  }
}

TEST_CASE("records of no service are trusted least") {
  CHECK(trust_order("pubmed") < trust_order("europepmc"));
  CHECK(trust_order("openalex") < trust_order("clinicaltrials"));
  CHECK(trust_order("clinicaltrials") < trust_order("file"));
  CHECK(trust_order("crossref") == trust_order("file"));
}

TEST_CASE("a service's address comes from the configuration, else from the catalog") {
  Config config;
  CHECK(service_url(config, "openalex") == "https://api.openalex.org");
  config.endpoints["openalex"].url = "http://127.0.0.1:1/x/";
  CHECK(service_url(config, "openalex") == "http://127.0.0.1:1/x");
}
