#include "pipeline/extract/planned_size.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("of what was planned and what was reached the latter is the sample") {
  for (const char* const abstract :
       {"We planned to enrol 400 patients, but 212 were enrolled.",
        "The trial was planned to enroll 400 patients. Recruitment was slow and 212 patients were "
        "recruited.",
        "The trial planned to enrol 400 patients but only reached 212.",
        "We intended to randomize 400 adults; 212 adults were randomized to tea or water.",
        "Of a planned 400 patients, 212 were enrolled.",
        "The target sample size was 400 patients. The trial was stopped after 212 patients had "
        "been enrolled.",
        "A sample size of 400 patients was planned. We included 212 patients.",
        "The trial was to enrol 400 women. It was stopped early, and 212 women were analysed.",
        "Four hundred patients were to be enrolled, and 212 patients were enrolled.",
        "Accrual was stopped at 212 of 400 planned patients.",
        "The recruitment target was 400 participants. In all 212 participants were recruited."}) {
    INFO(abstract);
    CHECK(best_text(find_sample_size, abstract) == "212");
  }
}

TEST_CASE("a plan alone is the size of a protocol, not of a report of results") {
  const std::string plan = "The trial was planned to enrol 400 patients. ";
  CHECK(best_text(find_sample_size, plan) == "400");
  CHECK(best_text(find_sample_size, plan + "The primary outcome is relapse at one year.") == "400");
  CHECK(best_text(find_sample_size,
                  plan + "RESULTS: Relapse occurred in 12% with tea and in 20% with water "
                         "(P = .03).") == "-");
  CHECK(best_text(find_sample_size,
                  "A target enrolment of 400 patients was set. RESULTS: The odds ratio for relapse "
                  "was 0.6 (95% CI 0.4 to 0.9).") == "-");
  // A part of them is no sample either.
  CHECK(best_text(find_sample_size,
                  "The target sample size was 400 women. RESULTS: Of 203 women 12% chose tea (P = "
                  ".03).") == "-");
  CHECK(best_text(find_sample_size,
                  "In all 400 adults will be recruited from 10 villages. Ten nurses teach them.") ==
        "400");
}

TEST_CASE("what patients are planned for is no plan of their number") {
  CHECK(best_text(find_sample_size,
                  "We studied 120 patients planned for surgery. Pain fell in 30% (P = .01).") ==
        "120");
  CHECK(best_text(find_sample_size,
                  "In total 120 patients were scheduled to undergo surgery and were enrolled. Pain "
                  "fell in 30% (P = .01).") == "120");
}

}  // namespace ev::extract
