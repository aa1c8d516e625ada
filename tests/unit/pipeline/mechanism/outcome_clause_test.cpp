#include "pipeline/mechanism/outcome_clause.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

std::string_view direction(const std::string& sentence, ComparedWords words) {
  const model::Article article = mechanism::test::record("90000001", sentence, "");
  const extract::RecordText record(article);
  REQUIRE(record.sentences().size() == 1);
  return wire_name(direction_in(record.sentences()[0], words));
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

TEST_CASE("brackets are no clauses, and what stands in them decides only alone") {
  CHECK(direction("Pain (vensolane: 6 to 4; placebo: 6 to 3) fell in both groups, but did not "
                  "differ between them.",
                  kPain) == std::string("no_difference"));
  CHECK(direction("Pain was lower with vensolane (an increase of two points was one criterion).",
                  kPain) == std::string("decreased"));
  CHECK(direction("Pain was lower (placebo vs. vensolane: 6 vs. 3) in all who took vensolane.",
                  kPain) == std::string("decreased"));
}

TEST_CASE("a fall in both groups and a comparison behind it") {
  CHECK(direction("Pain decreased in both groups, but more decrease was seen with vensolane.",
                  kPain) == std::string("decreased"));
}

TEST_CASE("intervals, trends and equal performance tell no difference") {
  CHECK(direction("Pain was lower with vensolane (odds ratio 0.80, 95% CI 0.50 to 1.30).", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Pain was lower with vensolane (odds ratio 0.80, 95% CI 0.70 to 0.90).", kPain) ==
        std::string("decreased"));
  CHECK(direction("Pain tended to be lower with vensolane.", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Pain was lower with vensolane, as well as with rest.", kPain) ==
        std::string("decreased"));
}

TEST_CASE("a control group is the comparator by its name") {
  ComparedWords words = kPain;
  words.comparator = {};
  words.against_control = true;
  CHECK(direction("Pain was lower than in the control group, in which vensolane was not given.",
                  words) == std::string("decreased"));
  CHECK(direction("Pain was lower in the control group.", words) == std::string("increased"));
}

TEST_CASE("a denial of something else, a limited rise, and what is said of the other arm") {
  CHECK(direction("Vensolane did not alter sleep as evidenced by less pain compared with placebo.",
                  kPain) == std::string("decreased"));
  CHECK(direction("Pain was more limited with vensolane than with placebo.", kPain) ==
        std::string("decreased"));
  CHECK(direction("The choice (vensolane vs. placebo) was of minor importance for pain.", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Vensolane prolonged pain, whereas placebo was quiet.", kPain) ==
        std::string("increased"));
}

TEST_CASE("an arm set apart, a comparison with itself, and one or more") {
  CHECK(direction("Vensolane, but not placebo, reduced pain.", kPain) == std::string("decreased"));
  CHECK(direction("Pain was lower than before the use of placebo or of vensolane.", kPain) !=
        std::string("unclear"));
  CHECK(direction("Pain was lower with vensolane in those with one or more pain sites.", kPain) ==
        std::string("decreased"));
  CHECK(direction("Pain was significantly low with vensolane.", kPain) == std::string("decreased"));
}

TEST_CASE("of several P values the outcome's own and the one between the groups count") {
  CHECK(direction("Sleep improved (P < 0.01), pain was lower with vensolane (P = 0.30).", kPain) ==
        std::string("no_difference"));
  CHECK(direction("Pain fell with vensolane (P = 0.01; between-group difference, P = 0.40).",
                  kPain) == std::string("no_difference"));
}

TEST_CASE("what is more effective against an ill lessens it") {
  const ComparedWords words{.intervention = {"vensolan"},
                            .comparator = {"ostrolan"},
                            .outcome = {"arrhythmia"},
                            .measures = {},
                            .outcome_words = {"arrhythmia"}};
  CHECK(direction("Vensolane was more effective than ostrolane for arrhythmia.", words) ==
        std::string("decreased"));
}

TEST_CASE("where two clauses name as much, the one with the outcome's last word decides") {
  const ComparedWords words{.intervention = {"vensolan"},
                            .comparator = {"placebo"},
                            .outcome = {"stage", "rem"},
                            .measures = {},
                            .outcome_words = {"stage", "rem"}};
  CHECK(direction("Vensolane increased stage 1; it decreased rem sleep compared with placebo.",
                  words) == std::string("decreased"));
}
