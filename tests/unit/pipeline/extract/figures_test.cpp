#include "pipeline/extract/figures.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

constexpr const char* kTeaAgainstWater =
    "METHODS: Nurses were randomly assigned to tea (n = 30) or water (n = 30). RESULTS: ";

std::string figures(const std::string& told) {
  const model::Article article = article_of(kTeaAgainstWater + told);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const auto found = figures_in(record, sentence, {0, sentence.text.size()});
  return found ? std::string(sentence.text.substr(found->begin, found->end - found->begin)) : "-";
}

}  // namespace

TEST_CASE("figures of two arms are quoted whole") {
  CHECK(figures("Falls were rarer with tea (15.1% vs. 41.7%, P = .02).") == "15.1% vs. 41.7%");
  CHECK(figures("Pain was lower (43 +/- 7 vs 37 +/- 12 mm, P = .02).") ==
        "43 +/- 7 vs 37 +/- 12 mm");
  CHECK(figures("Falls occurred in 12% in the tea group versus 5% in the water group (P = .02).") ==
        "12% in the tea group versus 5% in the water group");
  CHECK(figures("Falls occurred in 74% on tea and 70% on water.") ==
        "Falls occurred in 74% on tea and 70% on water");
  CHECK(figures("The rate of falls in the tea (24%) and water (26%) groups was the same.") ==
        "The rate of falls in the tea (24%) and water (26%) groups was the same");
  CHECK(figures("Sleep was unchanged (2.6+/-1.4 to 2.4+/-1.6 vs. 2.8+/-2.3 to 2.5+/-1.8 h).") ==
        "2.6+/-1.4 to 2.4+/-1.6 vs. 2.8+/-2.3 to 2.5+/-1.8 h");
  CHECK(figures("Pain was lower with tea.") == "-");
  CHECK(figures("Less blood was lost in group 2 (110 +/- 9 mL vs 62 +/- 4 mL, P = .01).") ==
        "110 +/- 9 mL vs 62 +/- 4 mL");
  CHECK(figures("Relief was felt, tea against water, by 13 (52) versus 5 (20), P<.05.") ==
        "13 (52) versus 5 (20)");
  CHECK(figures("Falls were seen in 86% with water versus 71% with weak- and strong-brewed tea.") ==
        "86% with water versus 71% with weak- and strong-brewed tea");
}

TEST_CASE("where each arm has several figures the clause is quoted whole") {
  CHECK(
      figures("Relief was 54% on day 3 and 65% on day 9 in the tea group versus 57% on day 3 in "
              "the water group.") ==
      "Relief was 54% on day 3 and 65% on day 9 in the tea group versus 57% on day 3 in the water "
      "group");
  CHECK(figures("Falls and cuts occurred in 69% and 77% compared with 51% and 46%.") ==
        "Falls and cuts occurred in 69% and 77% compared with 51% and 46%");
  CHECK(
      figures("Cure was reached in 86% (49 of 57) in the first group and in 71% (40 of 56) in the "
              "second group.") ==
      "Cure was reached in 86% (49 of 57) in the first group and in 71% (40 of 56) in the second "
      "group");
  CHECK(figures("Grip was 31 kg in the tea group and 27 kg in the water group.") ==
        "Grip was 31 kg in the tea group and 27 kg in the water group");
}

TEST_CASE(
    "figures whose arms stand elsewhere, or far from the joining word, come with their clause") {
  CHECK(figures("Pain was lower with tea than with water (85% vs. 48%, respectively).") ==
        "Pain was lower with tea than with water (85% vs. 48%, respectively)");
  CHECK(
      figures("Cure was seen in 57 of 69 (83%; 95% CI: 72-91%) nurses who were given tea and milk, "
              "compared with 1 of 75 (1%; 95% CI: 0-7%) given milk alone.") ==
      "Cure was seen in 57 of 69 (83%; 95% CI: 72-91%) nurses who were given tea and milk, "
      "compared with 1 of 75 (1%; 95% CI: 0-7%) given milk alone");
  CHECK(figures("Tea raised grip (17.1%, P<.001 vs baseline) and sleep (56%, P<.001).") == "-");
  CHECK(figures("Healing rates in the groups were alike (85, 82 and 93%, respectively).") ==
        "Healing rates in the groups were alike (85, 82 and 93%, respectively)");
}

