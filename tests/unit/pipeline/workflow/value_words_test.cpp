#include "pipeline/workflow/value_words.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::workflow;
using Shape = PrintedCell::Shape;

namespace {

std::optional<synthesis::ArmNumbers> numbers(const char* cell, const char* said,
                                             std::optional<double> n = 40,
                                             const char* caption = "") {
  return arm_numbers(read_cell(cell), {value_words(said), {}, {}, value_words(caption)}, n);
}

}  // namespace

TEST_CASE("cells are read as printed") {
  CHECK(read_cell("12 (30.0%)").shape == Shape::bracket);
  CHECK(read_cell("12 (30.0%)").second.decimals == 1);
  CHECK(read_cell("−5.2 ± 1.1*").first.value == -5.2);
  CHECK(read_cell("5·2 (4·1–6·3)").third.value == 6.3);
  CHECK(read_cell("5.2 [4.1, 6.3]").shape == Shape::interval);
  CHECK(read_cell("12/40 (30%)").shape == Shape::fraction);
  CHECK(read_cell("1,204 (3.1)").first.value == 1204);
  CHECK(read_cell("7.2^(a)").shape == Shape::number);
  for (const char* none : {"", "NS", "<0.001", "12,5 (3,1)", "5 to 7 days", "2 (3) 4", "P = 0.2"}) {
    INFO(none);
    CHECK(read_cell(none).shape == Shape::none);
  }
}

TEST_CASE("what stands behind a mean is what the table says it is") {
  CHECK(numbers("5.2 ± 1.1", "Pain, mean ± SD")->sd == 1.1);
  CHECK(numbers("5.2 ± 1.1", "Pain (mean ± SEM)")->se == 1.1);
  CHECK(numbers("5.2 (1.1)", "Pain", 40, "Values are means (standard deviations)")->sd == 1.1);
  CHECK_FALSE(numbers("5.2 ± 1.1", "Pain"));
  CHECK_FALSE(numbers("5.2 (1.1)", "Pain"));
  CHECK_FALSE(numbers("5.2 ± 1.1", "Pain", 40, "Data are mean ± SD or mean ± SE"));
}

TEST_CASE("shares need no words but must be of the arm's people") {
  CHECK(numbers("12 (30%)", "Nausea")->events == 12);
  CHECK(numbers("12 (30)", "Nausea")->events == 12);
  CHECK_FALSE(numbers("12 (3)", "Nausea"));
  CHECK(numbers("12 (30)", "Nausea", 40, "Values are n (%) or mean (SD)")->events == 12);
  CHECK_FALSE(numbers("12 (3)", "Nausea", 40, "Values are n (%) or mean (SD)"));
  // Of other people than the arm's: how many is not said.
  CHECK_FALSE(numbers("12 (40%)", "Nausea")->n);
  CHECK(numbers("12/30", "Nausea")->n == 30);
  CHECK_FALSE(numbers("130/80", "Blood pressure"));
  CHECK(numbers("30%", "Nausea")->percent == 30);
  CHECK_FALSE(numbers("7.3%", "HbA1c"));
  CHECK_FALSE(numbers("7.5", "HbA1c (%)", 40, "Mean (SD) or n (%)"));
}

TEST_CASE("medians keep their quartiles, means their interval") {
  const auto median = numbers("9 (6–14)", "Days, median (IQR)");
  REQUIRE(median);
  CHECK(median->median == 9);
  CHECK(median->q3 == 14);
  const auto range = numbers("9 (1–40)", "Days, median (range)");
  REQUIRE(range);
  CHECK_FALSE(range->q1);
  CHECK(numbers("5.2 (4.1 to 6.3)", "Mean (90% CI)")->ci_level == 0.90);
  CHECK_FALSE(numbers("5.2 (5.3 to 6.3)", "Mean (95% CI)"));
}

TEST_CASE("people in a head") {
  CHECK(people_in_head("Placebo (n = 1,204)") == 1204);
  CHECK(people_in_head("Balm N=42") == 42);
  CHECK(people_in_head("Balm (N* = 40) %") == 40);
  CHECK_FALSE(people_in_head("Balm (n = 4, n = 5)"));
  CHECK_FALSE(people_in_head("Kinetin = 5"));
}
