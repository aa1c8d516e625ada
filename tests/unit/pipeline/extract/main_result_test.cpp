#include "pipeline/extract/main_result.hpp"

#include "base/text.hpp"
#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// The single-valued statistics of one abstract.
struct Statistics {
  Cell estimate, interval, p, significance;
};

Statistics statistics_of(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  const RecordText record(article);
  const FieldSpec number{.name = "x", .type = Type::number};
  const FieldSpec string{.name = "x", .type = Type::string};
  const FieldSpec boolean{.name = "x", .type = Type::boolean};
  return {to_cell(string, find_effect_size(record)),
          to_cell(string, find_confidence_intervals(record)),
          to_cell(number, find_p_values(record)), to_cell(boolean, find_significance(record))};
}

// Quotes of the found cells; every quote must stand at its offsets.
std::string summary(const std::string& abstract) {
  const Statistics s = statistics_of(abstract);
  std::string out;
  for (const Cell* cell : {&s.estimate, &s.interval, &s.p}) {
    if (cell->grounds.empty()) {
      out += "-|";
      continue;
    }
    const Ground& g = cell->grounds.front();
    CHECK(text::slice(abstract, static_cast<std::size_t>(*g.start),
                      static_cast<std::size_t>(*g.end)) == g.quote);
    out += g.quote + "|";
  }
  if (s.significance.status == Status::not_stated) return out + "-";
  return out + (s.significance.value == model::Value(true) ? "yes" : "no");
}

}  // namespace

TEST_CASE("a p value of another comparison is no p value of the estimate") {
  const std::string text =
      "RESULTS: Tea lowered falls overall (pooled RR 0.80, 95% CI 0.70-0.91; 9 studies). For men "
      "alone the association was weaker (RR 0.96, 95% CI 0.80-1.15; p = 0.61).";
  CHECK(summary(text) == "RR 0.80, 95% CI 0.70-0.91|95% CI 0.70-0.91|-|yes");
  const Statistics s = statistics_of(text);
  CHECK(s.p.status == Status::not_stated);
  CHECK(s.p.reason.find("states no p value") != std::string::npos);
  REQUIRE(s.p.alternatives.size() == 1);
  CHECK(s.p.alternatives[0].text == "p = 0.61");
}

TEST_CASE("a relative change is an effect where its own interval stands beside it") {
  CHECK(
      summary("RESULTS: There was a 35 percent decrease in the risk of death with tea (95 percent "
              "confidence interval, 19 to 48 percent; P=0.001).") ==
      "35 percent decrease in the risk of death with tea (95 percent confidence interval, 19 to 48 "
      "percent; P=0.001)|95 percent confidence interval, 19 to 48|P=0.001|yes");
  CHECK(summary("RESULTS: There was a 35% reduction in the risk of death.") == "-|-|-|-");
  // A response rate shortened to OR, the rates of two groups, a ratio of ratios.
  CHECK(summary("RESULTS: The objective response rate (OR) was 90.9% with tea.") == "-|-|-|-");
  CHECK(summary("RESULTS: We saw an absolute reduction in deaths from 9.7% to 7.5%.") == "-|-|-|-");
  CHECK(summary("RESULTS: The ratio of the relative risks was 0.74 (95% CI 0.42 to 1.34).") ==
        "-|-|-|-");
}

TEST_CASE("quotes of effects close their brackets") {
  CHECK(summary("RESULTS: Deaths fell (odds ratio [OR] 0.69, 95% CI 0.54 to 0.88).") ==
        "odds ratio [OR] 0.69, 95% CI 0.54 to 0.88|95% CI 0.54 to 0.88|-|yes");
  CHECK(summary("RESULTS: Deaths fell (hazard ratio 0.83 [95% CI 0.74-0.93], p=0.0017).") ==
        "hazard ratio 0.83 [95% CI 0.74-0.93]|95% CI 0.74-0.93|p=0.0017|yes");
}

TEST_CASE("two results of one sentence are kept apart") {
  CHECK(summary("RESULTS: Falls fell (HR 0.70, 95% CI 0.60 to 0.82) but sleep did not (HR 1.02, "
                "95% CI 0.90 to 1.15; P=.74).") ==
        "HR 0.70, 95% CI 0.60 to 0.82|95% CI 0.60 to 0.82|-|yes");
  CHECK(summary("RESULTS: Falls fell (HR 0.70, 95% CI 0.60 to 0.82; P<.001) and sleep did not "
                "change (P=.74).") ==
        "HR 0.70, 95% CI 0.60 to 0.82|95% CI 0.60 to 0.82|P<.001|yes");
  CHECK(summary("RESULTS: Pain was significantly better (P=.01). Falls did not fall (OR 0.98, 95% "
                "CI 0.80 to 1.20).") == "OR 0.98, 95% CI 0.80 to 1.20|95% CI 0.80 to 1.20|-|no");
}

