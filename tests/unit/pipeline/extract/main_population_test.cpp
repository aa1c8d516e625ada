#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string people_in(const std::string& abstract, const std::string& title = {}) {
  const model::Article article = article_of(abstract, title);
  const RecordText record(article);
  const auto found = main_population(record);
  return found ? found->text : "-";
}

}  // namespace

TEST_CASE("the people are those the study counts, not a part of them") {
  CHECK(people_in("METHODS: A total of 120 women with gout were randomized to tea or water. "
                  "RESULTS: 40 women with severe pain relapsed.") == "120 women with gout");
  CHECK(people_in("METHODS: A total of 120 women with gout were randomized to aspirin or placebo. "
                  "RESULTS: Patients receiving aspirin slept longer.") == "120 women with gout");
}

TEST_CASE("the people's condition says more than their number") {
  CHECK(people_in("METHODS: 92 patients were randomized to tea or water.",
                  "Tea in patients with gout") == "patients with gout");
  CHECK(people_in("METHODS: 92 patients were randomized to tea or water.",
                  "Tea for the treatment of asthma") == "asthma");
  CHECK(people_in("METHODS: 53 children took part.",
                  "Two years of traditional child "
                  "psychotherapy") == "53 children");
}

TEST_CASE("people and their disease stand for a bare count, whole words for broken ones") {
  CHECK(
      people_in("BACKGROUND: We examined tea in patients with severe asthma. METHODS: Sixty-eight "
                "patients were randomized to tea or water.") == "patients with severe asthma");
  CHECK(people_in("METHODS: Tea was drunk.", "Empowering asthma patients: a trial of tea") ==
        "asthma patients");
  CHECK(people_in("METHODS: We report 423 adults who had a body mass index of 27 to 40 kg/m(2). "
                  "Adults drank tea.") ==
        "423 adults who had a body mass index of 27 to 40 kg/m(2)");
}

TEST_CASE("a description goes on behind an aside and ends with a whole phrase") {
  CHECK(
      people_in("METHODS: We studied tea in 241 men (age, 31 to 87 years; mean, 63) with gout.") ==
      "241 men (age, 31 to 87 years; mean, 63) with gout");
  CHECK(people_in("METHODS: We enrolled 40 adults with gout and class II-III symptoms and a pulse "
                  "below ninety in the morning and rather low weight at the first visit of all") ==
        "40 adults with gout and class II-III symptoms and a pulse below ninety in the morning "
        "and rather low weight");
  CHECK(people_in("METHODS: We assigned 40 adults with type I diabetes to tea.") ==
        "40 adults with type I diabetes");
  CHECK(people_in("METHODS: We enrolled 38 adults with gout in a single-centre, double-blind "
                  "trial.") == "38 adults with gout");
  CHECK(people_in("METHODS: We enrolled 38 adults with gout in the Tea Or Coffee Trial.") ==
        "38 adults with gout");
}

TEST_CASE("kin of patients, what is provided to them, what is done to them") {
  CHECK(people_in("METHODS: We asked 158 healthy siblings of 167 patients with gout.") ==
        "158 healthy siblings of 167 patients with gout");
  CHECK(people_in("METHODS: Tapes were made.",
                  "Effect of providing cancer patients with the "
                  "audiotaped tea consultation") == "cancer patients");
  CHECK(people_in("METHODS: 652 patients undergoing primary, unilateral knee arthroplasty were "
                  "randomized.") ==
        "652 patients undergoing primary, unilateral knee arthroplasty");
}

TEST_CASE("both sexes are one group, a share and those with less disease are others") {
  CHECK(people_in(
            "METHODS: A total of 235 male and 400 female outpatients with gout were given tea.") ==
        "235 male and 400 female outpatients with gout");
  CHECK(people_in("METHODS: We studied patients with gout. RESULTS: 65 women (39%) slept.") ==
        "patients with gout");
  CHECK(people_in("METHODS: Nineteen patients drank tea. CONCLUSION: Tea should be tried in "
                  "patients with shorter disease duration.") == "-");
  CHECK(people_in("METHODS: Tea was drunk.", "Tea for the prevention of influenza") == "-");
  CHECK(people_in("METHODS: Tea was drunk.", "Vaccination of infants with a pertussis vaccine")
            .find("vaccine") == std::string::npos);
}

