#include "pipeline/sample/fulltext.hpp"

#include "pipeline/sample/library.hpp"
#include "pipeline/sources/europepmc_reply.hpp"
#include "pipeline/sources/jats.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

sample::Form text_form(const std::string& url) {
  return sample::read_form({.method = "GET", .url = "https://x.test" + url});
}

}  // namespace

TEST_CASE("open articles are whole JATS, others are refused") {
  const std::string_view jats = sample::embedded_file("fulltext.xml");
  for (const char* id : {"PMC99000002", "PMC99000011"}) {
    const auto reply = sample::full_text_of_europepmc(
        jats, text_form("/rest/" + std::string(id) + "/fullTextXML"));
    CHECK(reply.status == 200);
    const auto read = sources::read_jats(reply.body);
    REQUIRE(read);
    REQUIRE(read->articles.size() == 1);
    CHECK(read->articles[0].pmcid == id);
    CHECK(read->articles[0].has_body);
    CHECK(read->articles[0].sections.size() >= 4);
  }
  for (const char* id : {"PMC99000017", "PMC1", "PPR990001"}) {
    const auto reply = sample::full_text_of_europepmc(
        jats, text_form("/rest/" + std::string(id) + "/fullTextXML"));
    CHECK(sources::classify_europepmc_full_text(reply).code == Errc::not_found);
  }
}

TEST_CASE("PubMed Central sends what it has and names what it has not") {
  const std::string_view jats = sample::embedded_file("fulltext.xml");
  const sample::Form both = text_form("/efetch.fcgi?db=pmc&id=99000017,123");
  CHECK(sample::is_central_route(both));
  CHECK_FALSE(sample::is_central_route(text_form("/efetch.fcgi?db=pubmed&id=1")));
  const auto read = sources::read_jats(sample::full_text_of_pmc(jats, both).body);
  REQUIRE(read);
  REQUIRE(read->articles.size() == 1);
  CHECK_FALSE(read->articles[0].has_body);
  CHECK(read->unavailable.size() == 1);
}
