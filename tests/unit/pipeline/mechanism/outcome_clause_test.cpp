#include "pipeline/mechanism/outcome_clause.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

const char* direction(const std::string& sentence, ComparedWords words) {
  const model::Article article = mechanism::test::record("90000001", sentence, "");
  const extract::Reading reading(article);
  REQUIRE(reading.lines().size() == 1);
  return to_string(direction_in(reading.lines()[0], words));
}
const ComparedWords kPain{.intervention = {"vensolan"},
                          .comparator = {"placebo"},
                          .outcome = {"pain"},
                          .measures = {},
                          .outcome_words = {"pain"}};

}  // namespace

TEST_CASE("the word nearest to the outcome gives the direction, of the arm it is said of") {
  CHECK(direction("Pain was lower with vensolane than with placebo.", kPain) ==
        std::string("decreased"));
  CHECK(direction("Pain was higher with placebo than with vensolane.", kPain) ==
        std::string("decreased"));
  CHECK(direction("Vensolane caused a greater reduction in pain than placebo.", kPain) ==
        std::string("decreased"));
  CHECK(direction("Vensolane improved pain.", kPain) == std::string("decreased"));
}

TEST_CASE("a denied or insignificant difference is none") {
  CHECK(direction("Sleep improved, but pain did not differ.", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Pain was lower with vensolane (P = 0.31).", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Pain decreased in both groups.", kPain) == std::string("no_difference"));
}

TEST_CASE("figures alone are compared by arm") {
  CHECK(direction("Pain was noted in 12% with vensolane and 31% with placebo (P = 0.01).", kPain) ==
        std::string("decreased"));
  CHECK(direction("Pain was noted.", kPain) == std::string("unclear"));
}
