#include "pipeline/extract/compared.hpp"

#include "base/json.hpp"
#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("arms of the allocation name intervention and comparator") {
  CHECK(pair_in("METHODS: 80 adults were randomized to placebo (n = 40) or aspirin (n = 40).",
                "A trial in adults") == "aspirin|placebo");
  // A name no list knows is a treatment when it is set against placebo.
  CHECK(pair_in("METHODS: 80 adults were randomized to zorblat (n = 40) or placebo (n = 40).",
                "A trial in adults") == "zorblat|placebo");
}

TEST_CASE("the title names the intervention where no arm does") {
  CHECK(pair_in("METHODS: Eighty adults took part. All of them slept less than six hours.",
                "Effect of melatonin on sleep in adults") == "melatonin|-");
}

TEST_CASE("a comparator never repeats the intervention, what people had anyway is none") {
  CHECK(pair_in("METHODS: We compared two doses. RESULTS: Sleep improved compared with melatonin.",
                "Effect of melatonin on sleep in adults") == "melatonin|-");
  CHECK(pair_in("METHODS: We visited 60 patients undergoing dialysis. They were asked about sleep.",
                "Sleep of patients undergoing dialysis") == "-|-");
}

TEST_CASE("half a name is made whole or left out") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to either laparoscopic or open hernia "
                "repair. CONCLUSION: Laparoscopic hernia repair was better.",
                "Repair of hernia in adults") == "Laparoscopic hernia repair|open hernia repair");
  CHECK(pair_in("METHODS: We asked 60 adults.",
                "Costs and effectiveness of community and hospital based services") == "-|-");
}

TEST_CASE("no treatment and added treatment are whole arms") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to either no further treatment (n = 50) or "
                "to radiotherapy (n = 51).",
                "Radiotherapy in adults") == "radiotherapy|no further treatment");
  CHECK(pair_in("METHODS: Adults were randomized to receive standard care, including advice, or "
                "standard care supplemented by vitamin tablets.",
                "A trial in adults") ==
        "standard care supplemented by vitamin tablets|standard care");
  CHECK(pair_in("METHODS: Adults had immunizations with either zorblat or placebo.",
                "A trial in adults") == "zorblat|placebo");
}

TEST_CASE("what stands behind versus is compared with, whatever stands first in the abstract") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to open haemorrhoidectomy (n = 20) or the "
                "circular stapled procedure (n = 21).",
                "Stapling versus open haemorrhoidectomy") ==
        "circular stapled procedure|open haemorrhoidectomy");
  CHECK(pair_in("METHODS: Adults were randomized to 12 weeks of either aspirin or placebo.",
                "A trial in adults") == "aspirin|placebo");
  CHECK(pair_in("METHODS: Adults were randomized to receive 20 mg of aspirin or placebo.",
                "A trial in adults") == "20 mg of aspirin|placebo");
}

TEST_CASE("two drugs that a title joins and the abstract compares are two arms") {
  CHECK(pair_in("METHODS: We compared zorblat versus ritodrine in women.",
                "A trial of zorblat and ritodrine in women") == "zorblat|ritodrine");
  CHECK(pair_in("METHODS: Women were assigned to 5 mg folic acid and 250 mg vitamin tablets or to "
                "placebo.",
                "A trial in women") == "5 mg folic acid and 250 mg vitamin tablets|placebo");
  CHECK(pair_in("METHODS: We visited adults.", "Effects of outpatient rehabilitation of asthma") ==
        "outpatient rehabilitation|-");
}

TEST_CASE("an arm called the intervention names none") {
  CHECK(pair_in("METHODS: 190 adults were randomized to the intervention and 185 to usual care.",
                "Adults at home") == "-|usual care");
  CHECK(pair_in("METHODS: We studied patients undergoing coronary angioplasty. Coronary "
                "angioplasty was given.",
                "Adults and their hearts") == "-|-");
}

TEST_CASE("what both arms get is not tried, usual care beside two treatments is the control") {
  CHECK(pair_in("METHODS: Adults were randomized to receive either strong aspirin (200 mg) for 8 "
                "weeks (n = 7) or strong aspirin for 4 weeks followed by weak aspirin (n = 8).",
                "Sleep of adults")
            .find("strong aspirin|") != 0);
  CHECK(pair_in("METHODS: Adults were randomly assigned to music therapy or dance therapy.",
                "Music therapy, dance therapy, and usual nurse care for adults with gout") ==
        "music therapy|usual nurse care");
}