TEST_CASE("the people left out are not the people studied") {
  CHECK(
      people_in("METHODS: We evaluated 2000 patients who had gout. Patients who required intensive "
                "care were excluded.")
          .find("intensive") == std::string::npos);
}

TEST_CASE("a description is not broken off") {
  CHECK(people_in("METHODS: Sixty patients with insomnia secondary to chronic pain were randomized "
                  "to tea or water.") == "Sixty patients with insomnia secondary to chronic pain");
  CHECK(people_in("METHODS: Sixty children with a mean age of 62 (8-200) months were randomized to "
                  "tea or water.") == "Sixty children");
  CHECK(people_in("METHODS: We asked 60 carers of patients with dementia about sleep.")
            .find("patients with dementia") != std::string::npos);
}

TEST_CASE("a description begins with its first word and goes on behind the age") {
  CHECK(people_in("METHODS: Twelve mild to moderate asthmatics drank tea.") ==
        "Twelve mild to moderate asthmatics");
  CHECK(people_in("METHODS: We gave tea to 51 previously untreated asthmatic patients.") ==
        "51 previously untreated asthmatic patients");
  CHECK(people_in("METHODS: 90 adults aged 30 to 70 years with gout were randomized.") ==
        "90 adults aged 30 to 70 years with gout");
  CHECK(people_in("METHODS: Fifty adults, aged 46 (range 30-60) years, with newly diagnosed gout "
                  "were randomized.") ==
        "Fifty adults, aged 46 (range 30-60) years, with newly diagnosed gout");
  CHECK(people_in("METHODS: We randomized 60 E. coli-positive patients to tea or milk.") ==
        "60 E. coli-positive patients");
  CHECK(people_in("METHODS: Twenty patients with class II to III asthma were given tea.") ==
        "Twenty patients with class II to III asthma");
}

TEST_CASE("an age or a number alone yields to people and their disease") {
  CHECK(people_in("BACKGROUND: We compared tea with milk in adults with severe asthma. METHODS: "
                  "440 adults aged over 18 years were randomized to tea or milk.") ==
        "adults with severe asthma");
  CHECK(people_in("METHODS: One hundred patients were randomized to tea or milk.") == "-");
  CHECK(people_in("METHODS: Analyses were done in the intention-to-treat population.") == "-");
  CHECK(people_in("METHODS: A dietician interviewed participants with a validated tea "
                  "questionnaire.") == "-");
}

TEST_CASE("without people there is no population") {
  CHECK(people_in("We review the chemistry of tea.") == "-");
}

TEST_CASE("a description begins with the first of two adjectives") {
  CHECK(
      people_in("METHODS: In May 840 male and female adults, aged 50-74 years, with gout had been "
                "randomized.") == "840 male and female adults, aged 50-74 years, with gout");
  CHECK(people_in("METHODS: Sleep was studied in H. pylori-negative and H. pylori-positive asthma "
                  "patients.") == "H. pylori-negative and H. pylori-positive asthma patients");
  CHECK(people_in("METHODS: Twenty-four healthy, nonsmoking volunteers drank tea.") ==
        "Twenty-four healthy, nonsmoking volunteers");
  CHECK(people_in("METHODS: We enrolled 100 healthy and symptomatic women who were randomly "
                  "distributed to two groups.") == "100 healthy and symptomatic women");
  CHECK(people_in("METHODS: Sleep was studied in 45 adult kidney transplant patients randomly "
                  "assigned to tea.") == "45 adult kidney transplant patients");
}

