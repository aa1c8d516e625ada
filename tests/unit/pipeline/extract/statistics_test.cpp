#include "pipeline/extract/statistics.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::vector<Effect> effects(const std::string& sentence) {
  const model::Article article = article_of(sentence);
  const RecordText record(article);
  return effects_in(record.sentences().at(0));
}

}  // namespace

TEST_CASE("p values in all their spellings") {
  CHECK(all_texts(find_p_values, "Pain fell (P<.001), sleep did not (p = 0.23).") ==
        "P<.001|p = 0.23");
  CHECK(all_texts(find_p_values, "Pain fell (P=0\u00B7001).") == "P=0\u00B7001");
  CHECK(all_texts(find_p_values, "Pain fell (p value < 0.05).") == "p value < 0.05");
  CHECK(all_texts(find_p_values, "Pain fell (p \u2264 0.01).") == "p \u2264 0.01");
  CHECK(all_texts(find_p_values, "Pain did not fall (P = NS).") == "P = NS");
  CHECK(all_texts(find_p_values, "Pain did not fall (p = not significant).") ==
        "p = not significant");
  CHECK(all_texts(find_p_values, "Pain fell (p < or = 0.01).") == "p < or = 0.01");
  CHECK(all_texts(find_p_values, "Pain fell (P:=0.02).") == "P:=0.02");
  CHECK(all_texts(find_p_values, "Pain fell (2P = .02).") == "2P = .02");
  CHECK(all_texts(find_p_values, "Association was strong (P = 3 x 10(-8)).") == "P = 3 x 10(-8)");
  CHECK(all_texts(find_p_values, "A P value <0.05 was considered significant.").empty());
  CHECK(all_texts(find_p_values, "Vitamin P 500 mg helped.").empty());
  CHECK(all_texts(find_p_values, "Pain fell (p[=]0.02).") == "p[=]0.02");
}

TEST_CASE("a p value that broke off is none") {
  CHECK(all_texts(find_p_values, "Pain fell (P =. 007) in all.") == "P =. 007");
  CHECK(all_texts(find_p_values, "Pain fell (p=0 .03) in all.") == "p=0 .03");
  CHECK(all_texts(find_p_values, "Pain fell (p=0-52) in all.") == "p=0-52");
  CHECK(all_texts(find_p_values, "Pain fell (p=0-5) in all.").empty());
  CHECK(all_texts(find_p_values, "Pain fell (p=0) in all.").empty());
  CHECK(all_texts(find_p_values, "Pain fell (p=0.0) in all.").empty());
  CHECK(all_texts(find_p_values, "Pain fell (p=0.000) in all.") == "p=0.000");
  for (const char* text : {"Pain fell (P = 0. 03) in all.", "Pain fell (P = 0. In all)."})
    CHECK(all_texts(find_p_values, text) != "P = 0");
}

TEST_CASE("estimates with their intervals") {
  const auto found = effects("Death was rarer (hazard ratio 0.77, 95% CI 0.65 to 0.90; P=0.001).");
  REQUIRE(found.size() == 1);
  CHECK(found[0].measure == "HR");
  CHECK(found[0].estimate == Approx(0.77));
  REQUIRE(found[0].interval);
  CHECK(found[0].interval->low == Approx(0.65));
  CHECK(found[0].interval->high == Approx(0.90));
  REQUIRE(found[0].p);
  CHECK(found[0].p->value == Approx(0.001));
  CHECK(inconsistency(found[0]).empty());
}

TEST_CASE("a difference keeps its no, and the interval of one arm is none of it") {
  const std::string sentence =
      "There was no significant difference in pain of 0.3 mm (95% CI -0.2 to 0.8).";
  const auto found = effects(sentence);
  REQUIRE(found.size() == 1);
  CHECK(sentence.substr(found[0].begin, found[0].end - found[0].begin) ==
        "no significant difference in pain of 0.3");
  CHECK(effects("There was no difference between the groups: tea -0.3 (95% CI -0.2 to -0.4), water "
                "-0.4 (-0.3 to -0.5).")
            .empty());
}

