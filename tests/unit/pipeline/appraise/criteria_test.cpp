#include "pipeline/appraise/criteria.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;
using model::Value;

namespace {

bool has_problem(const Criteria& criteria, const std::string& path, const std::string& says) {
  const auto result = check(criteria);
  if (result) return false;
  for (const Problem& p : result.error().problems) {
    if (p.path == path && p.message.find(says) != std::string::npos) return true;
  }
  return false;
}

Criterion named(std::string name, Function function) {
  return {.name = std::move(name), .weight = 0.5, .function = std::move(function)};
}

}  // namespace

TEST_CASE("unusable criteria are refused with every problem") {
  CHECK(has_problem(test::criteria({}), "scoring_criteria.weights", "empty"));
  CHECK(has_problem(test::criteria({{"a", 0}, {"b", 0}}), "scoring_criteria.weights", "all 0"));
  CHECK(has_problem(test::criteria({{"a", 1.5}}), "scoring_criteria.weights.a", "between 0 and 1"));
  CHECK(has_problem(test::criteria({named("a", {.name = "magic"})}),
                    "scoring_criteria.scoring_functions.a", "known: direct, categorical_score"));
  CHECK(has_problem(test::criteria({named("a", {.name = "linear", .min = 1})}),
                    "scoring_criteria.scoring_functions.a", "min and max"));
  CHECK(has_problem(test::criteria({named("a", {.name = "log_scale", .max = 1})}),
                    "scoring_criteria.scoring_functions.a.max", "above 1"));
  CHECK(has_problem(test::criteria({named("a", {.name = "categorical_score", .map = {{"x", 2}}})}),
                    "scoring_criteria.scoring_functions.a.map.x", "between 0 and 1"));
  CHECK(has_problem(test::criteria({named("a", {.name = "recency", .half_life_years = 0})}),
                    "scoring_criteria.scoring_functions.a.half_life_years", "above 0"));
  CHECK(check(test::criteria({{"a", 0}, {"b", 1}})));
}

TEST_CASE("the seed profile refuses only weights out of range") {
  Criteria seed = test::criteria({named("a", {.name = "magic"}), {"b", 0}});
  seed.profile = Profile::seed;
  seed.method = Method::ml_model;
  CHECK(check(seed));
  seed.criteria = {{"a", 0}};
  CHECK(check(seed));
  seed.criteria = {{"a", -0.1}};
  CHECK_FALSE(check(seed));
}

TEST_CASE("what the criteria need is known beforehand") {
  Criteria c = test::criteria({{"relevance", 1}, {"sample_size", 1}, {"novelty", 0}, {"year", 1}});
  CHECK(criteria_from_features(c) == std::vector<std::string>{"sample_size"});
  CHECK(needs_query(c));
  CHECK_FALSE(needs_citations(c));
  c.criteria = {named("anything", {.name = "text_quality"}),
                named("impact", {.name = "citation_impact"})};
  CHECK(criteria_from_features(c).empty());
  CHECK(needs_citations(c));
  CHECK_FALSE(needs_query(c));
  c.profile = Profile::seed;
  CHECK(criteria_from_features(c).size() == 2);
}

TEST_CASE("functions by type, when none is named") {
  CHECK(default_function("sample_size", Value(12)) == FunctionKind::log_scale);
  CHECK(default_function("participant_count", Value("12")) == FunctionKind::log_scale);
  CHECK(default_function("effect_size", Value(2)) == FunctionKind::direct);
  CHECK(default_function("open_data", Value(true)) == FunctionKind::boolean);
  CHECK(default_function("study_type", Value("RCT")) == FunctionKind::categorical_score);
  CHECK(default_function("novelty", Value("new")) == FunctionKind::direct);
  CHECK(default_function("benchmarks", Value(Value::Array{})) == FunctionKind::keyword_match);
  CHECK(default_function("year", Value("2020")) == FunctionKind::recency);
  CHECK(default_function("relevance", Value("text")) == FunctionKind::relevance);
  CHECK(default_function("relevance", Value(0.7)) == FunctionKind::direct);
}

TEST_CASE("names go both ways") {
  for (const char* name :
       {"direct", "categorical_score", "log_scale", "linear", "boolean", "recency", "keyword_match",
        "text_similarity", "relevance", "text_quality", "citation_impact"}) {
    CHECK(to_string(*function_by_name(name)) == std::string(name));
    CHECK(function_names().find(name) != std::string::npos);
  }
  CHECK_FALSE(function_by_name("Direct"));
  CHECK(to_string(Missing::penalise) == std::string("penalise"));
  CHECK(to_string(Normalization::z_score) == std::string("z_score"));
  CHECK(to_string(Method::composite) == std::string("composite"));
  CHECK(to_string(Profile::seed) == std::string("seed"));
}

TEST_CASE("each function reads its own parameters only") {
  CHECK(reads_parameter(FunctionKind::log_scale, "max"));
  CHECK_FALSE(reads_parameter(FunctionKind::log_scale, "min"));
  CHECK(reads_parameter(FunctionKind::linear, "min"));
  CHECK_FALSE(reads_parameter(FunctionKind::linear, "map"));
  CHECK(reads_parameter(FunctionKind::recency, "half_life_years"));
  CHECK_FALSE(reads_parameter(FunctionKind::direct, "keywords"));
}
