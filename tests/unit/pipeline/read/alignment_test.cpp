#include "pipeline/read/results/alignment.hpp"

#include "support/catch.hpp"
#include "told.hpp"

namespace ev::read {

namespace {

// The row of a sentence where the two arms have other names than placebo.
std::vector<std::string> aligned(const std::string& sentence) {
  return rows_of("Adults were randomized to fenbrol or ozalin.", sentence);
}

}  // namespace

TEST_CASE("figures and arms in every order") {
  const std::vector<std::string> want = {"Relapse: fenbrol 20% v ozalin 50%; P = 0.02; decreased"};
  CHECK(
      aligned(
          "Relapse occurred in 20% of the fenbrol group and 50% of the ozalin group (P = 0.02).") ==
      want);
  CHECK(
      aligned(
          "Relapse occurred in 50% of the ozalin group and 20% of the fenbrol group (P = 0.02).") ==
      want);
  CHECK(aligned("Relapse was rarer with fenbrol than with ozalin (20% versus 50%; P = 0.02).") ==
        want);
  CHECK(
      aligned(
          "Relapse was more frequent with ozalin than with fenbrol (50% versus 20%; P = 0.02).") ==
      want);
  CHECK(
      aligned("Relapse with ozalin and fenbrol was 50% and 20%, respectively (P = 0.02).").size() ==
      1);
}

TEST_CASE("a second outcome takes the arms of the first") {
  const auto rows = aligned(
      "Relapse was rarer with fenbrol than with ozalin (20% vs 50%; P = 0.02), as was nausea (5% "
      "vs 9%; P = 0.6).");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == "nausea: fenbrol 5% v ozalin 9%; P = 0.6; no_difference");
}

TEST_CASE("arms that are named once, behind the figures or not at all") {
  // Of two arms one is named, and words bear out which figure is its.
  CHECK(aligned("Relapse was less frequent in the fenbrol group (20% vs 50%; P = 0.02).") ==
        std::vector<std::string>{"Relapse: fenbrol 20% v ozalin 50%; P = 0.02; decreased"});
  // Without such words the figure beside the name is its.
  CHECK(aligned("Relapse was seen in the fenbrol group (20% vs 50%; P = 0.02).") ==
        std::vector<std::string>{"Relapse: fenbrol 20% v ozalin 50%; P = 0.02; decreased"});
  const auto behind = aligned(
      "Relapse (20% vs 50%) and nausea (5% vs 9%) were less frequent with fenbrol than with "
      "ozalin.");
  REQUIRE(behind.size() == 2);
  CHECK(behind[0].starts_with("Relapse: fenbrol 20% v ozalin 50%"));
  CHECK(behind[1].starts_with("nausea: fenbrol 5% v ozalin 9%"));
  CHECK(aligned("Relapse (50% vs 20%) was less frequent with fenbrol than with ozalin.").empty());
  // As in the sentence before; "in both groups" is either arm's.
  CHECK(
      aligned("Relapse occurred in 20% with fenbrol and 50% with ozalin. Nausea occurred in 5% and "
              "9%, respectively.")
          .size() == 2);
  CHECK(aligned("The relapse rate was 20% in both groups.").size() == 1);
}

TEST_CASE("figures that are told in two places are one") {
  CHECK(aligned("Relapse occurred in 12 of 60 patients in the fenbrol group (20%) and in 29 of 58 "
                "patients in the ozalin group (50%).") ==
        std::vector<std::string>{"Relapse: fenbrol 12/60 20% v ozalin 29/58 50%; unclear"});
  CHECK(aligned(
            "12 (20%) relapses were seen in the fenbrol group and 29 (50%) in the ozalin group.") ==
        std::vector<std::string>{"relapses: fenbrol 12 20% v ozalin 29 50%; unclear"});
}

TEST_CASE("words that tell another way than the numbers leave no row") {
  CHECK(aligned("Relapse was lower with fenbrol than with ozalin (50% vs 20%; P = 0.02).").empty());
}

}  // namespace ev::read
