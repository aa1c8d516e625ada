#include "pipeline/extract/regimen_completion.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("placebo is compared with together with what both arms take") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to losartan 50 mg plus atenolol 10 mg or "
                "placebo plus atenolol 10 mg.",
                "Therapy with losartan and atenolol for sleep") ==
        "losartan 50 mg plus atenolol 10 mg|placebo plus atenolol 10 mg");
  CHECK(pair_in("METHODS: Losartan 20 mg and aspirin 60 mg, or losartan 20 mg and placebo daily.",
                "Combination treatment with aspirin and losartan in adults") ==
        "aspirin and losartan|losartan 20 mg and placebo");
  // A dummy of the drug itself is none of the base.
  CHECK(pair_in("METHODS: Adults took losartan and atenolol or placebo. The atenolol placebo was "
                "white.",
                "Losartan plus atenolol in adults") == "Losartan plus atenolol|placebo");
}

TEST_CASE("what is given with or without something has the base as its comparator") {
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "Sleep after treatment with losartan with or without atenolol") ==
        "losartan with or without atenolol|losartan");
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "Losartan alone and in combination with atenolol for sleep") ==
        "Losartan alone and in combination with atenolol|Losartan alone");
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "Losartan for adults with or without gout") == "Losartan|-");
}

TEST_CASE("what replaces a treatment and what regimens are based on is named") {
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "The effects of replacing beta-blockers with losartan on sleep") ==
        "replacing beta-blockers with losartan|-");
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "Effects of antihypertensive treatment regimens based upon losartan, atenolol and "
                "aspirin") ==
        "antihypertensive treatment regimens based upon losartan, atenolol and aspirin|-");
}

TEST_CASE("both halves of alternatives are named") {
  CHECK(pair_in("METHODS: Adults had clozapine (n = 20), or either haloperidol or another "
                "conventional antipsychotic medication (n = 21).",
                "Sleep with clozapine and conventional antipsychotic medication") ==
        "clozapine|haloperidol or another conventional antipsychotic medication");
}

TEST_CASE("a title that begins with a combination is about it") {
  CHECK(pair_in("METHODS: Adults were allocated to a tablet of losartan and atenolol (Zorblat), "
                "5/50 mg daily (n = 32), enalapril, 10 mg daily (n = 33), or placebo (n = 30).",
                "Losartan-atenolol combination tablet: a new option?") ==
        "Losartan-atenolol combination tablet|placebo");
}

TEST_CASE("monotherapies are what their combination is compared with") {
  CHECK(pair_in("METHODS: Adults were seen before and after placebo.",
                "Comparison of losartan and atenolol monotherapy to losartan plus atenolol in "
                "adults") == "losartan plus atenolol|losartan and atenolol monotherapy");
  CHECK(pair_in("METHODS: After healing adults were randomized to receive either losartan 20 mg "
                "daily alone (n = 15) or the combination of losartan 20 mg daily + atenolol 50 "
                "mg daily (n = 16).",
                "Sleep and its causes") == "losartan 20 mg daily + atenolol|losartan");
}

TEST_CASE("doses are whole, what is added has its name") {
  CHECK(pair_in("METHODS: Adults slept. RESULTS: 150 to 300 mg losartan was better than 10 to 20 "
                "mg atenolol.",
                "A study of sleep") == "150 to 300 mg losartan|10 to 20 mg atenolol");
  CHECK(pair_in("METHODS: Adults took donepezil and placebo in turn.",
                "Augmenting antipsychotics with a cognitive sweetener (donepezil) for sleep") ==
        "Augmenting antipsychotics with a cognitive sweetener|placebo");
}

TEST_CASE("against placebo all that a title names together is tried") {
  CHECK(pair_in("METHODS: 20 adults were randomised to atenolol and 19 to placebo.",
                "Losartan and atenolol for the treatment of snoring") ==
        "Losartan and atenolol|placebo");
  CHECK(pair_in("METHODS: We compared losartan with placebo in 40 adults who were randomised.",
                "Low dose losartan and atenolol in the treatment of snoring") ==
        "Low dose losartan and atenolol|placebo");
}

}  // namespace ev::extract