TEST_CASE("a title's class yields to the arms it stands for") {
  CHECK(pair_in("METHODS: Adults were randomly assigned to treatment for 12 months with either "
                "enalapril (n = 13, 4 to 8 mg/d) or atenolol (n = 12); the dose was adjusted.",
                "Effect of antihypertensive treatment on sleep in adults") == "enalapril|atenolol");
  CHECK(pair_in("METHODS: Adults were randomized to receive either enalapril, losartan or "
                "atenolol.",
                "Antihypertensive agents and sleep") == "enalapril, losartan or atenolol|-");
  CHECK(pair_in("METHODS: Adults were randomly assigned (2 to 1) to aspirin (25 mg, n = 14) or "
                "placebo (n = 7).",
                "Sleep of adults") == "aspirin|placebo");
}

TEST_CASE("an unknown name among drugs is one, any treatment is none") {
  CHECK(pair_in("METHODS: Adults were randomized to receive either zorblat, losartan or atenolol.",
                "Sleep of adults") == "zorblat, losartan or atenolol|-");
  CHECK(pair_in("METHODS: We visited adults.", "Effects of drug regimens on sleep") == "-|-");
}

TEST_CASE("drugs given together are one arm") {
  CHECK(pair_in("METHODS: Adults were randomized to a 14-day regimen of omeprazole (20 mg) and "
                "amoxicillin (500 mg) or placebo.",
                "Treatment of adults") == "omeprazole (20 mg) and amoxicillin|placebo");
  CHECK(pair_in("METHODS: Adults were randomized to oral treatment with either aspirin 2 mg twice "
                "daily plus vitamin tablets or aspirin alone.",
                "Sleep of adults") == "aspirin 2 mg twice daily plus vitamin tablets|aspirin");
  CHECK(pair_in("METHODS: We asked adults.",
                "Aspirin with omeprazole versus warfarin with enalapril in adults") ==
        "Aspirin with omeprazole|warfarin with enalapril");
}

TEST_CASE("the title says which of two arms is the control") {
  CHECK(pair_in("METHODS: Adults were randomized to haloperidol (n = 20) or clozapine (n = 19).",
                "A haloperidol-controlled trial in adults") == "clozapine|haloperidol");
  CHECK(pair_in("METHODS: Adults were randomized to losartan, atenolol, or placebo.",
                "Losartan compared with atenolol for gout") == "losartan|atenolol");
  CHECK(pair_in("METHODS: Adults continued their pills or got placebo.",
                "A placebo-controlled trial of discontinuation of aspirin in adults")
            .ends_with("|-"));
  CHECK(pair_in("METHODS: Adults drank.", "Adults switched from aspirin 30 mg to warfarin 20 mg") ==
        "warfarin 20 mg|aspirin 30 mg");
}

TEST_CASE("a placebo said in passing is what a title's alternatives are compared with") {
  CHECK(pair_in(
            "METHODS: We asked adults about differences between placebo and pills. Adults drank.",
            "Effects of aspirin or warfarin on sleep in adults") == "aspirin or warfarin|placebo");
}

TEST_CASE("treatments that a title offers as alternatives") {
  CHECK(pair_in("METHODS: We asked adults.", "Effects of aspirin or warfarin on sleep in adults") ==
        "aspirin|warfarin");
  CHECK(pair_in("METHODS: We asked adults. Placebo tablets looked alike.",
                "Effects of aspirin or warfarin on sleep in adults") ==
        "aspirin or warfarin|Placebo tablets");
}

TEST_CASE("what people took anyway is no intervention") {
  CHECK(pair_in("PATIENTS: Eighteen adults with asthma receiving regular treatment with inhaled "
                "beclomethasone drank tea.",
                "A trial in adults") == "-|-");
  CHECK(pair_in("METHODS: We asked adults. RESULTS: Some of them were treated with insulin.",
                "Questions to adults") == "-|-");
}

