#include "pipeline/nlp/chain.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/nlp/tiny_model.hpp"

#include <cmath>

namespace ev::nlp {

namespace {

Model tiny() {
  return *Model::parse(kTinyChain, {.name = "weather", .feature_version = 3, .labels = 2});
}

// What the definition says, over all paths.
double by_enumeration(const Model& model, std::span<const Sums> items, std::size_t at,
                      std::size_t label) {
  double all = 0;
  double with = 0;
  for (std::size_t path = 0; path < (std::size_t{1} << items.size()); ++path) {
    const auto on = [&](std::size_t i) { return path >> i & 1; };
    double sum = model.start(on(0));
    for (std::size_t i = 0; i < items.size(); ++i) {
      sum += items[i][on(i)];
      if (i > 0) sum += model.step(on(i - 1), on(i));
    }
    const double weight = std::exp(sum / model.unit());
    all += weight;
    if (on(at) == label) with += weight;
  }
  return with / all;
}

}  // namespace

TEST_CASE("the best path weighs places and steps") {
  const Model model = tiny();
  const std::vector<Sums> items = {{15, 0}, {0, 10}, {15, 0}};
  CHECK(best_path(model, items) == std::vector<std::size_t>{0, 0, 0});
  const std::vector<Sums> bound = {{15, 0}, {kRuledOut, 10}, {15, 0}};
  CHECK(best_path(model, bound)[1] == 1);
  CHECK(best_path(model, {}).empty());
}

TEST_CASE("marginals are those of the sum over all paths") {
  const Model model = tiny();
  const std::vector<Sums> items = {{15, 0}, {0, 10}, {3, 4}, {-7, 22}};
  const auto p = marginals(model, items);
  REQUIRE(p.size() == 4);
  for (std::size_t at = 0; at < 4; ++at) {
    for (std::size_t label = 0; label < 2; ++label)
      CHECK(std::abs(p[at][label] - by_enumeration(model, items, at, label)) < 1e-12);
  }
  CHECK(marginals(model, {}).empty());
  const std::vector<Sums> bound = {{kRuledOut, 0}, {0, 0}};
  CHECK(marginals(model, bound)[0][0] == 0.0);
}

}  // namespace ev::nlp
