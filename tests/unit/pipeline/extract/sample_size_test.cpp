#include "helpers.hpp"
#include "pipeline/extract/size_scorer.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("sample sizes and their traps") {
  struct Case {
    const char* abstract;
    const char* expected;
  };
  const Case table[] = {
      {"A total of 120 patients were randomized.", "120"},
      {"We enrolled 1,204 women.", "1204"},
      {"One hundred and twenty patients were enrolled.", "120"},
      {"Twenty-four healthy volunteers took part in this trial.", "24"},
      {"12\u2009345 participants were recruited.", "12345"},
      {"Ninety-nine H. pylori-positive adults were randomized to tea or water.", "99"},
      {"Of 129 adults with gout, 104 (81%) were found to have pain. In all 99 adults were "
       "randomized to tea or water.",
       "99"},
      {"Of 120 patients treated with tea (n = 80) or water (n = 40), most improved.", "120"},
      {"Participants (N = 88) completed a diary.", "88"},
      {"Participants (n\u2009=\u200988) completed a diary.", "88"},
      {"Sixty-one patients received tea and 65 patients received water. In total 126 patients "
       "were studied.",
       "126"},
      {"We gave tea to 139 adults. They were randomized 2:1 (tea n = 92: water n = 47).", "139"},
      {"Then 42 (25 men, 17 women) patients were randomized to tea or water.", "42"},
      {"We studied sleep in 5 (out of 12) adults and 60 women.", "60"},
      {"Twelve mild to moderate hypertensives were randomized to tea or water.", "12"},
      {"Of them 2324 had gout and were assigned tea (1161) or water (1163).", "2324"},
      {"A study of 2763 women. This report is on 1525 adults, randomly assigned to tea (n = 768) "
       "or "
       "water (n = 757).",
       "1525"},
      // The first of several arms is not the whole.
      {"We saw 126 adults (60 men, 66 women). Methods: 65 adults were randomized to tea, 61 to "
       "water.",
       "126"},
      {"29 adults met the criteria. Later 12 adults were assigned tea, and 14 water.", "29"},
      {"We studied sleep. 90 adults were randomized 1:1 to tea, 20 to 30 mg daily.", "90"},
      // What is not a number of participants.
      {"In 45% of patients pain fell.", "-"},
      {"Patients were followed from 1998 to 2004.", "-"},
      {"The trial lasted 24 weeks.", "-"},
      {"Men aged 65 years took 20 mg daily.", "-"},
      {"A twenty-four-week trial of tea.", "-"},
      {"Seven of the 12 centers answered.", "-"},
      {"Follow-up was 1200 patient-years.", "-"},
      {"There were 12 patients in each group.", "-"},
      {"Groups had n = 12/arm.", "-"},
      {"They were allocated to tea (n = 45) or water (n = 47).", "-"},
      {"We compared 300 cases with insomnia and 310 healthy controls.", "-"},
      {"In total, 610 people took part: 300 cases and 310 controls.", "610"},
      {"Forty rats were given tea.", "40"},
      {"Six trials with 900 participants were included.", "900"},
      // Parts of a whole that nobody states.
      {"We assigned 98 adults with insomnia to tea (20 mg) and 97 to water.", "-"},
      {"For a week, 45 adults received tea and 44 adults received water.", "-"},
      {"We randomized 60 men and 66 women.", "-"},
      {"In all, 40 urban and 90 rural adults were randomized.", "-"},
      {"Groups were compared (tea [N = 20], milk [N = 13], water [N = 31]).", "-"},
      // The whole is stated beside its parts.
      {"We saw 195 adults who slept badly. We assigned 98 adults to tea and 97 to water.", "195"},
      {"Of the 90 adults, 44 were assigned to tea and 46 to water.", "90"},
      {"We read charts of 70 adults. Groups were tea [N = 20], milk [N = 13], water [N = 37].",
       "70"},
      {"We enrolled 464 women (a subgroup of the Tea Study, n = 13,100).", "464"},
      {"Sixty-one adults drank each of three teas.", "61"},
      {"140 grade 1-3 patients were enrolled.", "140"},
      // Those looked at, places, strains and groups are no sample.
      {"Of 238 adults who came for tea, 51 were eligible. Of these, 20 were randomized to each "
       "group.",
       "-"},
      {"Of 90 adults who were enrolled, 80 were treated.", "90"},
      {"We studied a sample of 60 rural family practices.", "-"},
      {"Yoghurt (strain 344) was eaten. In total 40 adults took part.", "40"},
      {"We recruited 272 children from the intervention clinics and 212 from the control clinics.",
       "-"},
      {"A trial with more than 100 patients in each of six groups. Patients (n = 787) were "
       "randomized.",
       "787"},
      {"Forty-two male patients and two female patients drank tea.", "-"},
      {"They were randomly assigned to tea (n = 503) or to water (n = 507). RESULTS: 500 adults "
       "were followed.",
       "-"},
      {"In study 1, 219 women were randomized. In study 2, 266 women were randomized.", "-"},
      {"Patients with severe (N = 149) and mild gout (N = 79) were stratified.", "-"},
      {"Tea drinkers (53 children, mean age 10) and others (55 children, mean age 9) were seen.",
       "-"},
      {"We saw 158 healthy siblings of 167 patients with gout.", "158"},
      {"464 of 627 patients presenting with gout were suitable for inclusion.", "-"},
      {"Of 129 patients with ulcers, 104 (81%) were shown to drink tea. Ninety-nine patients were "
       "randomized.",
       "99"},
      {"Study 1 (four weeks, 32 patients) and study 2 (three years, 68 patients) were done.", "-"},
      {"In the end 653 women (39.1%) were at home, and 1017 (60.9%) elsewhere.", "-"},
      {"In total, 390 adults drank tea. The 179 adults whose pulse was high were randomized.",
       "179"},
      {"Rats were fed 12,500 ppm tea, and mice drank water.", "-"},
  };
  for (const Case& c : table) {
    CAPTURE(c.abstract);
    CHECK(best_text(find_sample_size, c.abstract) == c.expected);
  }
}

