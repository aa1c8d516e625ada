#include "pipeline/read/read_study.hpp"

#include "support/catch.hpp"
#include "told.hpp"

#include <string>
#include <vector>

namespace ev::read {

namespace {

using Rows = std::vector<std::string>;

// Rows of one sentence on results in a trial of two arms.
Rows rows_in_two_arms(const std::string& sentence) {
  return rows_of("Adults were randomized to fenbrol (n = 60) or placebo (n = 58).", sentence);
}

Rows rows_in_three_arms(const std::string& sentence) {
  return rows_of(
      "Adults were randomly assigned to receive fenbrol (n = 40), ozalin (n = 41) or placebo (n = "
      "39).",
      sentence);
}

}  // namespace

TEST_CASE("shares of people are given to their arms") {
  struct Case {
    const char* sentence;
    const char* row;
  };
  const Case table[] = {
      {"Relapse occurred in 12 of 60 (20%) patients in the fenbrol group and 29 of 58 (50%) in the "
       "placebo group (P < .001).",
       "Relapse: fenbrol 12/60 20% v placebo 29/58 50%; P < .001; decreased"},
      {"The relapse rate was 20% with fenbrol and 50% with placebo (P = 0.02).",
       "relapse rate: fenbrol n60 20% v placebo n58 50%; P = 0.02; decreased"},
      {"Relapse was less frequent with fenbrol than with placebo (20% vs 50%, p<0.01).",
       "Relapse: fenbrol n60 20% v placebo n58 50%; p<0.01; decreased"},
      {"Nausea was reported by 20% and 10% of patients in the fenbrol and placebo groups, "
       "respectively (P = 0.3).",
       "Nausea: fenbrol n60 20% v placebo n58 10%; P = 0.3; no_difference"},
      {"Nine patients in the placebo group and four in the fenbrol group died (P = 0.04).",
       "died: fenbrol 4/60 v placebo 9/58; P = 0.04; decreased"},
      {"In the placebo group 10/58 patients (17%) relapsed and in the fenbrol group 30/60 (50%) (P "
       "= "
       "0.001).",
       "relapsed: fenbrol 30/60 50% v placebo 10/58 17%; P = 0.001; increased"},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    CHECK(rows_in_two_arms(c.sentence) == Rows{c.row});
  }
}

TEST_CASE("means keep the dispersion that the text names") {
  struct Case {
    const char* sentence;
    const char* row;
  };
  const Case table[] = {
      {"Sleep latency was 21.5 +/- 3.1 min in the fenbrol group and 35.0 +/- 4.2 min in the "
       "placebo group (P = 0.01).",
       "Sleep latency: fenbrol mean 21.5 +- 3.1 v placebo mean 35 +- 4.2; P = 0.01; decreased"},
      {"The mean (SD) sleep score was 7.5 (1.2) with fenbrol and 5.5 (1.4) with placebo (P = "
       "0.01).",
       "sleep score: fenbrol mean 7.5 sd 1.2 v placebo mean 5.5 sd 1.4; P = 0.01; increased"},
      {"Median sleep latency was 20 min with fenbrol versus 35 min with placebo (P = 0.2).",
       "sleep latency: fenbrol median 20 v placebo median 35; P = 0.2; no_difference"},
      {"Sleep latency decreased from 40.5 to 20.1 min with fenbrol and from 41.2 to 35.3 min with "
       "placebo.",
       "Sleep latency: fenbrol mean 20.1 v placebo mean 35.3; unclear"},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence);
    const Rows rows = rows_in_two_arms(c.sentence);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].substr(0, rows[0].rfind(';')) ==
          std::string(c.row).substr(0, std::string(c.row).rfind(';')));
  }
}

TEST_CASE("an estimate of effect is given where figures or words confirm whose it is") {
  CHECK(rows_in_two_arms("The odds ratio for relapse was 0.45 (95% CI 0.21-0.93; P = 0.03).") ==
        Rows{});
  CHECK(rows_in_two_arms("Relapse occurred in 20% with fenbrol and 50% with placebo (relative risk "
                         "0.4; 95% CI, 0.2 to 0.7).") ==
        Rows{"Relapse: fenbrol n60 20% v placebo n58 50%; RR 0.4 (0.2-0.7); decreased"});
}