TEST_CASE("reductions and differences with units and long names") {
  const auto reduction =
      effects("Tea had risk reductions of 32% (95% CI 13-47, p=0.002) for falls.");
  REQUIRE(reduction.size() == 1);
  CHECK(reduction[0].estimate == Approx(32));
  CHECK(reduction[0].interval->high == Approx(47));
  const auto relative = effects("Falls were rarer (45% risk reduction, 95% CI 27-59%, p=0.002).");
  REQUIRE(relative.size() == 1);
  CHECK(relative[0].estimate == Approx(45));
  const auto difference = effects(
      "The estimated difference between the tea and the water drinkers (change at week 9) "
      "in body mass index was -2.5 kg/m(2) [95% CI -7.4 to 2.3 kg/m(2)].");
  REQUIRE(difference.size() == 1);
  CHECK(difference[0].estimate == Approx(-2.5));
  CHECK(effects("The placebo-subtracted change in sleep was 3.2% (95% CI 1.8-4.7).").size() == 1);
  CHECK(effects("Falls were rarer (absolute rate reduction, 2.2% [95% CI 1.0-3.5]).").size() == 1);
  CHECK(effects("The RR interval rose (RR interval +25 +/- 7 ms).").empty());
}

TEST_CASE("a number that belongs to the name of a scale is no estimate") {
  const auto found = effects(
      "Decline was less (mean difference in ADAS-Cog 13, -1.9 points; 95% CI, -3.2 to -0.6).");
  REQUIRE(found.size() == 1);
  CHECK(found[0].estimate == Approx(-1.9));
  REQUIRE(found[0].interval);
  CHECK(inconsistency(found[0]).empty());
  CHECK(effects("Risk fell (OR 1.5, 1.2-1.9).").at(0).estimate == Approx(1.5));
}

TEST_CASE("forms of estimates") {
  CHECK(effects("Risk fell (OR, 0.5; 95% CI, 0.3-0.8).").at(0).interval->high == Approx(0.8));
  CHECK(effects("Risk fell (odds ratio [OR] 0.5 [95% CI 0.3-0.8]).").at(0).measure == "OR");
  CHECK(effects("Pain fell (mean difference -1.2, 95% CI -2.0 to -0.4).").at(0).estimate ==
        Approx(-1.2));
  CHECK(effects("Pain fell (SMD \u22120.5, 95% CI \u22120.8 to \u22120.2).").at(0).interval->low ==
        Approx(-0.8));
  CHECK(effects("RR 0\u00B777 (95% CI 0\u00B765\u20130\u00B790)").at(0).interval->low ==
        Approx(0.65));
  CHECK(effects("He drank tea or 2 cups of coffee.").empty());
  CHECK(effects("The odds ratio was not reported.").empty());
  CHECK(effects("A 20% risk reduction occurred in deaths and a 33% reduction in falls.").empty());
  CHECK(effects("The mean heart rate (HR) of 85 beats/min was unchanged.").empty());
  CHECK(effects("Pulse pressure and heart rate (HR) were taken every 30 min.").empty());
  CHECK(effects("The risk difference between the 2 arms grew.").empty());
  CHECK(effects("The 95% confidence interval of mean difference, 5.73 to 14.9.").empty());
  CHECK(effects("Overall success (OR or stable disease > or = 24 weeks) was longer.").empty());
}

TEST_CASE("what does not fit together is said") {
  auto problem = [](const std::string& s) { return inconsistency(effects(s).at(0)); };
  CHECK(problem("HR 0.50 (95% CI 0.65 to 0.90)") == "the interval does not contain the estimate");
  CHECK(problem("HR 0.77 (95% CI 0.90 to 0.65)") ==
        "the interval's lower bound is above its upper bound");
  CHECK(problem("HR 0.77 (95% CI 0.55 to 1.20; P=.01)") ==
        "p is below .05 but the interval includes the null value");
  CHECK(problem("HR 0.77 (95% CI 0.65 to 0.90; P=.40)") ==
        "the interval excludes the null value but p is not below .05");
  CHECK(problem("HR 0.77 (95% CI 0.65 to 0.90; P<.001)").empty());
  CHECK(problem("HR 0.90 (95% CI 0.75 to 1.00; P=.049)").empty());
  CHECK(problem("HR 0.77 (99% CI 0.55 to 1.20; P=.01)").empty());
}

