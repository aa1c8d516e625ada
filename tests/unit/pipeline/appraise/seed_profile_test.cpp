#include "pipeline/appraise/seed_profile.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

using namespace ev;
using namespace ev::appraise;
using model::Value;

TEST_CASE("seed functions by table") {
  struct Row {
    const char* function;
    Value value;
    double score;
  };
  const std::string fifty = [] {
    std::string s;
    for (int i = 0; i < 49; ++i) s += "word\n ";
    return s + "end";
  }();
  const Value ten(Value::Array(10, Value("x")));
  const Row rows[] = {{"categorical_score", "Systematic Review", 1.0},
                      {"categorical_score", "META-ANALYSIS", 0.95},
                      {"categorical_score", "randomized controlled trial", 0.9},
                      {"categorical_score", "clinical trial", 0.8},
                      {"categorical_score", "observational study", 0.6},
                      {"categorical_score", "case study", 0.4},
                      {"categorical_score", "commentary", 0.2},
                      {"categorical_score", "RCT", 0.5},
                      {"categorical_score", "clinical trials", 0.5},
                      {"categorical_score", 3, 0.5},
                      {"log_scale", 10, 0.25},
                      {"log_scale", 1000, 0.75},
                      {"log_scale", 100000, 1.0},
                      {"log_scale", 0.1, -0.25},
                      {"log_scale", 0, 0.0},
                      {"log_scale", "100", 0.0},
                      {"log_scale", true, 0.0},
                      {"text_similarity", Value(fifty), 1.0},
                      {"text_similarity", "five words of some text", 0.1},
                      {"text_similarity",
                       "a\xC2\xA0"
                       "b\xE3\x80\x80"
                       "c",
                       0.06},
                      {"text_similarity", 5, 0.0},
                      {"keyword_match", ten, 1.0},
                      {"keyword_match", Value(Value::Array{}), 0.0},
                      {"keyword_match", "one, two, three", 0.1},
                      {"keyword_match", 7, 0.0},
                      {"direct", 0.3, 0.3},
                      {"direct", 12, 1.0},
                      {"direct", -1, 0.0},
                      {"direct", true, 1.0},
                      {"direct", "good", 0.5},
                      {"direct", Value(), 0.5},
                      {"text_quality", "good", 0.5},
                      {"text_quality", 0.9, 0.9}};
  for (const Row& row : rows) {
    CAPTURE(row.function, row.score);
    CHECK(seed_value(row.function, row.value) == Approx(row.score).margin(1e-12));
  }
}

TEST_CASE("the seed never renormalises, and composite adds a share for presence") {
  const model::Article a = test::article("1", "T");
  const model::Value::Object features = {{"x", Value(1)}, {"y", Value()}};
  Criteria c = test::criteria({{"x", 0.4}, {"y", 0.4}, {"z", 0.2}});
  c.profile = Profile::seed;
  const Candidate candidate{.article = &a, .features = &features};
  Score score = seed_score(candidate, c);
  CHECK(score.total == Approx(0.6));  // null counts as present, 0.5
  CHECK(score.components.size() == 2);
  CHECK(score.confidence == Approx(2.0 / 3));
  c.method = Method::composite;
  CHECK(seed_score(candidate, c).total == Approx(0.6 * 0.8 + 0.2 * 2 / 3));
}

TEST_CASE("what the seed did silently is said") {
  Criteria c = test::criteria({{"x", 0, Function{.name = "text_quality"}}});
  c.profile = Profile::seed;
  c.method = Method::ml_model;
  c.normalization = Normalization::min_max;
  CHECK(seed_warnings(c).size() == 4);
  CHECK(seed_warnings(test::criteria({{"x", 1}})).empty());
}

namespace {

std::string run(const std::string& command) {
  std::string out;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) return out;
  char buffer[65536];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get()))
    out.append(buffer, n);
  return out;
}

// Parts of the answer that differ from the oracle's.
std::vector<std::string> differences(const Json& line) {
  const Json& given = line.at("case");
  Criteria c;
  c.profile = Profile::seed;
  c.as_of = {2026, 1, 1};
  for (const auto& [name, weight] : given.at("weights").items()) {
    Criterion criterion{.name = name, .weight = weight.get<double>()};
    if (given.at("functions").contains(name)) {
      criterion.function = Function{.name = given.at("functions").at(name).get<std::string>()};
    }
    c.criteria.push_back(criterion);
  }
  if (given.at("method") == "composite") c.method = Method::composite;
  if (given.at("method") == "ml_model") c.method = Method::ml_model;
  std::vector<model::Article> articles;
  std::vector<model::Value::Object> features;
  for (const Json& item : given.at("items")) {
    articles.push_back(test::article(item.at("item_id"), "T"));
    features.push_back(
        std::get<model::Value::Object>(model::value_from_json(item.at("extraction")).data));
  }
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    candidates.push_back({.article = &articles[i], .features = &features[i]});
  }
  const Scoring scoring = score_articles(candidates, c, Context{}).value();
  std::vector<std::string> out;
  const auto differs = [](double a, const Json& b) { return std::abs(a - b.get<double>()) > 1e-9; };
  std::map<std::string, const Score*> by_id;
  for (const Score& score : scoring.scores) by_id[articles[score.candidate].pmid] = &score;
  for (const Json& row : line.at("expected").at("rows")) {
    const Score& score = *by_id.at(row.at("item_id"));
    if (differs(score.total, row.at("total_score"))) out.push_back("total_score");
    if (*score.percentile != row.at("percentile_rank").get<double>())
      out.push_back("percentile_rank");
    if (differs(score.confidence, row.at("confidence"))) out.push_back("confidence");
    if (score.components.size() != row.at("components_used").get<std::size_t>())
      out.push_back("components_used");
    if (score.components.size() != row.at("score_breakdown").size())
      out.push_back("score_breakdown");
    for (const Component& component : score.components) {
      const std::string& name = c.criteria[component.criterion].name;
      if (differs(component.contribution, row.at("score_breakdown").at(name))) out.push_back(name);
    }
  }
  const Json& d = line.at("expected").at("distribution");
  if (differs(scoring.distribution.min, d.at("min")) ||
      differs(scoring.distribution.max, d.at("max")) ||
      differs(scoring.distribution.mean, d.at("mean")) ||
      differs(scoring.distribution.std_dev, d.at("std_dev"))) {
    out.push_back("distribution");
  }
  return out;
}

}  // namespace

TEST_CASE("1,000 random cases agree with the Python oracle") {
  const char* source = std::getenv("EV_SOURCE_DIR");
  if (source == nullptr || std::system("python3 --version > /dev/null 2>&1") != 0) {
    WARN("SKIPPED: needs python3 and EV_SOURCE_DIR (run through ctest)");
    return;
  }
  const std::string lines = run("python3 '" + std::string(source) +
                                "/tests/tools/seed_oracle.py' --seed 20261121 --cases 1000");
  std::size_t cases = 0;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const Json line = parse_json(std::string_view(lines).substr(at, end - at)).value();
    CAPTURE(cases);
    REQUIRE(differences(line) == std::vector<std::string>{});
    ++cases;
    at = end + 1;
  }
  CHECK(cases == 1000);
}
