#include "pipeline/search/surroundings.hpp"

#include "pipeline/search/fetch_any.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/search/sample_world.hpp"

using namespace ev;

namespace {

std::vector<model::Article> records(test::SampleWorld& world, const std::vector<std::string>& ids) {
  auto got = search::fetch_any(world.ports(), ids, world.context());
  REQUIRE(got);
  return got->articles;
}

std::vector<search::Surroundings> around(test::SampleWorld& world,
                                         const std::vector<model::Article>& articles,
                                         const search::WantedParts& wanted) {
  auto got = search::surroundings(world.ports(), articles, wanted, world.context());
  REQUIRE(got);
  REQUIRE(got->size() == articles.size());
  return *std::move(got);
}

}  // namespace

TEST_CASE("open full text comes by section, what is not open says so") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000002", "90000017", "90000001"});
  const auto got = around(world, articles, {.full_text = true});
  REQUIRE(got[0].full_text.there());
  CHECK(got[0].full_text.source == "europepmc");
  CHECK(got[0].full_text.content.sections.size() > 6);
  CHECK_FALSE(got[1].full_text.there());
  CHECK(got[1].full_text.reason.find("front matter") != std::string::npos);
  CHECK_FALSE(got[1].full_text.error);
  CHECK_FALSE(got[2].full_text.there());
  CHECK(got[2].full_text.reason.find("PMCID") != std::string::npos);
}

TEST_CASE("PubMed Central stands in for Europe PMC") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000011"});
  world.wire.dead = {"ebi.ac.uk"};
  const auto got =
      around(world, articles, {.full_text = true, .references = true, .cited_by = true});
  CHECK(got[0].full_text.source == "pmc");
  CHECK_FALSE(got[0].full_text.error);
  CHECK(got[0].cited_by.source == "pubmed");
}

TEST_CASE("references, citing and similar works") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000005", "90000006", "NCT99000001"});
  const auto got = around(world, articles, {.references = true, .cited_by = true, .similar = true});
  REQUIRE(got[0].references.there());
  CHECK(got[0].references.content.works.front().pmid == "90000006");
  CHECK(got[1].cited_by.source == "europepmc");
  CHECK(got[1].cited_by.content.total >= 2);
  REQUIRE(got[0].similar.there());
  for (const sources::CitedWork& work : got[0].similar.content.works) {
    CHECK(work.pmid != "90000005");
    CHECK_FALSE(work.title.empty());
  }
  // A study has references of its own, and no similar articles.
  CHECK(got[2].references.source == "record");
  CHECK_FALSE(got[2].similar.there());
  CHECK_FALSE(got[2].similar.error);
}

TEST_CASE("annotations of several records by one request") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000001", "90000002"});
  const auto got = around(world, articles, {.annotations = true});
  CHECK(world.asked("biocjson") == 1);
  for (const search::Surroundings& one : got) {
    REQUIRE(one.annotations.there());
    CHECK_FALSE(one.annotations.content.annotations.empty());
  }
}

TEST_CASE("a service that fails leaves the part unknown, not empty") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000005"});
  world.wire.dead = {"ebi.ac.uk", "elink", "biocjson", "efetch", "openalex"};
  const auto got = around(
      world, articles, {.full_text = true, .cited_by = true, .similar = true, .annotations = true});
  CHECK(got[0].full_text.error);
  CHECK(got[0].cited_by.error);
  CHECK(got[0].similar.error);
  CHECK(got[0].annotations.error);
  CHECK(got[0].similar.reason.rfind("unknown", 0) == 0);
}

TEST_CASE("a service that is switched off is not asked") {
  test::SampleWorld world;
  const auto articles = records(world, {"90000005"});
  for (const char* service : {"europepmc", "pubtator", "pubmed", "openalex"})
    world.switch_off(service);
  const std::size_t before = world.wire.asked.size();
  const auto got = around(world, articles,
                          {.full_text = true,
                           .references = true,
                           .cited_by = true,
                           .similar = true,
                           .annotations = true});
  CHECK(world.wire.asked.size() == before);
  CHECK(got[0].references.source == "record");
  CHECK_FALSE(got[0].annotations.there());
  CHECK(got[0].annotations.reason.find("switched off") != std::string::npos);
}