TEST_CASE("a description ends with its noun") {
  CHECK(
      people_in("METHODS: In 40 patients with asthma persisting for 4 weeks up to 2 years, tea was "
                "tested.") == "40 patients with asthma persisting for 4 weeks up to 2 years");
  CHECK(people_in(
            "METHODS: We studied 60 patients with asthma and severely reduced lung function.") ==
        "60 patients with asthma and severely reduced lung function");
  CHECK(people_in("METHODS: We studied 60 patients with chronic ischemic left ventricular "
                  "dysfunction.") ==
        "60 patients with chronic ischemic left ventricular dysfunction");
  CHECK(people_in("METHODS: We studied 60 patients with angina and positive treadmill exercise "
                  "tests despite tea.") ==
        "60 patients with angina and positive treadmill exercise tests despite tea");
  CHECK(people_in("METHODS: Here 30 patients meeting DSM-IV criteria for mania were given tea.") ==
        "30 patients meeting DSM-IV criteria for mania");
  CHECK(people_in(
            "METHODS: Adult patients of either sex diagnosed as having asthma were enrolled.") ==
        "Adult patients of either sex diagnosed as having asthma");
  CHECK(people_in("METHODS: We planned to include 900 patients with asthma and acutely ill lungs. "
                  "Then 40 were randomized.") == "patients with asthma and acutely ill lungs");
  CHECK(people_in("METHODS: Swedish women (n = 223) with mild to severe pain were given tea.") ==
        "Swedish women (n = 223) with mild to severe pain");
  CHECK(people_in("We gave tea.", "[Tea and water in chronic asthma--a trial]") ==
        "chronic asthma");
}

TEST_CASE("the condition may be an adjective, and those counted as all stand anywhere") {
  CHECK(people_in("We tested tea. A total of 240 healthy volunteers took part in this study.",
                  "Tea causes less sleep impairment") == "240 healthy volunteers");
  CHECK(people_in("METHODS: Chronic schizophrenic patients drank tea.",
                  "Tea in chronic patients") == "Chronic schizophrenic patients");
  CHECK(people_in("METHODS: We studied 160 patients who had similar habits, of whom all drank.") ==
        "-");
  CHECK(people_in("METHODS: Tea was drunk.", "Tea in premenopausal and postmenopausal women") ==
        "premenopausal and postmenopausal women");
}

TEST_CASE("a description goes on past short forms and is not clipped") {
  CHECK(
      people_in("METHODS: We studied patients with gastritis (GT), asthma (AS), and hepatitis.") ==
      "patients with gastritis (GT), asthma (AS), and hepatitis");
  CHECK(people_in("METHODS: We studied 14 patients with bipolar I disorder.") ==
        "14 patients with bipolar I disorder");
  CHECK(people_in("METHODS: We studied 60 patients with one or two vessel stenosis.") ==
        "60 patients with one or two vessel stenosis");
  CHECK(people_in("METHODS: We studied 378 patients 50 years old or older with gout.") ==
        "378 patients 50 years old or older with gout");
  CHECK(people_in("METHODS: We studied 239 patients with severe gout and a baseline blood "
                  "pressure. Tea was drunk.") == "239 patients with severe gout");
  CHECK(people_in("METHODS: We studied 196 pregnant women attending 10 randomly chosen clinics.") ==
        "196 pregnant women");
  CHECK(people_in("METHODS: We studied 36 patients that underwent surgery.") ==
        "36 patients that underwent surgery");
  CHECK(people_in("METHODS: In a design employing 20 healthy students tea was drunk.") ==
        "20 healthy students");
}

TEST_CASE("more than the study has are described without their number") {
  CHECK(people_in("METHODS: In all 131 patients with gout were seen. Then 105 patients were "
                  "randomized to tea (n = 70) or water (n = 35).") == "patients with gout");
}

TEST_CASE("figures, adjectives and verbs at the end of a description") {
  CHECK(people_in("METHODS: We studied 123 patients with blood pressures ranging from 95 to 114 mm "
                  "Hg before tea.") ==
        "123 patients with blood pressures ranging from 95 to 114 mm Hg");
  CHECK(people_in("METHODS: Here 361 patients having type 2 diabetes received daily tea.") ==
        "361 patients having type 2 diabetes");
  CHECK(people_in("METHODS: We studied patients with spontaneous, sustained arrhythmias due to "
                  "asthma.") == "patients with spontaneous, sustained arrhythmias due to asthma");
  CHECK(
      people_in("METHODS: We studied recipients with mild asthma chronically treated with tea.") ==
      "recipients with mild asthma");
  CHECK(people_in("METHODS: Tea was drunk.", "Tea for osteoporosis in men") ==
        "osteoporosis in men");
}

