#include "pipeline/nlp/forest.hpp"

#include "support/catch.hpp"

#include <cmath>
#include <string>

using ev::nlp::Forest;
using ev::nlp::Numbers;

namespace {

const ev::nlp::Expected kExpected = {.name = "tiny", .feature_version = 2, .labels = 2};

// The first input above 0.5 speaks for the second label, the more so when the second is above 3.
const std::string kTiny =
    "# model: tiny\n# features: 2\n# labels: no yes\n# inputs: 2\n# unit: 1000\n# base: 0 -500\n"
    "# trees: 2\n"
    "1 0:0.5 =0 1:3 =500 =1500\n"
    "0 0:0.5 =250 =0\n";

double yes_of(const Forest& forest, const Numbers& numbers) {
  return forest.probabilities(numbers).at(1);
}
double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace

TEST_CASE("Leaves of all trees are added to the base of their label") {
  const auto forest = Forest::parse(kTiny, kExpected, 2);
  REQUIRE(forest.has_value());
  CHECK(forest->labels() == 2);
  CHECK(yes_of(*forest, {0, 9}) == Approx(logistic(-0.75)));
  CHECK(yes_of(*forest, {0.5F, 0}) == Approx(logistic(-0.75)));
  CHECK(yes_of(*forest, {1, 3}) == Approx(logistic(0)));
  CHECK(yes_of(*forest, {1, 3.5F}) == Approx(logistic(1)));
}

TEST_CASE("Trees that do not fit are refused with what is wrong") {
  const auto problem = [](std::string text, const std::string& from, const std::string& to,
                          std::size_t inputs = 2) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    const auto forest = Forest::parse(text, kExpected, inputs);
    REQUIRE_FALSE(forest.has_value());
    return forest.error().message;
  };
  CHECK(problem(kTiny, "model: tiny", "model: other") == "weights of tiny: another model: other");
  CHECK(problem(kTiny, "features: 2", "features: 1") ==
        "weights of tiny: features of version 1, the code has 2");
  CHECK(problem(kTiny, "labels: no yes", "labels: no") ==
        "weights of tiny: 1 labels, the code has 2");
  CHECK(problem(kTiny, "unit: 1000", "unit: 1000", 3) ==
        "weights of tiny: 2 inputs, the code has 3");
  CHECK(problem(kTiny, "trees: 2", "trees: 3") == "weights of tiny: 2 trees instead of 3");
  CHECK(problem(kTiny, "base: 0 -500", "base: 0") == "weights of tiny: malformed header");
  for (const auto& [from, to] :
       {std::pair{"1 0:0.5", "7 0:0.5"}, std::pair{"1:3", "2:3"}, std::pair{"1:3", "1:x"},
        std::pair{"=1500", "=1500 =1"}, std::pair{" =1500", ""}})
    CHECK(problem(kTiny, from, to) == "weights of tiny: malformed tree 1");
}