TEST_CASE("contrasts told in words alone") {
  CHECK(rows_in_two_arms(
            "Sleep latency was significantly lower with fenbrol than with placebo (P = 0.004).") ==
        Rows{"Sleep latency: fenbrol v placebo; P = 0.004; decreased"});
  CHECK(rows_in_two_arms("Daytime fatigue did not differ significantly between the two groups.") ==
        Rows{"Daytime fatigue: fenbrol v placebo; no_difference"});
}

TEST_CASE("what compares no arms gives no row") {
  const char* sentences[] = {
      // baseline
      ("At baseline, the sleep score was 5.1 +/- 1.0 in the fenbrol group and 5.2 +/- 1.1 in the "
       "placebo group."),
      // a test within one arm
      ("Sleep latency fell significantly from baseline with fenbrol (P < 0.01)."),
      // subgroups that are no arms
      ("Relapse occurred in 12% of smokers and 14% of nonsmokers."),
      // doses, times, limits
      ("The dose of fenbrol was raised from 10 to 20 mg after 2 weeks."),
      ("Patients took at least 80% of the fenbrol tablets."),
      // a list longer than the arms
      ("Rates of relapse were 10%, 12%, 36% and 29% in the four grades of insomnia."),
      // allocation
      ("Of 118 patients, 60 patients received fenbrol and 58 patients received placebo."),
      // the order of a crossover
      ("Relief was achieved in 53 patients (26 taking fenbrol/placebo in sequence and 27 taking "
       "placebo/fenbrol in sequence)."),
  };
  for (const char* sentence : sentences) {
    CAPTURE(sentence);
    CHECK(rows_in_two_arms(sentence).empty());
  }
}

TEST_CASE("an arm is set against the comparator in a trial of three") {
  CHECK(rows_in_three_arms("Relapse occurred in 10% of patients on fenbrol, 12% of those on ozalin "
                           "and 30% of those on placebo.")
            .size() == 2);
}

TEST_CASE("groups called by letters are arms") {
  const Rows rows =
      rows_of("In group A 40 patients were observed; in group B 42 patients were observed.",
              "Relapse occurred in 10% of group A and 30% of group B (P = 0.02).");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].find("10% v group B") != std::string::npos);
}

TEST_CASE("people in brackets are an arm's size where people are put into arms") {
  const std::string result =
      "The relapse rate was 20% with fenbrol and 50% with placebo (P = 0.02).";
  CHECK(rows_of("Adults were randomized to fenbrol (60 patients) or placebo (58 patients).",
                result) ==
        Rows{"relapse rate: fenbrol n60 20% v placebo n58 50%; P = 0.02; decreased"});
  // Those who improved are none.
  CHECK(rows_of("Adults were randomized to fenbrol or placebo. Symptoms improved with fenbrol (60 "
                "patients) and placebo (58 patients).",
                result)
            .back() == "relapse rate: fenbrol 20% v placebo 50%; P = 0.02; decreased");
}

TEST_CASE("every row stands on the sentence that says it") {
  const model::Article article =
      record("Adults were randomized to fenbrol (n = 60) or placebo (n = 58).",
             "Relapse occurred in 20% with fenbrol and 50% with placebo (P = 0.02).");
  const doc::RecordAnalysis analysis(article);
  const StudyReading study = read_study(analysis);
  REQUIRE(study.arms.size() == 2);
  CHECK(study.arms[0].n == 60);
  CHECK(study.arms[1].role == ArmRole::comparator);
  REQUIRE(study.results.size() == 1);
  const doc::Quote quote = analysis.document().quote(study.results[0].sentence);
  CHECK(quote.text.starts_with("Relapse occurred"));
  CHECK(analysis.document().text(study.results[0].outcome_span) == "Relapse");
}

TEST_CASE("reading is bounded in long sentences") {
  std::string many = "Relapse occurred in ";
  for (int i = 0; i < 4000; ++i) many += "20% with fenbrol and 50% with placebo, ";
  CHECK(rows_in_two_arms(many + "as stated.").size() <= kMaxRows);
}

}  // namespace ev::read