TEST_CASE("a lone p value of the clause is the result's") {
  CHECK(summary("RESULTS: The odds ratio was 1.5 (95% CI 1.2-1.9) with a p value of 0.01.") ==
        "odds ratio was 1.5 (95% CI 1.2-1.9)|95% CI 1.2-1.9|p value of 0.01|yes");
  CHECK(summary("RESULTS: The odds ratio was 1.5 (95% CI 1.2-1.9; I2 = 30%, p = 0.20).") ==
        "odds ratio was 1.5 (95% CI 1.2-1.9; I2 = 30%, p = 0.20)|95% CI 1.2-1.9|-|yes");
}

TEST_CASE("an estimate that touches the null, or has none, decides nothing by its interval") {
  CHECK(summary("RESULTS: The risk fell (RR 0.90, 95% CI 0.80 to 1.00).").ends_with("|-|-"));
  CHECK(summary("RESULTS: The model had AUC 0.60 (95% CI 0.45 to 0.75).").ends_with("|-|-"));
  CHECK(summary("RESULTS: The risk fell (RR 0.90, 90% CI 0.80 to 0.98).").ends_with("|-|-"));
}

TEST_CASE("an area of concentrations over time is no effect") {
  CHECK(summary("RESULTS: The area (AUC(0-24)) of caffeine did not change.").starts_with("-|-|-|"));
  CHECK(summary("RESULTS: The AUC 35.2 ng.h/ml of caffeine did not change.").starts_with("-|-|-|"));
}

TEST_CASE("in a trial an estimate of who fares better is not the treatment's effect") {
  const std::string trial = "METHODS: Adults were randomly assigned to tea or water. RESULTS: ";
  CHECK(summary(trial + "Adults with recovery slept more than adults without it; patients with "
                        "gout did better than patients without pain (OR 4.5, 95% CI 1.1 to 18).")
            .starts_with("-|"));
  CHECK(summary(trial + "Gout was independently associated with death (OR 4.6, 95% CI 1.4 to 15).")
            .starts_with("-|"));
  CHECK(summary(trial + "Death was rarer than in patients without aspirin (OR 0.6, 95% CI 0.4 to "
                        "0.9).")
            .starts_with("OR 0.6"));
  CHECK(summary("RESULTS: Gout was independently associated with death (OR 4.6, 95% CI 1.4 to 15).")
            .starts_with("OR 4.6"));
  // A bare difference of others than the patients.
  CHECK(summary(trial + "Carers felt worse (mean difference, 7 points).").starts_with("-|"));
}

TEST_CASE("the primary outcome's result comes first, a result with statistics before a bare one") {
  CHECK(summary("RESULTS: Sleep changed (OR 0.9, 95% CI 0.7 to 1.2; P=.4). The primary outcome "
                "fell (OR 0.5, 95% CI 0.3 to 0.8; P=.002).") ==
        "OR 0.5, 95% CI 0.3 to 0.8|95% CI 0.3 to 0.8|P=.002|yes");
  CHECK(summary("RESULTS: An odds ratio of 2 was planned for. Falls fell (OR 0.5, 95% CI 0.3 to "
                "0.8).") == "OR 0.5, 95% CI 0.3 to 0.8|95% CI 0.3 to 0.8|-|yes");
}

TEST_CASE("without estimates the p value and the verdict are of one result") {
  CHECK(summary("RESULTS: Pain was significantly lower with tea. Sleep was not (P=.2).") ==
        "-|-|P=.2|no");
  CHECK(summary("RESULTS: The primary outcome was significantly better with tea. They slept.") ==
        "-|-|-|yes");
}

TEST_CASE("in a trial the p value is that of the arms, the one on the main outcome first") {
  const std::string trial =
      "OBJECTIVE: To study the effect of tea on grip strength. METHODS: Nurses were randomly "
      "assigned to tea or water. RESULTS: ";
  CHECK(summary(trial + "Naps were longer with tea than with water (P=.01). Grip strength was "
                        "greater with tea than with water (31 vs 27 kg, P=.03).") ==
        "-|-|P=.03|yes");
  CHECK(summary(trial + "Grip strength rose from 27 to 31 kg with tea (P=.01).") == "-|-|-|-");
  CHECK(summary(trial + "Grip strength correlated with height (r=0.5, P=.01).") == "-|-|-|-");
  CHECK(summary(trial + "Grip strength was similar in both arms. Naps were longer with tea than "
                        "with water (P=.01).")
            .starts_with("-|-|-|"));
  CHECK(summary(trial + "Nausea as an adverse event was commoner with tea than with water "
                        "(P=.01).")
            .starts_with("-|-|-|"));
}

