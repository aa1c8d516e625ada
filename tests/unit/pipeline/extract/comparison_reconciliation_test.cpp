#include "pipeline/extract/comparison_reconciliation.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("two drugs that a title joins and results compare are two arms") {
  CHECK(pair_in("RESULTS: After losartan (10 mg; n = 24) and atenolol (50 mg; n = 28) sleep was "
                "longer. It was longer with losartan than with atenolol.",
                "Effects of losartan and atenolol on sleep") == "losartan|atenolol");
  CHECK(pair_in("METHODS: Adults received either losartan or atenolol. CONCLUSION: Losartan was as "
                "effective as atenolol.",
                "A comparison of losartan & atenolol for sleep") == "losartan|atenolol");
}

TEST_CASE("half of a combination is made whole") {
  CHECK(pair_in("METHODS: Adults had losartan plus atenolol or losartan alone. RESULTS: Losartan "
                "plus atenolol was better than losartan alone.",
                "Losartan plus atenolol vs losartan alone in adults") ==
        "Losartan plus atenolol|losartan");
  CHECK(pair_in("METHODS: Adults who smoked received losartan 50 mg in combination with atenolol. "
                "CONCLUSION: Losartan and atenolol are safe.",
                "Smoking and sleep in patients treated with losartan and atenolol") ==
        "losartan and atenolol|-");
  CHECK(pair_in("METHODS: One group was treated with both losartan and zorblat, the other with "
                "losartan alone.",
                "Losartan in combination with zorblat treatment in adults") ==
        "Losartan in combination with zorblat treatment|losartan alone");
}

TEST_CASE("what adds to the other is the intervention") {
  CHECK(pair_in("METHODS: Adults were randomized to injection of epinephrine alone (n = 20) or "
                "epinephrine plus zorblat glue (n = 21).",
                "Epinephrine versus epinephrine plus zorblat glue injection") ==
        "epinephrine plus zorblat glue|injection of epinephrine");
}

TEST_CASE("placebo that only blinds is no comparator") {
  CHECK(pair_in("METHODS: We compared losartan and atenolol. Losartan was followed by aspirin, the "
                "other group had a placebo. RESULTS: Sleep was longer with losartan than with "
                "atenolol.",
                "Losartan for sleep") == "Losartan|atenolol");
  CHECK(pair_in("METHODS: Adults took losartan once or twice daily after a placebo week. RESULTS: "
                "Harms approximated those of placebo.",
                "Once versus twice daily administration of losartan") == "losartan|-");
}

TEST_CASE("a third drug gives way, more than two that are studied stay") {
  CHECK(pair_in("METHODS: Adults on metformin were randomized to losartan or atenolol. RESULTS: "
                "Losartan was superior to atenolol.",
                "Losartan or atenolol in combination with metformin") == "losartan|atenolol");
  CHECK(pair_in("METHODS: Adults were randomized to receive losartan, atenolol or aspirin.",
                "Sleep of adults") == "losartan, atenolol or aspirin|-");
}

TEST_CASE("a short form is spelled out") {
  CHECK(pair_in("METHODS: Hormone replacement therapy (HRT) was studied. Adults were randomized to "
                "zorbolone (n = 20) or HRT (n = 21).",
                "Sleep of women receiving zorbolone therapy") ==
        "zorbolone|Hormone replacement therapy");
}

TEST_CASE("a regimen of several drugs is compared as a whole") {
  CHECK(pair_in("METHODS: We compared esomeprazole, metronidazole and clarithromycin (EMC) vs. "
                "omeprazole, metronidazole and clarithromycin (OMC). Those on EMC had a placebo "
                "later. RESULTS: Healing with EMC was as good as with OMC.",
                "Treatment with esomeprazole, metronidazole and clarithromycin") ==
        "esomeprazole, metronidazole and clarithromycin|omeprazole, metronidazole and "
        "clarithromycin");
  CHECK(pair_in("METHODS: Adults were randomized to receive either losartan with aspirin and "
                "atenolol or amlodipine with aspirin and atenolol.",
                "Losartan, aspirin and atenolol for adults") ==
        "Losartan, aspirin and atenolol|amlodipine with aspirin and atenolol");
}

TEST_CASE("drugs that stand behind their classes are set against each other") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to a converting enzyme inhibitor, "
                "cilazapril, or a beta-blocker, atenolol. RESULTS: Cilazapril lowered it, whereas "
                "atenolol did not. CONCLUSION: Cilazapril was better than atenolol.",
                "Arteries during long treatment. Comparison with effects of a beta-blocker") ==
        "cilazapril|atenolol");
}

TEST_CASE("the usual is compared with, by its whole name") {
  CHECK(pair_in("METHODS: We studied strict versus standard glucose control in adults. RESULTS: "
                "Sleep was longer with strict glucose control.",
                "Effects of standard versus strict glucose control on sleep") ==
        "strict glucose control|standard glucose control");
}

TEST_CASE("what is given alone is the base of what is combined") {
  CHECK(pair_in("METHODS: Women were randomly assigned to receive either unopposed ZB 1 mg, or "
                "combined preparations of ZB 1 mg and losartan 0.1 mg.",
                "Sleep of women on hormones") ==
        "preparations of ZB 1 mg and losartan 0.1 mg|unopposed ZB 1 mg");
  CHECK(pair_in("METHODS: Group 1 had losartan (20 mg/day) plus placebo. Group 2 had losartan (20 "
                "mg/day) plus atenolol. RESULTS: Sleep was longer with losartan plus atenolol than "
                "with losartan plus placebo. All had losartan again.",
                "How long should losartan be taken for sleep?") ==
        "losartan plus atenolol|losartan (20 mg/day) plus placebo");
}

TEST_CASE("arms named by their short forms are told in full") {
  CHECK(pair_in("METHODS: We compared Slow Breathing (SB) and Brisk Walking (BW) programs. Adults "
                "were randomly assigned to SB, BW, or a wait-list control condition.",
                "Two programs for sleep") ==
        "Slow Breathing, Brisk Walking|wait-list control condition");
}

}  // namespace ev::extract
