#include "pipeline/appraise/logistic.hpp"

#include "support/catch.hpp"

#include <cmath>

using namespace ev;
using namespace ev::appraise;

TEST_CASE("one balanced feature has the weight the derivative says") {
  // Two instances x = +1 and -1 with labels + and -: minimise 1/2 w^2 + 2 log(1 + exp(-w)), whose
  // minimum solves w = 2 / (1 + exp(w)).
  const SparseVector plus = {{0, 1.0F}};
  const SparseVector minus = {{0, -1.0F}};
  const std::vector<Instance> instances = {{&plus, true}, {&minus, false}};
  const LinearModel model = fit_logistic(instances, 1, 1.0, Context{}).value();
  REQUIRE(model.weights.size() == 1);
  CHECK(model.weights[0] == Approx(2 / (1 + std::exp(model.weights[0]))).epsilon(1e-3));
  CHECK(model.intercept == Approx(0).margin(1e-3));
  CHECK(model.margin(plus) == Approx(model.weights[0]));
}

TEST_CASE("the intercept takes the odds when nothing else tells, unpenalised") {
  const SparseVector nothing;
  std::vector<Instance> instances(4, Instance{&nothing, true});
  instances[3].positive = false;
  const LinearModel model = fit_logistic(instances, 1, 10.0, Context{}).value();
  CHECK(model.intercept == Approx(std::log(3.0)).epsilon(1e-2));
  instances[3].weight = 3;
  CHECK(fit_logistic(instances, 1, 10.0, Context{}).value().intercept == Approx(0).margin(1e-2));
}

TEST_CASE("the sigmoid survives large margins, and a stopped call ends the work") {
  CHECK(sigmoid(1000) == 1);
  CHECK(sigmoid(-1000) == 0);
  CHECK(sigmoid(0) == 0.5);
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(fit_logistic({}, 1, 1.0, Context{.stop = stop.get_token()}));
}
