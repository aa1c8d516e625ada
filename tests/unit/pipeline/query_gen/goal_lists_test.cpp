#include "pipeline/query_gen/goal_lists.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

// Alternatives in one pair of brackets, each concept by its words.
std::string grouped(const char* goal) {
  std::vector<std::string> out;
  for (const Concept& c :
       join_alternatives(read_concepts(goal, mesh::built_in(), "medical").concepts)) {
    out.push_back(c.others.empty() ? c.text : "(" + c.text + ")");
  }
  return text::join(out, " ");
}

}  // namespace

TEST_CASE("outcomes behind a colon are alternatives of each other") {
  CHECK(grouped("metformin in zebra fever: weight gain, oedema") ==
        "metformin zebra fever (weight gain or oedema)");
  CHECK(grouped("metformin in zebra fever: weight gain, oedema and itch") ==
        "metformin zebra fever (weight gain or oedema or itch)");
  // No medicine before, or one among them.
  CHECK(grouped("zebra fever in children of farmers: weight gain, oedema") ==
        "zebra fever children farmers weight gain oedema");
  CHECK(grouped("metformin in children with zebra fever: oedema, aspirin") ==
        "metformin children zebra fever oedema aspirin");
}

TEST_CASE("a list of three at the end needs no colon, two are no list") {
  CHECK(grouped("what metformin does to weight gain, oedema and hypoglycemia") ==
        "metformin (weight gain or oedema or hypoglycemia)");
  CHECK(grouped("does metformin in zebra fever affect weight gain and oedema") ==
        "metformin zebra fever weight gain oedema");
}

TEST_CASE("kinds of a class that are not told apart are named") {
  const GoalConcepts r =
      read_concepts("typical versus atypical antipsychotics", mesh::built_in(), "");
  REQUIRE(r.remarks.size() == 2);
  CHECK(r.remarks[0].starts_with("\"typical\" is not told apart: all of Antipsychotic Agents"));
  CHECK(
      read_concepts("atypical zebra fever under metformin", mesh::built_in(), "").remarks.empty());
  CHECK(read_concepts("typical zebras", mesh::built_in(), "").remarks.empty());
  const GoalConcepts routes =
      read_concepts("transdermal versus oral metformin", mesh::built_in(), "");
  CHECK(routes.concepts.size() == 1);
  REQUIRE(routes.remarks.size() == 2);
  CHECK(routes.remarks[0] == "\"transdermal\" is not required beside \"metformin\"");
  CHECK(read_concepts("first-generation zebras", mesh::built_in(), "")
            .remarks.at(0)
            .starts_with("\"first-generation\""));
}

}  // namespace ev::query_gen
