#include "pipeline/citations/retraction_lookup.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

using namespace ev;

namespace {

const char* const kCrossref =
    R"({"status":"ok","message-type":"work","message":{"DOI":"10.5555/abc",
  "title":["A title"],"updated-by":[{"DOI":"10.5555/note","type":"retraction","source":"retraction-watch",
  "updated":{"date-parts":[[2024,2]]}}]}})";

}  // namespace

TEST_CASE("Crossref's notices are added to the standing") {
  test::Upstream up;
  up.script.on("api.crossref.org", kCrossref);
  model::Article a{.pmid = "90000001", .title = "A title", .doi = "10.5555/abc"};
  std::vector<std::string> warnings;
  REQUIRE(citations::add_retraction_status(up.ports(), {&a}, warnings, up.context()));
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
  CHECK(a.retraction.sources == std::vector<std::string>{"crossref:updated-by"});
  CHECK(warnings.empty());
  // Without a key OpenAlex is not asked.
  CHECK(up.count("openalex") == 0);
}

TEST_CASE("OpenAlex is asked with a key") {
  test::Upstream up;
  up.config.keys["openalex"] = Secret("k");
  up.config.endpoints["crossref"].enabled = false;
  up.script.on("openalex", R"({"meta":{"count":1},"results":[{"id":"https://openalex.org/W1",
    "ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/90000001"},"title":"A title","is_retracted":true}]})");
  model::Article a{.pmid = "90000001", .title = "A title"};
  std::vector<std::string> warnings;
  REQUIRE(citations::add_retraction_status(up.ports(), {&a}, warnings, up.context()));
  CHECK(a.retraction.status == model::RetractionStatus::retracted);
  CHECK(up.count("crossref") == 0);
}

TEST_CASE("a service that fails leaves a warning and no claim") {
  test::Upstream up;
  up.script.on("api.crossref.org",
               std::vector<test::FakeReply>{{.failed = true, .transient = false}});
  model::Article a{.pmid = "90000001", .title = "A title", .doi = "10.5555/abc"};
  std::vector<std::string> warnings;
  REQUIRE(citations::add_retraction_status(up.ports(), {&a}, warnings, up.context()));
  CHECK(a.retraction.status == model::RetractionStatus::none);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("Crossref") != std::string::npos);
}

TEST_CASE(
    "a DOI that Crossref does not know is no failure; records without DOI are not asked for") {
  test::Upstream up;
  up.script.on("api.crossref.org",
               std::vector<test::FakeReply>{{.status = 404, .body = "Resource not found."}});
  model::Article a{.pmid = "90000001", .doi = "10.5555/abc"};
  model::Article b{.pmid = "90000002"};
  std::vector<std::string> warnings;
  REQUIRE(citations::add_retraction_status(up.ports(), {&a, &b}, warnings, up.context()));
  CHECK(warnings.empty());
  CHECK(up.count("crossref") == 1);
}