TEST_CASE("a degree belongs to its adjective, a verb to no description") {
  CHECK(people_in("METHODS: Here 39 mildly obese patients with gout were randomized to tea.") ==
        "39 mildly obese patients with gout");
  CHECK(people_in("OBJECTIVE: To determine if tea in older patients with asthma confers an extra "
                  "risk.") == "older patients with asthma");
}

TEST_CASE("places and times are no description, nor is what is left open") {
  CHECK(people_in("METHODS: In 12 months 920 patients in 14 countries were randomized to tea or "
                  "water.",
                  "Tea in patients with gout") == "patients with gout");
  CHECK(people_in("METHODS: 60 adults with asthma were enrolled. After 7 days, patients were "
                  "randomized to tea or water.") == "60 adults with asthma");
  CHECK(people_in("METHODS: Patients (n = 60) who were known to be responsive to tea were "
                  "randomized to tea or water.",
                  "Tea in patients with gout") == "patients with gout");
}

TEST_CASE("a list of conditions is whole, also behind a book's name") {
  CHECK(people_in("METHODS: We studied 36 adults with asthma, bipolar disorder, or diabetes.") ==
        "36 adults with asthma, bipolar disorder, or diabetes");
  CHECK(people_in("METHODS: We studied adults with a Manual of Sleep Disorders, Fourth Edition "
                  "diagnosis of insomnia or narcolepsy, and tea.") ==
        "adults with a Manual of Sleep Disorders, Fourth Edition diagnosis of insomnia or "
        "narcolepsy");
  CHECK(people_in("METHODS: Tea was drunk.",
                  "Tea in patients with secondary failure to "
                  "sulfonylureas") == "patients with secondary failure to sulfonylureas");
}

TEST_CASE("who entered, and who stands in a bracket describe nobody") {
  CHECK(people_in("METHODS: Of 202 outpatients who entered the study, 185 drank tea.",
                  "Tea in the treatment of acute asthma") == "acute asthma");
  CHECK(people_in("METHODS: Adults were randomized to tea or water. Forty subjects (20 men, 20 "
                  "women) drank tea.") == "-");
  CHECK(people_in("METHODS: Tea was drunk.", "A trial of asthma in older adults") ==
        "asthma in older adults");
}

TEST_CASE("a study's name and what people entered describe nobody") {
  CHECK(people_in("METHODS: We entered 35 adults with asthma into the Tea Group for Sleep.") ==
        "35 adults with asthma");
  CHECK(people_in("METHODS: Tea was drunk.", "Short-term tea: the Leaf Study of Asthma Pilot") ==
        "-");
}

TEST_CASE("what a condition came from and what people undergo belong to them") {
  CHECK(people_in("METHODS: We studied 40 adults who had severe pain after surgical removal of a "
                  "tooth.") == "40 adults who had severe pain after surgical removal of a tooth");
  CHECK(people_in("METHODS: Sixty adults with hypertension (above 140 mm Hg) after kidney "
                  "transplantation were randomized to tea.") ==
        "Sixty adults with hypertension (above 140 mm Hg) after kidney transplantation");
  CHECK(people_in("METHODS: Adults with bleeding from gastric ulcers were enrolled.") ==
        "Adults with bleeding from gastric ulcers");
  CHECK(people_in("METHODS: Forty adults without previous or present cardiac history undergoing "
                  "knee surgery.") ==
        "Forty adults without previous or present cardiac history undergoing knee surgery");
  CHECK(people_in("METHODS: We enrolled 40 adults with hypertension after 4 weeks of tea.") ==
        "40 adults with hypertension");
}

TEST_CASE("both of two opposed kinds of people and whole ages are told") {
  CHECK(people_in("Tea in treated and untreated hypertensive adults was studied.") ==
        "treated and untreated hypertensive adults");
  CHECK(people_in("METHODS: Forty-one 8- to 10-year-old children with asthma were randomly "
                  "assigned to tea or water.") ==
        "Forty-one 8- to 10-year-old children with asthma");
  CHECK(people_in("METHODS: We followed 1,200 users of antacids.") == "1,200 users of antacids");
}

