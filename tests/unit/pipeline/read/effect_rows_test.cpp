#include "pipeline/read/results/effect_rows.hpp"

#include "support/catch.hpp"
#include "told.hpp"

namespace ev::read {

namespace {

std::vector<std::string> rows_on_estimate(const std::string& sentence) {
  return rows_of("Adults were randomized to fenbrol or placebo for 8 weeks.", sentence);
}

}  // namespace

TEST_CASE("an estimate without figures is that of the contrast the sentence tells") {
  CHECK(
      rows_on_estimate("Fenbrol reduced relapse compared with placebo (relative risk 0.60, 95% CI "
                       "0.40 to 0.90).") ==
      std::vector<std::string>{"relapse: fenbrol v placebo; RR 0.6 (0.4-0.9); decreased"});
  CHECK(rows_on_estimate("The hazard ratio for relapse with fenbrol compared with placebo was 0.60 "
                         "(95% CI 0.40 to 0.90).") ==
        std::vector<std::string>{"relapse: fenbrol v placebo; HR 0.6 (0.4-0.9); decreased"});
  CHECK(rows_on_estimate("The hazard ratio for relapse with fenbrol compared with placebo was 0.80 "
                         "(95% CI 0.40 to 1.50).") ==
        std::vector<std::string>{"relapse: fenbrol v placebo; HR 0.8 (0.4-1.5); no_difference"});
}

TEST_CASE("a hazard below one is longer survival") {
  CHECK(rows_on_estimate("Fenbrol improved event-free survival compared with placebo (hazard ratio "
                         "0.60, 95% CI 0.40 to 0.90).") ==
        std::vector<std::string>{
            "event-free survival: fenbrol v placebo; HR 0.6 (0.4-0.9); increased"});
}

TEST_CASE("an estimate whose arms, bounds or words are in doubt is left out") {
  CHECK(
      rows_on_estimate("Relapse was frequent (relative risk 0.60, 95% CI 0.40 to 0.90).").empty());
  CHECK(rows_on_estimate("Fenbrol increased relapse compared with placebo (relative risk 0.60, 95% "
                         "CI 0.40 to 0.90).")
            .empty());
  CHECK(
      rows_on_estimate("Fenbrol reduced relapse compared with placebo (relative risk 0.95, 95% CI "
                       "0.40 to 0.90).")
          .empty());
  CHECK(rows_on_estimate("In multivariate models age raised relapse with fenbrol compared with "
                         "placebo (odds ratio 1.60, 95% CI 1.40 to 1.90).")
            .empty());
}

TEST_CASE("an interval is that of the estimate before it, not of another in the sentence") {
  const std::string told = "Fenbrol reduced relapse compared with placebo (";
  // Of two estimates in a row, of another measure, of what is named behind it.
  for (const char* const estimates :
       {"hazard ratios 0.70 and 0.85, 95% CI 0.60 to 0.95 and 0.71 to 1.02).",
        "odds ratio 0.80; hazard ratio: 95% CI 0.60 to 0.95).",
        "relative risk 0.80, 95% CI for the odds ratio 0.60 to 0.95)."}) {
    for (const std::string& row : rows_on_estimate(told + estimates)) {
      INFO(row);
      CHECK(row.find("0.95") == std::string::npos);
    }
  }
  CHECK(rows_on_estimate(told + "hazard ratio 0.80 [hazard ratio, 95% CI 0.60 to 0.95]).").size() ==
        1);
  CHECK(rows_on_estimate(told + "relative risk 0.80, 95% CI 0.60 to 0.95; hazard ratio 0.70).") ==
        std::vector<std::string>{"relapse: fenbrol v placebo; RR 0.8 (0.6-0.95); decreased"});
}

TEST_CASE("what another study found is no row of the record") {
  for (const char* const sentence :
       {"In the earlier trial fenbrol reduced relapse compared with placebo (relative risk 0.60, "
        "95% "
        "CI 0.40 to 0.90).",
        "In a previous study relapse occurred in 20% with fenbrol and in 40% with placebo (P = "
        ".01)."}) {
    INFO(sentence);
    CHECK(rows_on_estimate(sentence).empty());
  }
}

}  // namespace ev::read
