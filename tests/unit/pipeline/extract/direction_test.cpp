#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// Of a trial of tea against placebo for the effect on pain.
std::string direction(const std::string& results) {
  const model::Article article = article_of(
      "OBJECTIVE: To study the effect of tea on pain. METHODS: Nurses were randomly assigned to "
      "tea "
      "or placebo. RESULTS: " +
      results);
  const Cell cell =
      to_cell({.name = "direction", .type = Type::string}, find_direction(Reading(article)));
  return cell.status == Status::found ? cell.value.string() : "-";
}

}  // namespace

TEST_CASE("the direction is that of the main outcome with the intervention") {
  CHECK(direction("Sleep was longer with tea. Pain was lower with tea than with placebo.") ==
        "decreased");
  CHECK(direction("Pain was higher in the placebo group than in the tea group.") == "decreased");
  CHECK(direction("The reduction of pain was greater with tea than with placebo.") == "decreased");
  CHECK(direction("Pain rose less with tea, and there was a smaller increase in pain with tea than "
                  "with water.") == "decreased");
  CHECK(direction("Pain did not differ significantly between groups.") == "no_difference");
  CHECK(direction("Pain was similar in both groups.") == "no_difference");
}

TEST_CASE("no direction where no clause on the main outcome compares the arms") {
  CHECK(direction("Sleep was longer with tea than with placebo.") == "-");
  CHECK(direction("Pain decreased in both groups.") == "-");
  CHECK(direction("Pain at baseline was lower with tea than with placebo.") == "-");
  CHECK(direction("Pain will be lower with tea than with placebo.") == "-");
}

TEST_CASE("sameness that is half of what a sentence says is no verdict") {
  CHECK(direction("Pain was unaffected by placebo, whereas it was decreased by milk.") == "-");
  CHECK(direction("Pain was unchanged with placebo but increased with milk (P<.01 compared with "
                  "baseline).") == "-");
}

TEST_CASE("no difference in efficacy is a verdict, one before treatment is none") {
  CHECK(direction("There was no significant difference between the groups in soothing efficacy.") ==
        "no_difference");
  CHECK(direction("There was no difference between the groups in underlying disease and pain.") ==
        "-");
  CHECK(direction("There was no significant difference on any of the primary outcome measures "
                  "between tea and placebo; sleep was longer with tea.") == "no_difference");
}

TEST_CASE("the arms of one side alone, or kinds of people, tell no direction") {
  CHECK(direction("Among the placebo drugs, pain was lower with one pill vs two pills.") == "-");
  CHECK(direction("Nurses with headache had more pain than did those with fever.") == "-");
  CHECK(direction("The decrease in pain differed significantly with tea compared with placebo.") ==
        "-");
}

}  // namespace ev::extract