TEST_CASE("a list keeps every intervention that a single cell does not show") {
  const model::Article article = article_of(
      "METHODS: We visited 60 patients undergoing haemodialysis. They received vitamin tablets.",
      "Sleep of patients undergoing haemodialysis");
  const Schema schema = *parse_schema(
      *parse_ordered_json(R"({"intervention":"string","interventions":"array[string]"})"));
  const Extraction out = extract(article, schema);
  CHECK(out.cells[1].second.status == Status::found);
}

TEST_CASE("the aim says which treatment is studied and which it is compared with") {
  CHECK(pair_in("The study was a comparison of the effects of bisoprolol and nifedipine on sleep. "
                "All adults slept badly.",
                "Sleep and prognosis of adults") == "bisoprolol|nifedipine");
  CHECK(pair_in("We wanted to compare a strategy based on diltiazem with conventional treatment.",
                "Report on sleep of adults") == "diltiazem|conventional treatment");
  CHECK(pair_in("METHODS: Adults were randomly assigned to either nifedipine or trandolapril. We "
                "compared the effect of trandolapril on sleep with that of nifedipine.",
                "Enzyme inhibition versus entry blockade in adults: Trandolapril Rome Study") ==
        "trandolapril|nifedipine");
}

TEST_CASE("drugs that a title joins and an allocation sets apart are two arms") {
  CHECK(pair_in("METHODS: Adults were randomized to amlodipine (5 mg) or losartan (50 mg). Both "
                "amlodipine and losartan improved sleep.",
                "The efficacy of amlodipine and losartan in adults") == "amlodipine|losartan");
  CHECK(pair_in("METHODS: Adults drank the combination of amlodipine and losartan.",
                "Effect of the combination of amlodipine and losartan on sleep")
            .ends_with("|-"));
}

TEST_CASE("all treatments beside one control are tried") {
  CHECK(pair_in("METHODS: Adults were randomized to receive conventional treatment, losartan or "
                "amlodipine.",
                "Sleep of adults") == "losartan or amlodipine|conventional treatment");
  CHECK(pair_in("METHODS: Adults were randomly treated with losartan 50 mg, atenolol 20 mg or "
                "amlodipine 5 mg.",
                "Effects of antihypertensive drugs on sleep") ==
        "losartan 50 mg, atenolol 20 mg or amlodipine 5 mg|-");
}

TEST_CASE("what has a dose is given, two doses are two arms") {
  CHECK(
      pair_in("METHODS: Adults were randomized to receive zorblat 2 mg twice daily (bid) (n = 12) "
              "or plimbat 5 mg bid (n = 16).",
              "Zorblat: better than plimbat in adults") == "zorblat 2 mg|plimbat 5 mg bid");
  CHECK(pair_in("METHODS: Adults were randomly assigned to losartan 50 mg daily or atenolol 100 mg "
                "twice daily for a year.",
                "Sleep of adults") == "losartan 50 mg|atenolol 100 mg");
  CHECK(
      pair_in("METHODS: Adults were randomized to receive 30 mg/kg of either losartan or placebo.",
              "Sleep of adults") == "losartan|placebo");
}

TEST_CASE("nobody is given an assay, an organisation or a length of treatment") {
  CHECK(pair_in("METHODS: We asked adults.",
                "Results of a study of the European Organization for Sleep") == "-|-");
  CHECK(pair_in("METHODS: Adults were randomized to receive losartan or atenolol.",
                "Effects of long-term treatment with losartan and atenolol on sleep") ==
        "losartan|atenolol");
  CHECK(pair_in("METHODS: We counted the plimbat of adults who slept badly.",
                "The effect of nocturnal plimbat on sleep") == "-|-");
  CHECK(pair_in("METHODS: Adults received oral plimbat for a week.",
                "The influence of plimbat on sleep") == "plimbat|-");
}

TEST_CASE("the drug of the title is the one studied") {
  CHECK(pair_in("METHODS: Adults were given losartan. Sleep was a response to losartan or to the "
                "use of aspirin.",
                "Response of sleep to losartan in adults") == "losartan|-");
  CHECK(pair_in("METHODS: Adults took their pills.",
                "Effectiveness of switching to losartan for adults") == "losartan|-");
  CHECK(pair_in("METHODS: Adults took their pills.",
                "Losartan, atenolol and plimbat for gout in adults") ==
        "Losartan, atenolol and plimbat|-");
}

