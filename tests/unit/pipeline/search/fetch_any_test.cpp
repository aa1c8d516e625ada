#include "pipeline/search/fetch_any.hpp"

#include "pipeline/library/stored_article.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/search/sample_world.hpp"
#include "unit/pipeline/search/upstream.hpp"

#include <algorithm>

using namespace ev;
using search::IdOutcome;

namespace {

search::AnyFetch fetch(test::SampleWorld& world, const std::vector<std::string>& ids) {
  auto got = search::fetch_any(world.ports(), ids, world.context());
  REQUIRE(got);
  REQUIRE(got->answers.size() == ids.size());
  return *std::move(got);
}

std::string name(const search::AnyFetch& got, std::size_t i) {
  const search::IdAnswer& answer = got.answers[i];
  REQUIRE(answer.outcome == IdOutcome::found);
  return model::item_id(got.articles[answer.record]);
}

bool from_pubmed(const model::Article& a) {
  if (a.metadata.count("source") != 0 && a.metadata.at("source") == "pubmed") return true;
  return std::any_of(a.merged_from.begin(), a.merged_from.end(),
                     [](const model::MergedRecord& m) { return m.source == "pubmed"; });
}

}  // namespace

TEST_CASE("records by ids of every kind, each once") {
  test::SampleWorld world;
  const auto got =
      fetch(world, {"90000001", "PMC99000002", "10.5555/sample.90000003", "NCT99000001",
                    "W9900000004", "PPR:PPR990001", "https://pubmed.ncbi.nlm.nih.gov/90000002/",
                    "doi:10.5555/SAMPLE.90000001"});
  CHECK(name(got, 0) == "90000001");
  CHECK(name(got, 1) == "90000002");
  CHECK(name(got, 2) == "90000003");
  CHECK(name(got, 3) == "NCT99000001");
  CHECK(name(got, 5) == "PPR:PPR990001");
  CHECK(name(got, 6) == "90000002");
  CHECK(name(got, 7) == "90000001");
  CHECK(got.articles.size() == 6);
  CHECK(got.errors.empty());
  for (const std::size_t i : {0u, 1u, 2u}) {
    CHECK(from_pubmed(got.articles[got.answers[i].record]));
  }
  CHECK(got.articles[got.answers[3].record].trial.has_value());
  CHECK(got.articles[got.answers[5].record].is_preprint);
  // Of three papers under four names one request to PubMed.
  CHECK(world.asked("efetch") == 1);
}

TEST_CASE("what is not there, and what is no id, is said apart") {
  test::SampleWorld world;
  const auto got = fetch(world, {"99999999", "PMC77777777", "10.5555/nothing", "NCT00000000",
                                 "metformin", "90000001"});
  for (const std::size_t i : {0u, 1u, 2u, 3u}) {
    CAPTURE(i, got.answers[i].reason);
    CHECK(got.answers[i].outcome == IdOutcome::not_found);
    CHECK(got.answers[i].reason.find("no such record") != std::string::npos);
  }
  CHECK(got.answers[4].outcome == IdOutcome::no_id);
  CHECK(got.answers[5].outcome == IdOutcome::found);
}

TEST_CASE("a source that fails is never taken for an empty one") {
  test::SampleWorld world;
  world.wire.dead = {"clinicaltrials.gov", "europepmc", "idconv", "esearch", "crossref"};
  const auto got = fetch(world, {"NCT99000001", "10.5555/sample.90000044", "PMC99000002"});
  for (const search::IdAnswer& answer : got.answers) {
    CAPTURE(answer.asked, answer.reason);
    if (answer.outcome == IdOutcome::found) continue;  // OpenAlex knows it
    CHECK(answer.outcome == IdOutcome::not_checked);
    CHECK_FALSE(answer.reason.empty());
  }
  CHECK(got.answers[0].outcome == IdOutcome::not_checked);
  CHECK(got.answers[1].outcome == IdOutcome::not_checked);
  CHECK_FALSE(got.errors.empty());
}