TEST_CASE("in a trial an interval is that of an estimate") {
  const std::string trial = "METHODS: Nurses were randomly assigned to tea or water. RESULTS: ";
  CHECK(summary(trial + "Pain fell by 12 mm (95% CI 8 to 16) with tea.") == "-|-|-|-");
  CHECK(summary(trial + "The difference between groups was 12 mm (95% CI 8 to 16).") ==
        "difference between groups was 12 mm (95% CI 8 to 16)|95% CI 8 to 16|-|yes");
  CHECK(summary(trial + "Pain was rarer with tea (absolute risk reduction 5% [95% CI 1-10]).") ==
        "absolute risk reduction 5% [95% CI 1-10]|95% CI 1-10|-|yes");
}

TEST_CASE("the bounds of the main interval are its numbers") {
  const model::Article article =
      article_of("RESULTS: Deaths fell (odds ratio 0.69, 95% CI 0.54 to 0.88).");
  const RecordText record(article);
  const FieldSpec number{.name = "x", .type = Type::number};
  CHECK(to_cell(number, find_lower_bound(record)).value == model::Value(0.54));
  CHECK(to_cell(number, find_upper_bound(record)).value == model::Value(0.88));
}

TEST_CASE("lists keep every value") {
  CHECK(all_texts(find_p_values,
                  "RESULTS: Falls fell (RR 0.80, 95% CI 0.70-0.91). Sleep changed (p = 0.61).") ==
        "p = 0.61");
}

namespace {

// The p value of a trial of tea against water with these methods and results.
std::string p_of_trial(const std::string& methods, const std::string& results) {
  const Statistics s = statistics_of(
      "METHODS: In a randomized controlled trial nurses were randomly assigned to tea "
      "or water. " +
      methods + " RESULTS: " + results);
  return s.p.grounds.empty() ? "-" : s.p.grounds.front().quote;
}

}  // namespace

TEST_CASE("groups by what people are do not stand for the arms") {
  CHECK(p_of_trial("",
                   "Nurses with naps had falls in 32% compared with 25% for patients with two "
                   "naps (P = .001). Falls were rarer with tea than with water (P = .03).") ==
        "P = .03");
  CHECK(
      p_of_trial("", "Falls were more frequent in patients with headache (12% vs 4%, P = .001).") ==
      "-");
}

TEST_CASE("a p value of another outcome than the one called primary is none") {
  CHECK(p_of_trial("The primary outcome was sleep latency.",
                   "Pain was lower with tea than with water (P = .03).") == "-");
  CHECK(p_of_trial("The primary outcome was sleep latency.",
                   "Pain was lower with tea than with water (P = .03). Sleep latency was shorter "
                   "with tea than with water (P = .04).") == "P = .04");
  CHECK(p_of_trial("The primary outcome was sleep latency.",
                   "Tea was more effective than water (P = .02).") == "P = .02");
}

TEST_CASE("where the main outcome does not differ, no later p value is taken") {
  CHECK(p_of_trial("The primary outcome was sleep latency.",
                   "There was no significant difference in sleep latency between groups. Sleep "
                   "latency on Mondays was shorter with tea than with water (P = .03).") == "-");
}

TEST_CASE("the clause on the main outcome is the result, also without a p value beside one with") {
  CHECK(p_of_trial("",
                   "Sleep quality, which was the primary endpoint, improved similarly in both "
                   "groups, whereas naps were longer with tea than with water (P = .03).") == "-");
  CHECK(p_of_trial("The primary outcome was sleep latency.",
                   "Sleep latency was shorter with tea than with water (4 vs 6; P = .04).") ==
        "P = .04");
}

TEST_CASE("without a known outcome the p value of a later contrast is not the trial's") {
  CHECK(p_of_trial("",
                   "Pain was similar in both groups. Pulse was lower with tea than with water "
                   "(P = .01).") == "-");
  CHECK(p_of_trial("",
                   "Similar changes were seen at night. Pulse was lower with tea than with "
                   "water (P = .01).") == "P = .01");
}

TEST_CASE("people of two kinds stand behind no arm") {
  CHECK(p_of_trial("", "The healing rate was higher in gout than that in asthma (P = .03).") ==
        "-");
  CHECK(p_of_trial("", "Levels were higher in thin than in heavy subjects (P = .03).") == "-");
  CHECK(p_of_trial("", "Levels were higher in the tea group than in the water group (P = .03).") ==
        "P = .03");
}