TEST_CASE("a name no list knows is given under its short form, with a strength or in a mixture") {
  CHECK(pair_in("METHODS: We assessed the impact of colloidal plimbat (CPL). Group A had a pill "
                "with CPL 20 mg.",
                "Impact of colloidal plimbat on sleep") == "colloidal plimbat|-");
  CHECK(pair_in("METHODS: Adults had either 0.5% or 1.0% plimbat twice daily.",
                "The efficacy of plimbat as an adjunct to losartan") == "plimbat|-");
  CHECK(pair_in("METHODS: Adults were randomized to receive a combination of losartan 10 mg, "
                "aspirin 20 mg and atenolol 5 mg given daily.",
                "Comparison of losartan, aspirin and atenolol with losartan therapy") ==
        "losartan, aspirin and atenolol|losartan therapy");
}

TEST_CASE("a fixed combination of a title is one treatment, the first of two drugs is studied") {
  CHECK(pair_in("METHODS: Adults were seen.",
                "A comparison of the fixed combination of losartan and atenolol with its parts") ==
        "fixed combination of losartan and atenolol|-");
  CHECK(pair_in("METHODS: Adults received atenolol for a week and were given metoprolol.",
                "Sleep in adults: interaction between metoprolol and atenolol")
            .starts_with("metoprolol|"));
}

TEST_CASE("a verb of the title, an apposition and a date are no treatment") {
  CHECK(pair_in("METHODS: We visited adults who were given losartan.",
                "Losartan reverses endothelial dysfunction in adults") == "Losartan|-");
  CHECK(pair_in("METHODS: Adults were randomized to treatment with losartan, a vasodilating "
                "receptor antagonist, 20 mg once daily (n = 20) or placebo (n = 11).",
                "Sleep of adults") == "losartan|placebo");
  CHECK(pair_in("METHODS: Ninety adults were studied between March and October 1997.",
                "Effect of patients administered losartan A on sleep") == "losartan A|-");
}

TEST_CASE("what the conclusion alone speaks of was not given") {
  CHECK(pair_in("METHODS: We asked 400 adults about sleep. CONCLUSION: Laser therapy may not be "
                "justified in many cases.",
                "Are reports of poor sleep related to mood?") == "-|-");
}

TEST_CASE("numbers are whole") {
  CHECK(pair_in("METHODS: Adults were randomly assigned 6.25 mg losartan (n = 20) or placebo (n = "
                "21).",
                "Losartan in adults") == "6.25 mg losartan|placebo");
  CHECK(pair_in("METHODS: Adults received either placebo, 6.7 mmol MgO, or 13.4 mmol MgO daily.",
                "Oral magnesium in adults")
            .starts_with("6.7 mmol MgO, or 13.4 mmol MgO"));
  CHECK(pair_in("METHODS: Adults had drops.", "Losartan 0.2% versus timolol 0.5% in adults") ==
        "Losartan 0.2%|timolol 0.5%");
}

TEST_CASE("arms that the title's drug is not among belong to something else") {
  CHECK(pair_in("METHODS: Adults took part in three studies: they were switched from aspirin, "
                "losartan, or atenolol.",
                "Effectiveness of switching to zolpidipine in adults") == "zolpidipine|-");
}

TEST_CASE("nobody was allocated to controls that are healthy or that there are none of") {
  CHECK(pair_in("METHODS: Adults had losartan. Data came without a control group.",
                "Losartan in adults") == "Losartan|-");
}

TEST_CASE("arms that counts part are listed by their names") {
  CHECK(pair_in("METHODS: Adults were randomized to take (1) aspirin (n = 20); (2) losartan (n = "
                "21); or placebo (n = 22).",
                "Quality of life") == "aspirin, losartan|placebo");
  CHECK(
      pair_in("METHODS: Adults were randomized to one of aspirin, losartan, or atenolol, and seen "
              "again after 5 months.",
              "Sleep of adults") == "aspirin, losartan, or atenolol|-");
}

TEST_CASE("placebo of a title's alternatives is compared with") {
  CHECK(pair_in("METHODS: Adults took part.", "One-year study of losartan or placebo for sleep") ==
        "losartan|placebo");
}