TEST_CASE("of a record that counts beyond all measure no sample size is told") {
  const auto told = [](std::size_t counts) {
    std::string abstract = "A total of 120 patients were randomized.";
    for (std::size_t i = 1; i < counts; ++i)
      abstract += " Later " + std::to_string(200 + i) + " women took part.";
    return best_text(find_sample_size, abstract);
  };
  CHECK(told(2) == "120");
  CHECK(told(kMostCounts) == "120");
  CHECK(told(kMostCounts + 1) == "-");
}

TEST_CASE("arms that do not add up are a conflict, arms alone are no total") {
  const model::Article article = article_of(
      "We randomized 120 patients to receive tea (n = 80) or water (n = 30) for one year.");
  const Findings findings = find_sample_size(RecordText(article));
  REQUIRE_FALSE(findings.candidates.empty());
  CHECK(findings.candidates.front().number == 120.0);
  CHECK(findings.conflict == "the arms sum to 110, not to 120");
  const model::Article fits = article_of(
      "We randomized 110 patients to receive tea (n = 80) or water (n = 30) for one year.");
  CHECK(find_sample_size(RecordText(fits)).conflict.empty());
  const model::Article arms = article_of("They drank tea (n = 45) or water (n = 47).");
  CHECK(find_sample_size(RecordText(arms)).reason ==
        "only the sizes of arms or groups are stated, not the total");
  CHECK(all_texts(find_arm_sizes,
                  "RESULTS: Tea spilled in 78 women in the control group and in 48 women in the "
                  "mint group.") == "");
  CHECK(all_texts(find_arm_sizes, "They drank tea (n = 45) or water (n = 47).") == "45|47");
}

TEST_CASE("the quote holds the whole number, whatever blank parts its thousands") {
  for (const char* blank : {"\u2008", "\u2009", "\u202F", "\u00A0"}) {
    const std::string abstract =
        std::string("We followed 160") + blank + "921 women in a caf\u00E9.";
    const Findings findings = find_sample_size(RecordText(article_of(abstract)));
    REQUIRE(findings.candidates.size() == 1);
    CHECK(findings.candidates.front().number == 160921);
    CHECK(findings.candidates.front().ground.quote == std::string("160") + blank + "921 women");
    CHECK(findings.candidates.front().ground.start == 12);
    CHECK(findings.candidates.front().ground.end == 25);
  }
}