TEST_CASE("a long sentence is quoted until its p value's bracket") {
  const std::string told =
      "In the population that was to be treated by the plan of the study, 66.3% (118/178) of the "
      "tea "
      "group and 34.0% (32/94) of the water group had neither pain nor fever nor a cough for a "
      "whole "
      "year (P < 0.0001)";
  CHECK(figures(told + " (in those who kept to the plan and were seen again at its end: 70.3% "
                       "[109/155] in the tea group and 39.4% [28/71] in the water group).") ==
        told);
}

TEST_CASE("figures begin and end outside of brackets or take them whole") {
  CHECK(figures("Falls were rarer in the calm (11% [10 of 95] vs 47% [20 of 43]).") == "-");
  CHECK(figures("Falls occurred in 66% (58-74) of the tea group compared with 14% (8-20) of the "
                "water group.") ==
        "Falls occurred in 66% (58-74) of the tea group compared with 14% (8-20) of the water "
        "group");
  CHECK(figures("Falls occurred in 2 nurses in the tea group (3.4 percent) and 18 in the water "
                "group (34 percent, P<.001).") ==
        "Falls occurred in 2 nurses in the tea group (3.4 percent) and 18 in the water group (34 "
        "percent, P<.001)");
}

TEST_CASE("no time, no p value and no name of a group is a figure of two arms") {
  CHECK(figures("Pain was less common at 1 year compared with 32% before.") == "-");
  CHECK(figures("Pain fell (P<.05 vs baseline and P<.01 vs water).") == "-");
  CHECK(figures("Pain was lower in group 1 vs. group 2.") == "-");
  CHECK(figures("Of 9 nurses awake 7 had tea, including 2 in the tea group and 3 in the water "
                "group.") == "-");
  CHECK(figures("Doses fell (20 mg) compared with those before (40).") == "-");
  CHECK(figures("Forty patients were included, 21 in the tea group and 19 in the water group.") ==
        "-");
  CHECK(figures("Of 60 nurses, 28 in the tea group (93%) and 25 in the water group (83%) completed "
                "the study.") == "-");
}

TEST_CASE("a figure belongs to the arm that is named in front of its bracket or behind it") {
  const auto figures_of_aspirin = [](const std::string& told) {
    const model::Article article = article_of(
        "METHODS: In a randomized trial, nurses with gout received aspirin or placebo. RESULTS: " +
            told,
        "Aspirin versus placebo in nurses with gout");
    const RecordText record(article);
    const Sentence& sentence = record.sentences().back();
    return figures_in(record, sentence, {0, sentence.text.size()}).has_value();
  };
  CHECK(figures_of_aspirin("Falls hit more placebo-treated (24%) than aspirin-treated (7%)."));
  CHECK(
      figures_of_aspirin("Rest was found in 46% (95% CI, 39-53%) with 20 mg of aspirin, 31% "
                         "(25-38%) with 10 mg of aspirin, and 13% (7-20%) with placebo."));
  CHECK(figures_of_aspirin("Flow fell by -278 ml min-1 (aspirin) and by -199 (placebo)."));
  CHECK(figures_of_aspirin("Pain fell by 85 mg/dl for aspirin and 13 mg/dl for placebo."));
  CHECK_FALSE(figures_of_aspirin("Rest was found in 46% with aspirin."));
  CHECK_FALSE(figures_of_aspirin("Rest was found in 46% with aspirin and lasted with placebo."));
}

TEST_CASE("times are figures where a time is what is compared") {
  CHECK(figures("The median time to rest was 8 weeks for tea vs 12 weeks for water (P=0.02).") ==
        "8 weeks for tea vs 12 weeks for water");
  CHECK(figures("They went on for a mean of 35.5 weeks as compared with only 27.2 with water.") ==
        "35.5 weeks as compared with only 27.2 with water");
  CHECK(figures("Pain was felt at 8 weeks vs 12 weeks.") == "-");
}

}  // namespace ev::extract
