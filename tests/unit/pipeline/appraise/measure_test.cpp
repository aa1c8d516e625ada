#include "pipeline/appraise/measure.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;
using model::Value;

namespace {

std::string warning_of(const Measured& measured) {
  return measured.warnings.size() == 1 ? measured.warnings.front()
                                       : std::to_string(measured.warnings.size());
}

}  // namespace

TEST_CASE("the extraction wins over the record, and an extracted null does not") {
  model::Article a = test::article("1", "T", "", "2026-11-21");
  const model::Value::Object features = {{"year", Value("2021-11-21")}, {"recency", Value()}};
  const std::vector<Candidate> candidates = {{.article = &a, .features = &features}};
  const auto measured =
      measure(candidates, test::criteria({{"year", 1}, {"recency", 1}}), Context{}).value();
  CHECK(measured.components[0][0].score == Approx(0.5).epsilon(0.001));
  CHECK_FALSE(measured.components[0][0].from_record);
  CHECK(measured.components[0][1].score == 1);
  CHECK(measured.components[0][1].from_record);
  CHECK(measured.warnings.empty());
}

TEST_CASE("what cannot be valued is missing, with one warning per criterion") {
  const model::Article a = test::article("1", "T", "About zinc.");
  const model::Value::Object features = {{"novelty", Value("very new")},
                                         {"methods", Value(Value::Array{"x"})}};
  const std::vector<Candidate> candidates = {{.article = &a, .features = &features},
                                             {.article = &a, .features = &features}};
  const auto with = [&](Criterion criterion, std::string query = {}) {
    Criteria c = test::criteria({std::move(criterion)});
    c.query = std::move(query);
    return measure(candidates, c, Context{}).value();
  };
  CHECK(warning_of(with({"absent", 1})).find("no article has it") != std::string::npos);
  CHECK(warning_of(with({"novelty", 1})).find("direct cannot value 2 of 2") != std::string::npos);
  CHECK(warning_of(with({"methods", 1})).find("keywords") != std::string::npos);
  CHECK(warning_of(with({"relevance", 1})).find("query") != std::string::npos);
  CHECK(warning_of(with({"absent", 0})) == "0");
  const Measured matched = with({"methods", 1}, "x rays");
  CHECK(matched.components[0][0].score == 0.5);
}

TEST_CASE("values that direct has to cut are counted") {
  const model::Article a = test::article("1", "T", "About zinc.");
  const model::Value::Object high = {{"dose_weight", Value(3.0)}};
  const model::Value::Object low = {{"dose_weight", Value(-0.5)}};
  const model::Value::Object fit = {{"dose_weight", Value(1.0)}};
  const std::vector<Candidate> cut = {{.article = &a, .features = &high},
                                      {.article = &a, .features = &low},
                                      {.article = &a, .features = &fit}};
  const Criteria criteria = test::criteria({{"dose_weight", 1}});
  const std::string warning = warning_of(measure(cut, criteria, Context{}).value());
  CHECK(warning.find("dose_weight: direct") == 0);
  CHECK(warning.find("2 of 3 values lie outside") != std::string::npos);
  const std::vector<Candidate> fits = {{.article = &a, .features = &fit}};
  CHECK(warning_of(measure(fits, criteria, Context{}).value()) == "0");
}

TEST_CASE("similarity compares the criterion's own text, relevance the whole record") {
  const model::Article a = test::article("1", "Zinc trial", "Zinc.");
  const model::Article b = test::article("2", "Iron trial", "Iron.");
  const model::Value::Object of_a = {{"novelty", Value("first use of iron")}};
  const model::Value::Object of_b = {{"novelty", Value("first use of zinc")}};
  const std::vector<Candidate> candidates = {{.article = &a, .features = &of_a},
                                             {.article = &b, .features = &of_b}};
  Criteria c =
      test::criteria({{"novelty", 1, Function{.name = "text_similarity"}}, {"relevance", 1}});
  c.query = "zinc";
  const auto measured = measure(candidates, c, Context{}).value();
  CHECK(measured.components[0][0].score == 0);
  CHECK(measured.components[1][0].score > 0);
  CHECK(measured.components[0][0].function == "text_similarity");
  CHECK(measured.components[0][1].score > measured.components[1][1].score);
  CHECK(measured.components[0][1].function == "relevance");
}

TEST_CASE("an abstract that is read for its relevance is judged as when it is read alone") {
  const model::Article a =
      test::article("1", "T", "In 120 patients zinc versus placebo. We conclude it helps.");
  const model::Article b = test::article("2", "T", "...");
  const std::vector<Candidate> candidates = {{.article = &a}, {.article = &b}};
  const auto alone = measure(candidates, test::criteria({{"text_quality", 1}}), Context{}).value();
  Criteria c = test::criteria({{"relevance", 1}, {"text_quality", 1}});
  c.query = "zinc";
  const auto both = measure(candidates, c, Context{}).value();
  REQUIRE(both.components[0].size() == 2);
  CHECK(both.components[0][1].matched == alone.components[0][0].matched);
  CHECK(both.components[0][1].matched.size() == 3);
  CHECK(both.components[0][1].score == alone.components[0][0].score);
  CHECK(both.components[1].size() == 1);
  CHECK(alone.components[1].empty());
}

TEST_CASE("normalisation changes the scores of one criterion over the set") {
  const model::Article a = test::article("1", "T");
  const model::Value::Object low = {{"n", Value(10)}};
  const model::Value::Object high = {{"n", Value(1000)}};
  const std::vector<Candidate> candidates = {{.article = &a, .features = &low},
                                             {.article = &a, .features = &high}};
  Criteria c = test::criteria({{"n", 1}});
  c.normalization = Normalization::min_max;
  const auto measured = measure(candidates, c, Context{}).value();
  CHECK(measured.components[0][0].score == 0);
  CHECK(measured.components[1][0].score == 1);
}
