#include "pipeline/citations/look_up.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/sample_world.hpp"

using namespace ev;
using citations::LookUp;

namespace {

LookUp look(test::SampleWorld& world, const char* text) {
  const citations::Reference reference = citations::read_reference(text);
  std::vector<LookUp> all = {{.reference = &reference}};
  std::vector<Error> errors;
  REQUIRE(citations::look_up(world.ports(), all, errors, world.context()));
  all.front().reference = nullptr;
  return std::move(all.front());
}

const char* const kRight =
    "Eta E, Theta T. Metformin use and risk of Alzheimer disease in type 2 diabetes: a "
    "population-based cohort study. Ex Med J. 2021;21(3):118-26.";

}  // namespace

TEST_CASE("found by its title, with and without a slip") {
  test::SampleWorld world;
  CHECK(look(world, kRight).record->pmid == "90000003");
  CHECK(look(world,
             "Metformin use and risk of Alzheimer disease in type 2 diabetes: a "
             "population-based cohort study")
            .record->pmid == "90000003");
  CHECK(look(world,
             "Eta E. Metformin use and risk of Alzheimer disease in type 2 diabtes: a "
             "populaton-based cohort study. Ex Med J. 2021;21(3):118-26.")
            .record->pmid == "90000003");
}

TEST_CASE("found by its place") {
  test::SampleWorld world;
  const LookUp found = look(world, "Ex Med J. 2021;21(3):118-26");
  REQUIRE(found.record);
  CHECK(found.record->pmid == "90000003");
}

TEST_CASE("a preprint is found where PubMed has none") {
  test::SampleWorld world;
  const LookUp found =
      look(world, "Metformin and plasma p-tau217 in adults over 70 years without diabetes");
  REQUIRE(found.record);
  CHECK(found.record->is_preprint);
}

TEST_CASE("nothing found names who was asked") {
  test::SampleWorld world;
  const LookUp none = look(world,
                           "Nobody N. Unheard harmonies of subterranean orchestras in "
                           "wintertime. Ex Med J. 2011;2:77-79.");
  CHECK_FALSE(none.record);
  CHECK(none.failed.empty());
  CHECK_FALSE(none.asked.empty());
}

TEST_CASE("services that fail or are off") {
  test::SampleWorld world;
  world.wire.dead = {"esearch"};
  const LookUp failed = look(world, "Nobody N. Unheard harmonies of subterranean orchestras");
  CHECK(failed.failed.count("pubmed") == 1);
  CHECK(look(world, kRight).record->pmid == "90000003");  // Europe PMC knows it, too
  test::SampleWorld quiet;
  for (const char* service : {"pubmed", "europepmc", "crossref"}) quiet.switch_off(service);
  const LookUp off = look(quiet, kRight);
  CHECK(off.asked.empty());
  CHECK(quiet.wire.asked.empty());
}

TEST_CASE("the telling words are long ones") {
  CHECK(citations::telling_words("Effect of a drug on cerebrospinal fluid in 40 men", 2) ==
        std::vector<std::string>{"cerebrospinal", "effect"});
  CHECK(citations::telling_words("", 3).empty());
  CHECK_FALSE(citations::can_be_looked_up(citations::read_reference("Smith 2019")));
}
