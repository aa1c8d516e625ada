#include "pipeline/synthesis/combine_arms.hpp"

#include "support/catch.hpp"

using namespace ev::synthesis;

namespace {

StudyResult dose(std::string id, std::string name, double events, double n) {
  StudyResult s{.id = std::move(id), .label = "Trial", .outcome = "cramps"};
  s.intervention = {.name = std::move(name), .n = n, .events = events};
  s.comparator = {.name = "water", .n = 40, .events = 20};
  return s;
}

}  // namespace

TEST_CASE("Two doses against one control stand as one comparison") {
  std::vector<std::string> notes;
  const auto out = combine_shared_controls(
      {dose("1", "tea 1 cup", 4, 30), dose("2", "tea", 5, 50), dose("1", "tea 2 cups", 6, 31)},
      notes);
  REQUIRE(out.size() == 2);
  CHECK(out[0].intervention.events == 10);
  CHECK(out[0].intervention.n == 61);
  CHECK(out[0].comparator.n == 40);
  CHECK(out[1].id == "2");
  CHECK(notes.size() == 1);
}

TEST_CASE("Means of two arms become the mean and deviation of all their people") {
  std::vector<std::string> notes;
  StudyResult a = dose("1", "tea 1 cup", 0, 2), b = dose("1", "tea 2 cups", 0, 2);
  a.intervention = {.name = "tea 1 cup", .n = 2, .mean = 1, .sd = 1.4142135623730951};   // 0, 2
  b.intervention = {.name = "tea 2 cups", .n = 2, .mean = 5, .sd = 1.4142135623730951};  // 4, 6
  const auto out = combine_shared_controls({a, b}, notes);
  REQUIRE(out.size() == 1);
  CHECK(out[0].intervention.mean.value() == Approx(3));
  CHECK(out[0].intervention.sd.value() == Approx(2.581988897));  // of 0, 2, 4, 6
}

TEST_CASE("Another control, another time or a missing number is no shared control") {
  std::vector<std::string> notes;
  StudyResult a = dose("1", "tea 1 cup", 4, 30), b = dose("1", "tea 2 cups", 6, 31);
  b.comparator.events = 19;
  CHECK(combine_shared_controls({a, b}, notes).size() == 2);
  b = dose("1", "tea 2 cups", 6, 31);
  b.time = "a week";
  CHECK(combine_shared_controls({a, b}, notes).size() == 2);
  b.time = "";
  b.intervention.events.reset();
  CHECK(combine_shared_controls({a, b}, notes).size() == 2);
  CHECK(notes.empty());
}