TEST_CASE("what was done with people and who may be treated one day say not who was studied") {
  CHECK(people_in("METHODS: The study took in 96 adults who performed the test.",
                  "Tea for the treatment of asthma") == "asthma");
  CHECK(people_in("METHODS: Tea was given as a patch. CONCLUSIONS: It should result in better "
                  "treatment of patients with gout.") == "-");
}

TEST_CASE("adults alone and the general population are nobody in particular") {
  CHECK(people_in("METHODS: A total of 95 adult patients were randomized to tea or water.",
                  "Tea in patients with hay fever and asthma") ==
        "patients with hay fever and asthma");
  CHECK(people_in("METHODS: Tea was given to 60 adults with gout in published 4- to 6-week "
                  "randomised trials.") == "60 adults with gout");
  CHECK(people_in("Results were worse than in the general population with gout.") == "-");
}

TEST_CASE("who the people are comes before how many they were") {
  CHECK(people_in("BACKGROUND: Hormones fall after surgery. We investigated tea in children with "
                  "cleft palates. METHODS: 40 children were randomized to tea or water.",
                  "Tea in small doses: a trial") == "children with cleft palates");
  CHECK(people_in("METHODS: 10 children aged 7-10 years were randomized to tea or water.",
                  "Tea at night for children 7-10 years of age with type 1 diabetes") ==
        "children 7-10 years of age with type 1 diabetes");
  CHECK(people_in("METHODS: 4500 women were randomized to tea or water.",
                  "Tea in healthy nulliparous women") == "healthy nulliparous women");
  CHECK(people_in("METHODS: 200 adult patients were randomized to tea or water.",
                  "Tea in adult patients undergoing elective surgery") ==
        "adult patients undergoing elective surgery");
  CHECK(people_in("METHODS: 95 adult patients were randomized to tea or water.",
                  "Tea for the treatment of allergic rhinitis") == "allergic rhinitis");
  CHECK(people_in("METHODS: 129 male patients were randomized to tea or water.",
                  "Tea in stable angina pectoris") == "stable angina pectoris");
  CHECK(people_in("METHODS: 96 children were randomized to tea or water.",
                  "Tea in 3- to 6-year-old children with allergic rhinitis") ==
        "3- to 6-year-old children with allergic rhinitis");
  CHECK(people_in("METHODS: This trial in autistic children had three aims. 45 children were "
                  "randomized to tea or water.",
                  "Tea and learning in autistic children") == "autistic children");
  CHECK(people_in("METHODS: A total of 120 women with gout were randomized to tea or water.",
                  "Tea in healthy nulliparous women") == "120 women with gout");
}

TEST_CASE("an age says more than a word of a title, a disease more than an age") {
  CHECK(people_in("METHODS: 600 adults aged 18 to 65 years were randomized to tea or water.",
                  "Tea in rural adults") == "600 adults aged 18 to 65 years");
  CHECK(people_in("METHODS: 600 patients aged 18 to 65 years were randomized to tea or water.",
                  "Tea in hypertensive patients") == "hypertensive patients");
}

TEST_CASE("volunteers are those studied, a condition of the title is not") {
  CHECK(people_in("METHODS: Twelve volunteers were randomized to tea or water.",
                  "Reflux in humans: a cause of hiatus hernia?") == "Twelve volunteers");
  CHECK(people_in("METHODS: Twelve volunteers were randomized to tea or water.",
                  "Tea in healthy male volunteers") == "healthy male volunteers");
}

TEST_CASE("those who treat or whom a form was made for are not the people studied") {
  CHECK(people_in("METHODS: 128 adult patients who were receiving mechanical ventilation were "
                  "randomized to tea or water. Tea was stopped by clinicians in the intensive care "
                  "unit.") == "128 adult patients who were receiving mechanical ventilation");
  CHECK(people_in("OBJECTIVE: To study tea in healthy menopausal women. METHODS: 398 women were "
                  "randomized to tea or water. A questionnaire for perimenopausal women was used.",
                  "Tea and sleep") == "healthy menopausal women");
}