TEST_CASE("a narrative review counts the participants of others") {
  const model::Article review =
      article_of("Tea was tried in 415 patients.", "Tea for sleep: a review");
  const Findings findings = find_sample_size(RecordText(review));
  CHECK(findings.candidates.empty());
  CHECK_FALSE(findings.reason.empty());
}

TEST_CASE("datasets are counted in their own units") {
  CHECK(best_text(find_dataset_size, "The model was trained on 12,500 images.") == "12500");
  CHECK(best_text(find_dataset_size, "We included 300 patients.") == "300");
}

TEST_CASE("those screened, planned or drawn to one arm are not the sample") {
  CHECK(best_text(find_sample_size,
                  "A total of 900 adults were screened. Sixty adults were randomly assigned to "
                  "receive tea, and 53 to receive water.") == "-");
  CHECK(best_text(find_sample_size,
                  "The study was planned to include 900 adults with gout. Therefore, 140 adults "
                  "were randomized to receive tea and 150 to receive water.") == "-");
  CHECK(best_text(find_sample_size,
                  "A sample size of 200 patients was needed to detect a difference. We included 57 "
                  "patients.") == "57");
  CHECK(best_text(find_sample_size, "In this trial 900 adults with gout will be enrolled.") ==
        "900");
  CHECK(best_text(find_sample_size,
                  "METHODS: We enrolled 480 adults, of whom 380 were randomized.") == "380");
  CHECK(best_text(find_sample_size,
                  "METHODS: Sixty tired adults had gout. Thirty-one adults were randomized to tea "
                  "and coffee; 29 adults were randomized to water.") == "60");
  CHECK(best_text(find_sample_size,
                  "METHODS: Adults were randomized to tea (tea group, 40 adults) or to water and "
                  "milk (milk group, 37 adults).") == "-");
  CHECK(best_text(find_sample_size,
                  "METHODS: Twenty Peruvians with gout were randomized to tea or water.") == "20");
  CHECK(best_text(find_sample_size,
                  "Of 1200 eligible nurses, 300 were randomized: 150 to tea and "
                  "150 to milk.") == "300");
  CHECK(best_text(find_sample_size,
                  "Of 1200 eligible nurses, 300 were randomized to tea or milk.") == "300");
}

TEST_CASE("what a rate is of is no sample") {
  CHECK(best_text(find_sample_size,
                  "There were 12 falls per 10,000 persons among 450 participants.") == "450");
  CHECK(best_text(find_sample_size, "There were 5.2 falls per 100 women.") == "-");
}

TEST_CASE("those looked at, a part of them and those beside them are no sample") {
  const auto size_in = [](const std::string& abstract) {
    return best_text(find_sample_size, abstract);
  };
  CHECK(
      size_in("After screening 255 adults, 97 were finally included. 48 adults were given tea.") ==
      "97");
  CHECK(size_in("METHODS: Adults drank tea or water. RESULTS: In a subset of 82 adults, sleep was "
                "measured.") == "-");
  CHECK(size_in("METHODS: Adults were randomized to tea or water. RESULTS: Of the 554 adults who "
                "were enrolled, 400 entered the double-blind study.") == "400");
  CHECK(size_in("We randomized 36 and 60 adults, respectively, to tea or water.") == "-");
  CHECK(size_in("Adults were randomized to tea (n=20) or milk (n=11). Thirteen adults in the tea "
                "and eight adults in the milk group were men.") == "-");
  CHECK(size_in("Tea was drunk by adults with gout (9 men, 6 women).") == "-");
  CHECK(size_in("Adults were randomized to tea or milk. Ten healthy nurses (7 men, 3 women) served "
                "as controls.") == "-");
}

TEST_CASE("groups of so many each have no total") {
  CHECK(best_text(find_sample_size,
                  "A study in three groups consisting of 18 adults each was "
                  "conducted.") == "-");
}

TEST_CASE("a substudy has people of its own") {
  CHECK(best_text(find_sample_size,
                  "METHODS: A total of 19,193 adults had been randomized by then. The present "
                  "substudy of 926 adults aimed to compare tea at home.") == "926");
}