TEST_CASE("what all had is no comparator") {
  CHECK(pair_in("METHODS: Adults had losartan in addition to standard therapy; sleep was compared "
                "with placebo.",
                "Effects of losartan on sleep") == "losartan|placebo");
}

TEST_CASE("a title's first arm has all its words") {
  CHECK(pair_in("METHODS: Adults took part.",
                "Daytime losartan and bedtime aspirin compared to intensive insulin treatment") ==
        "Daytime losartan and bedtime aspirin|intensive insulin treatment");
  CHECK(pair_in("METHODS: Adults received losartan or aspirin.",
                "Treatment of pain with losartan or aspirin--comparison of sleep") ==
        "losartan|aspirin");
}

TEST_CASE("what the title and the text join is one treatment") {
  CHECK(pair_in("METHODS: Group A received subcutaneous erythropoietin and intravenous iron, group "
                "B nothing.",
                "Correction of anemia using subcutaneous erythropoietin and intravenous iron") ==
        "subcutaneous erythropoietin and intravenous iron|-");
}

TEST_CASE("words around a title's names are no part of them") {
  CHECK(pair_in("METHODS: Adults took part.",
                "Tolerability and effectiveness of losartan versus atenolol in adults") ==
        "losartan|atenolol");
  CHECK(pair_in("METHODS: Adults received losartan, aspirin or placebo.",
                "Losartan, aspirin, and placebo in adults") == "Losartan, aspirin|placebo");
  CHECK(pair_in("METHODS: We compared a \"visit and treat\" strategy with that of losartan.",
                "A \"visit and treat\" strategy versus losartan treatment in adults") ==
        "\"visit and treat\" strategy|losartan treatment");
  CHECK(pair_in("METHODS: Adults got losartan, both or aspirin.",
                "Efficacy of losartan alone and in combination with aspirin in adults") ==
        "losartan alone and in combination with aspirin|losartan alone");
}

TEST_CASE("both of two that are compared with are named") {
  CHECK(pair_in("METHODS: We studied sleep in adults. "
                "RESULTS: Sleep was longer compared with losartan and atenolol.",
                "Impact of prazoprazole on sleep in adults") ==
        "prazoprazole|losartan and atenolol");
}

TEST_CASE("what a study says of its treatment is no part of it") {
  CHECK(pair_in("METHODS: Two groups of adults were seen.",
                "Pharmacokinetics and metabolism of transdermal oxybutynin") ==
        "transdermal oxybutynin|-");
  CHECK(
      pair_in("METHODS: Adults were randomly assigned to receive losartan, 5 mg/d, plus atenolol, "
              "2 mg/d, in 1 tablet (n = 85) or placebo (n = 81).",
              "Effects of losartan plus atenolol on sleep") == "losartan plus atenolol|placebo");
  CHECK(pair_in("METHODS: 48 had strategy a and 49 had strategy b.", "Strategies for sleep") ==
        "-|-");
}

TEST_CASE("all members of one side of a title are named") {
  CHECK(pair_in("METHODS: Adults were randomized to lisinopril (n = 18), verapamil (n = 8) or "
                "diltiazem (n = 10), or atenolol (n = 16).",
                "Calcium channel blockers versus other antihypertensive therapies for sleep") ==
        "Calcium channel blockers|other antihypertensive therapies");
}

TEST_CASE("placebo beside both drugs of a title is what they are compared with") {
  CHECK(pair_in("METHODS: Adults were randomised 11 days later to receive either captopril 25 mg "
                "three times daily, xamoterol 200 mg twice daily or matching placebo. RESULTS: 6 "
                "adults from the placebo group (n = 24), 1 from the captopril group (n = 23) and 3 "
                "from the xamoterol group (n = 23) left.",
                "Sleep of adults: the effect of captopril and xamoterol") ==
        "captopril, xamoterol|placebo");
}

TEST_CASE("what did not help before and a hyphen's first half are no comparator") {
  CHECK(pair_in("METHODS: We saw adults whose gout was refractory to standard therapy.",
                "Zorblat for gout") == "-|-");
  CHECK(pair_in("METHODS: 51 adults were seen. RESULTS: No treatment-related deaths occurred.",
                "Docetaxel plus cisplatin for adults") == "Docetaxel plus cisplatin|-");
}

}  // namespace ev::extract