TEST_CASE("the p value of the main outcome stands in whatever sentence tells it") {
  CHECK(
      summary("OBJECTIVE: To study the effect of tea on grip strength. METHODS: Nurses were "
              "randomly assigned to tea or water. RESULTS: Grip strength was 31 kg in the tea "
              "group and 27 kg in the water group. The difference in grip strength between groups "
              "was significant (P=.03).") == "-|-|P=.03|yes");
  CHECK(summary("METHODS: Nurses were randomly assigned to tea or water. RESULTS: Falls occurred "
                "in 11/63 (17%) of the tea group, but in only 1/37 (3%) of the water group "
                "(P=.03).") == "-|-|P=.03|yes");
}

TEST_CASE("a p value of how the groups began is not the trial's") {
  CHECK(summary("METHODS: Nurses were randomized to tea or water. RESULTS: Baseline pain scores "
                "were similar in the two groups (p = NS). Pain was lower with tea than with water "
                "(p = 0.008).")
            .find("p = 0.008") != std::string::npos);
}

TEST_CASE("a p value of one part, or of a change that is equal, is not that of the arms") {
  CHECK(p_of_trial("", "Grip did not differ between tea and water except at week 4 (P < .05).") ==
        "-");
  CHECK(p_of_trial("", "Grip changed with tea only at noon compared with water (P < .05).") == "-");
  CHECK(p_of_trial("", "Compared with before, tea and water raised grip equally (P < .05).") ==
        "-");
  CHECK(p_of_trial("", "Grip was similar with tea and water (P = .55).") == "P = .55");
  // A capital V names an arm.
  CHECK(p_of_trial("", "N lowered pain by 12 mm (P = .02). V lowered pain by 8 mm (P = .01).") ==
        "-");
}

TEST_CASE("what goes with each year or unit is no effect of the treatment") {
  CHECK(summary("METHODS: Adults were randomly assigned to tea or water. RESULTS: For each prior "
                "year of gout there was a decrease in the odds of rest (OR=0.85; CI 0.75-0.95).")
            .starts_with("-|"));
}

TEST_CASE("several estimates of one measure are quoted together") {
  const std::string trial = "METHODS: Adults were randomly assigned to tea or water. RESULTS: ";
  CHECK(summary(trial + "The hazard ratios for falls and for cuts in all those who were given tea "
                        "versus water are 2.01 (P =.003) and 1.96 (P =. 007), respectively.")
            .starts_with("hazard ratios for falls and for cuts in all those who were given tea "
                         "versus water are 2.01 (P =.003) and 1.96 (P =. 007), respectively|"));
  CHECK(summary(trial + "There were geometric mean fold-differences of 1.07 (95% CI 0.63-1.81).")
            .starts_with("geometric mean fold-differences of 1.07 (95% CI 0.63-1.81)|"));
  CHECK(summary(trial + "The mean difference between tea and water was 2.3 mm (P = .02).")
            .starts_with("mean difference between tea and water was 2.3 mm|-|P = .02|"));
}

TEST_CASE("the figures of the arms are no effect estimate") {
  const Statistics told = statistics_of(
      "METHODS: Nurses were randomly assigned to tea (n = 30) or water (n = 30). RESULTS: At the "
      "end, 67% of the tea group and 65% of the water group were awake.");
  CHECK(told.estimate.status == Status::not_stated);
}

TEST_CASE("one p value of two unlike changes is that of the arms, one of each change is not") {
  CHECK(p_of_trial("",
                   "Sway went from 0.36 to 0.21 with tea, and from 0.35 to 0.30 with water "
                   "(P = .03).") == "P = .03");
  CHECK(p_of_trial("",
                   "Sway went from 36 to 21 with tea, and from 35 to 21 with water "
                   "(P < .001).") == "-");
  CHECK(p_of_trial("",
                   "Sway went from 36 to 21 (P < .001) versus 35 to 31 in the water group "
                   "(P = NS).") == "-");
  CHECK(p_of_trial("",
                   "Sway fell with tea from 36 to 21 (P = .02) but rose with water from 31 to "
                   "36 (P = .04; P = .005 between groups).") == "P = .005");
}

TEST_CASE("a p value of each arm's own change is not that of the arms") {
  CHECK(p_of_trial("",
                   "Grip rose by 33% (P<0.05) in the tea group and by 17% (NS) in the water "
                   "group.") == "-");
  CHECK(p_of_trial("",
                   "Grip rose by 33% and 17% in the tea and water groups, respectively (both "
                   "P<0.01).") == "-");
  CHECK(p_of_trial("", "In the tea group grip at month 6 was higher (P<0.05) than at month 3.") ==
        "-");
  CHECK(p_of_trial("", "Grip was higher with tea than with water (P<0.05).") == "P<0.05");
}

}  // namespace ev::extract
