#include "pipeline/workflow/working_sets.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;
using namespace ev::workflow;

namespace {

std::shared_ptr<const WorkingRecords> five() {
  RecordSet set;
  set.articles = test::five_articles();
  set.features.resize(5);
  set.features[1] = workflow::RecordFeatures(Json{{"extraction", {{"sample_size", 7}}}});
  set.scores.resize(5);
  set.ranks.resize(5);
  return std::make_shared<const WorkingRecords>(std::move(set));
}

}  // namespace

TEST_CASE("loaded records are ready to be scored") {
  const auto records = five();
  REQUIRE(records->candidates().size() == 5);
  CHECK(records->candidates()[0].features == nullptr);
  REQUIRE(records->candidates()[1].features != nullptr);
  CHECK(records->candidates()[1].features->front().first == "sample_size");
  CHECK(records->order().canonical.size() == 5);
  const auto corpus = records->corpus(Context{}).value();
  CHECK(corpus->size() == 5);
  CHECK(records->corpus(Context{}).value() == corpus);
}

TEST_CASE("the sets used last are kept") {
  WorkingSets sets;
  CHECK(sets.records("rs-1") == nullptr);
  const auto one = five();
  sets.keep("rs-1", one);
  for (const char* other : {"rs-2", "rs-3"}) sets.keep(other, five());
  CHECK(sets.records("rs-1") == one);
  sets.keep("rs-4", five());
  CHECK(sets.records("rs-1") == one);
  CHECK(sets.records("rs-2") == nullptr);
}

TEST_CASE("a process at rest keeps the scoring used last and its records alone") {
  WorkingSets sets;
  const auto one = five(), two = five();
  sets.keep("rs-1", one);
  sets.keep("rs-2", two);
  const auto scored = [](const auto& records, std::size_t count) {
    WorkingScores out{.records = records};
    out.scores.resize(count);
    return std::make_shared<const WorkingScores>(std::move(out));
  };
  sets.keep("rs-3", scored(two, 5));
  sets.keep("rs-4", scored(one, 5));
  sets.rest();
  CHECK(sets.records("rs-1") == one);
  CHECK(sets.records("rs-2") == nullptr);
  CHECK(sets.scores("rs-3") == nullptr);
  CHECK(sets.scores("rs-4") != nullptr);
  sets.keep("rs-5", scored(one, 20'000));
  sets.rest();
  CHECK(sets.scores("rs-5") == nullptr);
  CHECK(sets.records("rs-1") == nullptr);
  CHECK(one.use_count() == 1);
}
