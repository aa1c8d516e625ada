#include "pipeline/nlp/model.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/nlp/tiny_model.hpp"

#include <string>

namespace ev::nlp {

namespace {

constexpr Expected kWeather{.name = "weather", .feature_version = 3, .labels = 2};

std::string refused(std::string text, const Expected& expected) {
  const auto model = Model::parse(text, expected);
  return model ? "" : model.error().message;
}

std::string changed(std::string_view from, std::string_view to) {
  std::string text = kTinyChain;
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("sums are the bias and the weights of known features") {
  const auto model = Model::parse(kTinyChain, kWeather);
  REQUIRE(model);
  CHECK(model->labels() == std::vector<std::string>{"wet", "dry"});
  CHECK(model->is_chain());
  CHECK(model->sums(Features{}) == Sums{0, 1});
  CHECK(model->sums(Features{7, 8, 10, 7}) == Sums{0, 21});
  const auto p = model->probabilities(Sums{10, 10});
  CHECK(p == std::vector<double>{0.5, 0.5});
}

TEST_CASE("weights that are not what the code expects are refused") {
  CHECK(refused(kTinyChain, kWeather).empty());
  CHECK(refused(kTinyChain, {.name = "tides", .feature_version = 3, .labels = 2}) ==
        "weights of tides: another model: weather");
  CHECK(refused(kTinyChain, {.name = "weather", .feature_version = 4, .labels = 2}) ==
        "weights of weather: features of version 3, the code has 4");
  CHECK(refused(kTinyChain, {.name = "weather", .feature_version = 3, .labels = 3}) ==
        "weights of weather: 2 labels, the code has 3");
  CHECK(refused(changed("count: 2", "count: 3"), kWeather) ==
        "weights of weather: 2 rows instead of 3");
  CHECK(refused(changed("steps: 20 ", "steps: "), kWeather) ==
        "weights of weather: malformed header");
  CHECK(refused(changed("unit: 10", "unit: 0"), kWeather) ==
        "weights of weather: malformed header");
  CHECK(refused(changed("\t-30", ""), kWeather) == "weights of weather: malformed row 2");
  CHECK(refused(changed("0000000a", "00000007"), kWeather) ==
        "weights of weather: malformed row 2");
  CHECK_FALSE(refused("", kWeather).empty());
}

}  // namespace ev::nlp
