#include "pipeline/read/arms/arm_mentions.hpp"

#include "pipeline/read/arms/arm_finder.hpp"
#include "support/catch.hpp"
#include "told.hpp"

namespace ev::read {

namespace {

std::vector<std::string> arms_of(const std::string& methods) {
  const model::Article article = record(methods, "Sleep improved in both groups.");
  const doc::RecordAnalysis analysis(article);
  std::vector<std::string> out;
  for (const Arm& arm : read_study(analysis).arms)
    out.push_back(arm.name + (arm.n ? " " + told(*arm.n) : ""));
  return out;
}

}  // namespace

TEST_CASE("arms are named where people are allocated") {
  using Names = std::vector<std::string>;
  CHECK(arms_of("Adults were randomized to fenbrol (n = 60) or placebo (n = 58).") ==
        Names{"fenbrol 60", "placebo 58"});
  CHECK(arms_of("Patients received either fenbrol 20 mg daily or ozalin 5 mg daily for 8 weeks; "
                "fenbrol and ozalin were given at night.") == Names{"fenbrol", "ozalin"});
  CHECK(arms_of("Adults were randomized to fenbrol plus ozalin (n = 30) or to fenbrol plus placebo "
                "(n = 31).") == Names{"fenbrol plus ozalin 30", "fenbrol plus placebo 31"});
  CHECK(arms_of(
            "We compared treatment with fenbrol versus treatment with ozalin. Fenbrol was given at "
            "night, ozalin by day; patients were assigned to fenbrol or ozalin.") ==
        Names{"fenbrol", "ozalin"});
  CHECK(arms_of("We describe the history of insomnia.").empty());
}

TEST_CASE("an arm is spoken of by its short form, its label or its part") {
  const auto rows = [](const std::string& sentence) {
    return rows_of(
        "Adults were randomized to long acting fenbrol (LAF) or placebo. LAF was given at night.",
        sentence);
  };
  CHECK(rows("Relapse occurred in 20% of LAF-treated patients and 50% of controls (P = 0.02).") ==
        std::vector<std::string>{
            "Relapse: long acting fenbrol 20% v placebo 50%; P = 0.02; decreased"});
  CHECK(rows("Relapse occurred in 20% of the active treatment group and 50% of the control group "
             "(P = 0.02).")
            .size() == 1);
  // What a bracket calls it; a part that the other arm shares tells neither.
  CHECK(rows_of(
            "Adults were randomized to a sleep agent (fenbrol 5 mg) or placebo. Fenbrol was given "
            "at night.",
            "Relapse occurred in 20% of fenbrol-treated patients and 50% of the placebo group.")
            .size() == 1);
  CHECK(rows_of("Adults were randomized to new splints or conventional splints.",
                "Relapse occurred in 20% with splints and in 50% with conventional splints.")
            .size() <= 1);
  // A run-in on placebo is no arm.
  CHECK(rows("After the placebo run-in, relapse occurred in 20% and 50%.").empty());
}

}  // namespace ev::read