TEST_CASE("significance is read from words and from p") {
  auto flag = [](const std::string& s) {
    const model::Article article = article_of(s);
    const Findings findings = find_significance(RecordText(article));
    return findings.candidates.empty() ? std::optional<bool>() : findings.candidates.front().flag;
  };
  CHECK(flag("RESULTS: Pain was significantly lower with tea.") == true);
  CHECK(flag("RESULTS: There was no significant difference in pain.") == false);
  CHECK(flag("RESULTS: Pain was lower with tea (P=.002).") == true);
  CHECK(flag("RESULTS: Pain was lower with tea (P=.2).") == false);
  CHECK(flag("RESULTS: They drank tea.") == std::nullopt);
}

TEST_CASE("percentages leave out confidence levels and bounds") {
  CHECK(all_texts(find_percentages, "RESULTS: Pain fell in 45% (95% CI 40% to 50%).") == "45%");
}

TEST_CASE("the lowest and highest of several estimates are no estimate") {
  CHECK(effects("Risk factors were age and falls (RR, 2.3-3.9).").empty());
}

TEST_CASE("an interval is not in conflict for another result's sake") {
  const auto conflict = [](const char* others) {
    return find_confidence_intervals(
               RecordText(
                   article_of(std::string("OBJECTIVE: To learn whether tea lowers pain. "
                                          "RESULTS: Pain was less with tea (WMD -1.15, 95% CI "
                                          "-1.67 to -0.63, P < 0.001)") +
                              others)))
        .conflict;
  };
  CHECK(conflict(".").empty());
  CHECK(conflict(" and pulse rate rose (WMD -2.21, 95% CI 1.54 to 2.88, P < 0.001).").empty());
}

TEST_CASE("an interval may be named before its estimate") {
  const auto found = effects(
      "The geometric mean ratios (90% confidence interval) of tea to water were 1.04 (0.94, 1.14), "
      "and 1.00 (0.91, 1.10), respectively.");
  REQUIRE(found.size() == 1);
  CHECK(found[0].ratio);
  CHECK(found[0].estimate == Approx(1.04));
  REQUIRE(found[0].interval);
  CHECK(found[0].interval->level == Approx(90));
  CHECK(found[0].interval->high == Approx(1.14));
  CHECK(effects("The ratio (95% CI) of tea to water was 3.1 (0.94, 1.14).").empty());
}

TEST_CASE("numbers of what is compared are no estimate") {
  const model::Article article =
      article_of("RESULTS: The hazard ratio for 4-5 cups per day was 0.93 (95% CI 0.90-0.97).");
  CHECK(find_effect_size(RecordText(article)).candidates.at(0).number == 0.93);
}

TEST_CASE("what another study found is no result of the record") {
  const std::string own = "The odds ratio was 0.80 (95% CI 0.70 to 0.90).";
  for (const char* const earlier :
       {"In the earlier FROST trial the hazard ratio was 0.50 (95% CI 0.30 to 0.80). ",
        "Previous studies showed a relative risk of 0.50 (95% CI 0.30 to 0.80; P = .01). ",
        "The previously reported hazard ratio was 0.50 (95% CI 0.30 to 0.80). ",
        "A hazard ratio of 0.50 (95% CI 0.30 to 0.80) in a previous trial was not confirmed. "}) {
    INFO(earlier);
    const std::string both =
        std::string(earlier) + "Adults were randomized to tea or water. " + own;
    CHECK(best_text(find_effect_size, both.c_str()).find("0.50") == std::string::npos);
    CHECK(best_text(find_confidence_intervals, both.c_str()).find("0.70") != std::string::npos);
    CHECK(best_text(find_effect_size, earlier) == "-");
    CHECK(best_text(find_confidence_intervals, earlier) == "-");
    CHECK(best_text(find_p_values, earlier) == "-");
  }
  CHECK(
      best_text(find_effect_size, ("As in the earlier trial, the odds ratio was 0.80 (95% CI 0.70 "
                                   "to 0.90)."))
          .find("0.80") != std::string::npos);
}

}  // namespace ev::extract