TEST_CASE("a section on the participants counts all of them") {
  CHECK(best_text(find_sample_size,
                  "To study tea.; Adults were randomized to tea or water.; 107 adults with gout.; "
                  "172 adults were enrolled, leaving 107 adults for analysis.") == "107");
}

TEST_CASE("a subset counts, not those it was taken from") {
  CHECK(best_text(find_sample_size,
                  "METHODS: A subset of 584 adults recruited from among the 2396 nurses in the tea "
                  "trial. The 2396 nurses were randomised to receive tea or water.") == "584");
}

TEST_CASE("arms told one by one and studies of others have no total") {
  CHECK(best_text(find_sample_size,
                  "METHODS: Of the 503 adults randomized to tea, 20 slept. Of the 505 adults in "
                  "the water group, 8 slept.") == "-");
  CHECK(best_text(find_sample_size,
                  "Tea was better than milk. In another phase III trial involving 1021 adults, "
                  "tea was better than water.") == "-");
  CHECK(best_text(find_sample_size,
                  "Two trials tell of tea. In the Leaf study 635 adults were randomised to tea or "
                  "water. In the Cup study 1121 adults were randomised to tea or milk.") == "-");
}

TEST_CASE("a stated total goes before the sum of the arms") {
  CHECK(best_text(find_sample_size,
                  "METHODS: We randomized 52 adults with gout to tea (N = 18), milk (N = 8), water "
                  "(N = 10) or beer (N = 16).") == "52");
  CHECK(best_text(find_sample_size,
                  "METHODS: We saw 70 tired adults. RESULTS: Six from the tea group (n = 24), one "
                  "from the milk group (n = 23) and three from the beer group (n = 23) left.") ==
        "70");
}

TEST_CASE("figures between the arms and ages are no arms") {
  CHECK(best_text(find_sample_size,
                  "Forty-eight adults with gout were randomly divided into three groups: 15 adults "
                  "received (188)Tea (group A), 15 adults received milk (group B) and 18 adults "
                  "were treated by both.") == "48");
  CHECK(best_text(find_sample_size,
                  "METHODS: The trial was stopped after 49 adults were enrolled (median age, 39 "
                  "years; range, 21 to 43 years); 47 adults were treated with tea.") == "49");
  CHECK(best_text(find_sample_size,
                  "METHODS: Seventy-four adults with gout were randomized to two groups, each with "
                  "37 adults, to receive tea or milk.") == "74");
}

TEST_CASE("what is no list of all arms adds up to nothing") {
  const auto size_in = [](const std::string& abstract) {
    return best_text(find_sample_size, abstract);
  };
  CHECK(size_in("METHODS: In a randomized crossover study tea for a week (n = 12) and for a day (n "
                "= 6) was compared.") == "-");
  CHECK(size_in("METHODS: Adults were randomized to three groups, among them tea (n = 20) or milk "
                "(n = 21).") == "-");
  CHECK(size_in("METHODS: Adults were randomized to tea (n = 60), milk (58) or water (n = 61).") ==
        "-");
  CHECK(size_in("METHODS: Adults were randomized. RESULTS: They slept (intention to treat [n = "
                "74]/per protocol [n = 66]).") == "-");
  CHECK(size_in("METHODS: A total of 345 adults were randomized to treatment with tea or water, "
                "and 337 adults received it.") == "345");
}

TEST_CASE("an age between the number and the people is no other number") {
  CHECK(best_text(find_sample_size,
                  "Sixty-three 8- to 10-year-old children with asthma were "
                  "randomly assigned to tea or water.") == "63");
}

TEST_CASE("those who completed are no arm, the sexes of those studied make up the whole") {
  CHECK(best_text(find_sample_size,
                  "METHODS: Adults were randomized to tea or water. RESULTS: Ninety adults were "
                  "screened, 81 adults were randomized and 72 adults completed the trial.") ==
        "81");
  CHECK(
      best_text(find_sample_size,
                "METHODS: Adults were randomized to tea or water. RESULTS: A total of 13 male and "
                "30 female nurses were studied.") == "-");
}

}  // namespace ev::extract
