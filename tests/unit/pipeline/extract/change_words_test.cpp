#include "pipeline/extract/change_words.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::extract {

namespace {

std::string change(const std::string& clause) {
  const auto words = doc::tokenize(clause);
  const auto found = change_in(words);
  return !found ? "-" : found->up ? "up" : "down";
}

bool equal_efficacy(const std::string& clause) {
  return says_equal_efficacy(doc::tokenize(clause));
}

}  // namespace

TEST_CASE("a comparing word decides before one that only tells a change") {
  CHECK(change("The reduction of pain was greater with tea") == "down");
  CHECK(change("There was a smaller increase in pain with tea") == "down");
  CHECK(change("Pain increased but remained lower with tea") == "down");
}

TEST_CASE("two changes of two things are none") {
  CHECK(change("Tea gave greater relief and a lower dose than water") == "-");
  CHECK(change("Tea reduced pain and increased sleep versus water") == "-");
}

TEST_CASE("less of a hindrance is no less of what is hindered") {
  CHECK(change("Sleep was less impaired with tea than with water") == "-");
  CHECK(change("Sleep is affected more by tea than by water") == "-");
}

TEST_CASE("a bound, a place of the body and counted changes are none") {
  CHECK(change("pain was kept to lower than 90 mm") == "-");
  CHECK(change("the lower back hurt") == "-");
  CHECK(change("the mean reductions with tea were found to be 12 as compared to 13 mm") == "-");
}

TEST_CASE("better tells a direction where it says at what") {
  CHECK(change("tea was superior to water in reducing pain") == "down");
  CHECK(change("tea was significantly better in curing gout than water") == "up");
  CHECK(change("tea has a greater hypotensive effect than water") == "down");
  CHECK(change("tea was better than water") == "-");
}

TEST_CASE("equal efficacy is of the treatment's purpose") {
  CHECK(equal_efficacy("tea was as effective as water"));
  CHECK(equal_efficacy("each drink had comparable efficacy"));
  CHECK(equal_efficacy("no difference between the drinks in soothing efficacy"));
  CHECK_FALSE(equal_efficacy("tea was as safe as water"));
  CHECK_FALSE(equal_efficacy("with equal efficacy both gave better relief than water"));
  CHECK_FALSE(equal_efficacy("of those not treated half were well, a difference in efficacy"));
}

}  // namespace ev::extract
