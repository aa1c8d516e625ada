#include "pipeline/query_gen/ambiguous.hpp"

#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("a short name of several meanings is found, a long or joined one is not") {
  const auto found = ambiguous_name("fatigue in MS", {});
  REQUIRE(found);
  CHECK(found->name == "MS");
  CHECK(found->meanings.size() == 5);
  CHECK(found->meanings.front() == "multiple sclerosis");
  CHECK(ambiguous_name("AZT in pregnancy", {})->meanings.at(1) == "azathioprine");
  for (const char* goal : {"fatigue in ms", "PD-1 inhibitors in melanoma", "LC-MS of urine",
                           "MS/MS of peptides", "MSH2 mutations", "", "metformin"}) {
    INFO(goal);
    CHECK_FALSE(ambiguous_name(goal, {}));
  }
}

TEST_CASE("what is said elsewhere settles the meaning") {
  CHECK_FALSE(ambiguous_name("multiple sclerosis (MS) and fatigue", {}));
  CHECK_FALSE(ambiguous_name("relapsing sclerosis: does MS remit", {}));
  CHECK_FALSE(ambiguous_name("fatigue in MS", {"multiple sclerosis"}));
  CHECK(ambiguous_name("fatigue in MS", {"adults"}));
  // "sulfate" belongs to two of the meanings.
  CHECK(ambiguous_name("MS as a sulfate", {}));
  CHECK_FALSE(ambiguous_name("MS[ti] AND fatigue[ti]", {}));
  CHECK_FALSE(ambiguous_name("MS AND FATIGUE", {}));
}

TEST_CASE("words of one meaning alone decide it, in the plural too") {
  const auto decided = [](const char* goal) { return ambiguous_name(goal, {})->decided; };
  CHECK(decided("PPI against zebra ulcers") == "proton pump inhibitors");
  CHECK(decided("PPIs beside an NSAID") == "proton pump inhibitors");
  CHECK(decided("PPI and the startle of zebras") == "prepulse inhibition");
  CHECK(decided("PPI in zebras").empty());
  // Words of two meanings decide nothing.
  CHECK(decided("PPI, ulcers and the startle of zebras").empty());
  CHECK(ambiguous_name("PPI against ulcers", {})->because == "ulcers");
}

TEST_CASE("the meaning takes the place of the name, and of nothing else") {
  CHECK(with_meaning("MS, MSH2 and MS/MS in MS", "MS", "multiple sclerosis") ==
        "multiple sclerosis, MSH2 and MS/MS in multiple sclerosis");
  CHECK(with_meaning("", "MS", "x").empty());
}

}  // namespace ev::query_gen
