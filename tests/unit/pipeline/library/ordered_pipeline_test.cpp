#include "pipeline/library/ordered_pipeline.hpp"

#include "support/catch.hpp"

#include <atomic>

using namespace ev;

namespace {

using Pipeline = library::OrderedPipeline<int, int>;

}  // namespace

TEST_CASE("results come in order, whoever is faster") {
  int next = 0;
  std::vector<int> got;
  Pipeline::Steps steps;
  steps.make = [&]() -> std::optional<int> {
    if (next == 500) return std::nullopt;
    return next++;
  };
  steps.worker = [] {
    return [](int n) {
      if (n % 7 == 0) std::this_thread::yield();
      return n * 2;
    };
  };
  steps.take = [&](int n) {
    got.push_back(n);
    return true;
  };
  Pipeline::run(steps, 3, 4);
  REQUIRE(got.size() == 500);
  for (int i = 0; i < 500; ++i) CHECK(got[static_cast<std::size_t>(i)] == i * 2);
}

TEST_CASE("nothing in, nothing out") {
  Pipeline::Steps steps;
  steps.make = []() -> std::optional<int> { return std::nullopt; };
  steps.worker = [] { return [](int n) { return n; }; };
  int taken = 0;
  steps.take = [&](int) { return ++taken > 0; };
  Pipeline::run(steps, 2, 4);
  CHECK(taken == 0);
}

TEST_CASE("stopping early ends every thread, and no more than the window is ever made ahead") {
  std::atomic<int> made{0};
  int taken = 0;
  Pipeline::Steps steps;
  steps.make = [&]() -> std::optional<int> { return made++; };
  steps.worker = [] { return [](int n) { return n; }; };
  steps.take = [&](int) { return ++taken < 10; };
  Pipeline::run(steps, 2, 4);
  CHECK(taken == 10);
  CHECK(made <= 10 + 4 + 2);
}
