#include "pipeline/appraise/value_functions.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace ev;
using namespace ev::appraise;
using model::Value;

namespace {

const PartialDate kNow{2026, 11, 21};

std::optional<double> valued(FunctionKind kind, const Value& raw, const Function& function = {},
                             const std::vector<std::string>& keywords = {}) {
  const model::Article a = test::article("1", "Zinc", "n = 12 patients.");
  return value_of(kind, function, keywords, raw, {.article = &a}, kNow).score;
}

Value list(std::initializer_list<const char*> items) {
  return Value(Value::Array(items.begin(), items.end()));
}

}  // namespace

TEST_CASE("value functions by table") {
  using K = FunctionKind;
  struct Row {
    K kind;
    Value raw;
    std::optional<double> score;
    Function function{};
  };
  const Row rows[] = {
      {K::direct, 0.4, 0.4},
      {K::direct, 7, 1.0},
      {K::direct, -3, 0.0},
      {K::direct, "0.25", 0.25},
      {K::direct, true, 1.0},
      {K::direct, "excellent", std::nullopt},
      {K::direct, Value(), std::nullopt},
      {K::categorical_score, "randomised controlled trials", 0.9},
      {K::categorical_score, "something else", std::nullopt},
      {K::categorical_score, list({"case report", "RCT"}), 0.9},
      {K::categorical_score, " High ", 0.75, {.map = {{"high", 0.75}, {"low", 0.1}}}},
      {K::categorical_score, "medium", std::nullopt, {.map = {{"high", 0.75}}}},
      {K::categorical_score, 2, 0.3, {.map = {{"2", 0.3}}}},
      {K::log_scale, 100, 0.5},
      {K::log_scale, 10'000'000, 1.0},
      {K::log_scale, 1, 0.0},
      {K::log_scale, 0.1, 0.0},
      {K::log_scale, 0, 0.0},
      {K::log_scale, "1000", 0.75},
      {K::log_scale, 10, 0.5, {.max = 100}},
      {K::log_scale, "many", std::nullopt},
      {K::linear, 3, 0.3, {.min = 0, .max = 10}},
      {K::linear, 3, 0.7, {.min = 10, .max = 0}},
      {K::linear, 30, 1.0, {.min = 0, .max = 10}},
      {K::boolean, true, 1.0},
      {K::boolean, false, 0.0},
      {K::boolean, "Yes", 1.0},
      {K::boolean, "no", 0.0},
      {K::boolean, 1, 1.0},
      {K::boolean, "perhaps", std::nullopt},
      {K::recency, "2026-11-21", 1.0},
      {K::recency, "2030", 1.0},
      {K::recency, "Spring", std::nullopt},
      {K::citation_impact, 1.0, 0.5},
      {K::citation_impact, 0, 0.0},
      {K::citation_impact, 3, 0.75},
      {K::citation_impact, -1, std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(to_string(row.kind), text_of(row.raw));
    const auto score = valued(row.kind, row.raw, row.function);
    REQUIRE(score.has_value() == row.score.has_value());
    if (score) CHECK(*score == Approx(*row.score));
  }
}

TEST_CASE("recency halves with every half life") {
  CHECK(*valued(FunctionKind::recency, "2021-11-21") == Approx(0.5).epsilon(0.001));
  CHECK(*valued(FunctionKind::recency, "2016-11-21") == Approx(0.25).epsilon(0.001));
  CHECK(*valued(FunctionKind::recency, 2016, {.half_life_years = 10}) == Approx(0.5).epsilon(0.05));
}

TEST_CASE("keywords match as words, folded, and not across items") {
  const std::vector<std::string> keywords = {"Insulin Resistance", "zinc", "Größe", "rat"};
  const auto score = [&](const Value& raw) {
    return *valued(FunctionKind::keyword_match, raw, {}, keywords);
  };
  CHECK(score("insulin-resistance and ZINC") == 0.5);
  CHECK(score("the rate of zincification") == 0);
  CHECK(score(list({"insulin", "resistance"})) == 0);
  CHECK(score(list({"grosse", "a rat"})) == 0.5);
  CHECK_FALSE(valued(FunctionKind::keyword_match, "zinc", {}, {}));
  CHECK_FALSE(valued(FunctionKind::keyword_match, "zinc", {}, {"--"}));
}

TEST_CASE("text quality reads the record, and the query gives its content words") {
  CHECK(*valued(FunctionKind::text_quality, "anything") == 0.125);
  CHECK(query_keywords("What is the effect of zinc on zinc levels?") ==
        std::vector<std::string>{"effect", "zinc", "levels"});
  CHECK_FALSE(number_of(Value("12 mg")));
  CHECK(*number_of(Value(" 12 ")) == 12);
}