TEST_CASE("papers come from Europe PMC when PubMed is down, and that is said") {
  test::SampleWorld world;
  world.wire.dead = {"efetch"};
  const auto got = fetch(world, {"90000001", "99999999"});
  CHECK(name(got, 0) == "90000001");
  CHECK(got.articles[0].metadata.at("source") == "europepmc");
  CHECK_FALSE(got.warnings.empty());
  REQUIRE(got.errors.size() == 1);
  CHECK(got.errors[0].source == "pubmed");
  CHECK(got.answers[1].outcome == IdOutcome::not_checked);
}

TEST_CASE("services that are switched off are not asked") {
  test::SampleWorld world;
  for (const char* service : {"europepmc", "idconv", "openalex", "crossref"}) {
    world.switch_off(service);
  }
  const auto got = fetch(world, {"10.5555/sample.90000001", "PMC99000002", "PPR:PPR990001"});
  CHECK(name(got, 0) == "90000001");  // PubMed's article identifiers
  CHECK(got.answers[1].outcome == IdOutcome::not_checked);
  CHECK(got.answers[2].outcome == IdOutcome::not_checked);
  CHECK(got.answers[2].reason.find("switched off") != std::string::npos);
  CHECK(world.asked("ebi.ac.uk") == 0);
  CHECK(world.asked("crossref") == 0);
  CHECK(world.asked("openalex") == 0);
}

TEST_CASE("imported records are found by the name they were given") {
  test::SampleWorld world;
  model::Article mine{.id = "rec-0123456789ab", .title = "A record of my own"};
  REQUIRE(world.store.articles.put({library::stored_article(mine, library::Place::latest)}));
  const auto got = fetch(world, {"rec-0123456789ab", "rec-ffffffffffff"});
  CHECK(name(got, 0) == "rec-0123456789ab");
  CHECK(got.answers[1].outcome == IdOutcome::not_found);
  CHECK(world.wire.asked.empty());
}

TEST_CASE("a second call costs no request") {
  test::SampleWorld world;
  const std::vector<std::string> ids = {"90000001", "PMC99000002", "NCT99000001", "PPR:PPR990001"};
  fetch(world, ids);
  const std::size_t before = world.wire.asked.size();
  fetch(world, ids);
  CHECK(world.wire.asked.size() == before);
}

TEST_CASE("nothing asked, nothing sent") {
  test::SampleWorld world;
  const auto got = fetch(world, {});
  CHECK(got.articles.empty());
  CHECK(world.wire.asked.empty());
}

TEST_CASE("a service that hangs takes its own part of the time and no other's records") {
  for (const char* hanging : {"studies", "europepmc", "idconv", "openalex", "crossref"}) {
    INFO(hanging);
    test::Upstream up;
    up.script.on(hanging, {{.hang = true}});
    up.script.on("efetch", test::set_xml({"1"}));
    const Context ctx = up.context();
    const auto got =
        search::fetch_any(up.ports(), {"1", "NCT00000001", "10.5555/walnut", "PMC77"}, ctx);
    REQUIRE(got);
    CHECK(got->answers[0].outcome == IdOutcome::found);
    CHECK(up.clock.now() < ctx.deadline);
  }
}

TEST_CASE("records that nobody asked for are no proof that the others do not exist") {
  test::Upstream up;
  up.script.on("studies",
               R"({"totalCount":1,"studies":[{"protocolSection":{"identificationModule":)"
               R"({"nctId":"NCT00000002","briefTitle":"Walnuts"}}}]})");
  const auto got = search::fetch_any(up.ports(), {"NCT00000001"}, up.context());
  REQUIRE(got);
  CHECK(got->answers[0].outcome != IdOutcome::not_found);
  CHECK(got->answers[0].reason.find("sent other records") != std::string::npos);
}