TEST_CASE("a description of people is not clipped") {
  CHECK(people_in("METHODS: 60 women with gout attributable to diuretics were randomized to tea or "
                  "water.") == "60 women with gout attributable to diuretics");
  CHECK(people_in("METHODS: 90 adults aged 30 years or older presenting to hospital emergency "
                  "departments (EDs) with chest pain were randomized to tea or water.") ==
        "90 adults aged 30 years or older presenting to hospital emergency departments (EDs) with "
        "chest pain");
  CHECK(people_in("METHODS: 90 patients who had no history of stroke and who underwent bypass were "
                  "randomized to tea or water.") ==
        "90 patients who had no history of stroke and who underwent bypass");
  CHECK(people_in("METHODS: Patients receiving warfarin who had an INR value between 4.5 and 10.0 "
                  "were randomized to tea or water.") ==
        "Patients receiving warfarin who had an INR value between 4.5 and 10.0");
  CHECK(people_in("METHODS: 50 critically ill patients undergoing surgery were randomized to tea "
                  "or water.") == "50 critically ill patients undergoing surgery");
  CHECK(people_in("METHODS: Tea was drunk.",
                  "Tea in primary open-angle glaucoma and ocular hypertension patients") ==
        "primary open-angle glaucoma and ocular hypertension patients");
  CHECK(people_in("METHODS: We treated patients with tremor due to Parkinson's disease, inherited "
                  "tremor, or multiple sclerosis.") ==
        "patients with tremor due to Parkinson's disease, inherited tremor, or multiple sclerosis");
  CHECK(people_in("METHODS: We randomized 80 patients who had completed their treatment after a "
                  "first ischemic stroke to tea or water.") ==
        "80 patients who had completed their treatment after a first ischemic stroke");
  CHECK(people_in("METHODS: Women with hormone-receptor-positive, locally advanced or metastatic "
                  "breast cancer were randomized to tea or water.") ==
        "Women with hormone-receptor-positive, locally advanced or metastatic breast cancer");
  CHECK(people_in("METHODS: We randomized children aged 28 days to 4 years with gout to tea.") ==
        "children aged 28 days to 4 years with gout");
  CHECK(people_in("METHODS: Tea was drunk.", "Tea in very low birth weight infants") ==
        "very low birth weight infants");
  CHECK(people_in("METHODS: Tea was drunk.", "Cryotherapy for retinopathy of prematurity") ==
        "retinopathy of prematurity");
  CHECK(people_in("METHODS: We tried to treat ASA I and II patients undergoing surgery.") ==
        "patients undergoing surgery");
  CHECK(people_in("METHODS: Tea was drunk.", "Tea among bipolar I disorder patients") ==
        "bipolar I disorder patients");
  CHECK(people_in("METHODS: Tea was drunk.", "Outcome of surgery for fractures of the ankle") ==
        "fractures of the ankle");
  CHECK(people_in("METHODS: Infants were eligible if they had respiratory distress syndrome.") ==
        "Infants were eligible if they had respiratory distress syndrome");
}

TEST_CASE("a description of people ends with them") {
  CHECK(people_in("METHODS: We tested adolescents with autism and 14 matched controls.") ==
        "adolescents with autism");
  CHECK(people_in("METHODS: 160 patients aged more than 70 years scheduled to drink tea "
                  "were randomized.") == "160 patients aged more than 70 years");
  CHECK(people_in("METHODS: After washout for 23-25 hours, subjects drank tea. Subjects without "
                  "gout drank more. 79 patients with asthma were randomized to tea or water.") ==
        "79 patients with asthma");
  CHECK(people_in("METHODS: Patients with gout and the effects of tea were studied.") ==
        "Patients with gout");
  CHECK(people_in("METHODS: Patients with heart failure and an ejection fraction (EF) < or = 0.35 "
                  "were randomized to tea or water.") == "Patients with heart failure");
  CHECK(people_in("METHODS: We treated women with gout with aspirin or placebo.") ==
        "women with gout");
}

TEST_CASE("what is to be prevented is not what people have") {
  CHECK(people_in("METHODS: Tea was given. Participants were 76 women at a school.",
                  "Reducing risk factors for gout with tea") == "76 women");
}

}  // namespace ev::extract
