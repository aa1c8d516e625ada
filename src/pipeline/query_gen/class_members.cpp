#include "pipeline/query_gen/class_members.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace ev::query_gen {

namespace {

struct Stem {
  std::string_view heading;
  std::string_view stem;
  std::string_view other = {};  // ending of another stem that ends so, too
};

constexpr auto kStems = std::to_array<Stem>({
    {"Adrenergic alpha-1 Receptor Antagonists", "-azosin"},
    {"Adrenergic beta-Antagonists", "-olol"},
    {"Anesthetics, Local", "-caine"},
    {"Angiotensin Receptor Antagonists", "-sartan"},
    {"Angiotensin II Type 1 Receptor Blockers", "-sartan"},
    {"Angiotensin-Converting Enzyme Inhibitors", "-pril"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-coxib"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-fenac"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-oxicam"},
    {"Anti-Inflammatory Agents, Non-Steroidal", "-profen"},
    {"Anthracyclines", "-rubicin"},
    {"Antidiuretic Hormone Receptor Antagonists", "-vaptan"},
    {"Benzodiazepines", "-azepam"},
    {"Calcium Channel Blockers", "-dipine"},
    {"Cyclooxygenase 2 Inhibitors", "-coxib"},
    {"Dipeptidyl-Peptidase IV Inhibitors", "-gliptin"},
    {"Diphosphonates", "-dronate"},
    {"Factor Xa Inhibitors", "-xaban"},
    {"Fluoroquinolones", "-floxacin"},
    {"Histamine Antagonists", "-tadine", "mantadine"},
    {"Histamine H1 Antagonists", "-tadine", "mantadine"},
    {"Hydroxymethylglutaryl-CoA Reductase Inhibitors", "-vastatin"},
    {"Hypoglycemic Agents", "-formin"},
    {"Hypoglycemic Agents", "-gliflozin"},
    {"Hypoglycemic Agents", "-glinide"},
    {"Hypoglycemic Agents", "-gliptin"},
    {"Hypoglycemic Agents", "-glitazone"},
    {"Leukotriene Antagonists", "-lukast"},
    {"Penicillins", "-cillin", "bacillin"},
    {"Phosphodiesterase 5 Inhibitors", "-afil"},
    {"Poly(ADP-ribose) Polymerase Inhibitors", "-parib"},
    {"Protein Kinase Inhibitors", "-tinib"},
    {"Proton Pump Inhibitors", "-prazole", "piprazole"},
    {"Serotonin 5-HT3 Receptor Antagonists", "-setron"},
    {"Sodium-Glucose Transporter 2 Inhibitors", "-gliflozin"},
    {"Taxoids", "-taxel"},
    {"Tetracyclines", "-cycline"},
});

// What doctors write when they mean the class, the usual ones first.
struct Listed {
  std::string_view heading;
  std::string_view names;  // separated by '|'
};

constexpr auto kListed = std::to_array<Listed>({
    {"Adrenergic beta-Antagonists",
     "carvedilol|metoprolol|bisoprolol|atenolol|propranolol|nadolol|nebivolol|labetalol|pindolol|"
     "timolol|sotalol|acebutolol|betaxolol|bucindolol|esmolol|carteolol|penbutolol"},
    {"Analgesics, Opioid",
     "morphine|oxycodone|fentanyl|methadone|hydromorphone|oxymorphone|codeine|hydrocodone|tramadol|"
     "tapentadol|buprenorphine"},
    {"Angiotensin Receptor Antagonists",
     "losartan|valsartan|candesartan|irbesartan|telmisartan|olmesartan|eprosartan"},
    {"Angiotensin-Converting Enzyme Inhibitors",
     "enalapril|captopril|lisinopril|ramipril|perindopril|quinapril|benazepril|fosinopril|"
     "trandolapril|moexipril|cilazapril"},
    {"Anti-Inflammatory Agents, Non-Steroidal",
     "ibuprofen|naproxen|diclofenac|celecoxib|rofecoxib|valdecoxib|etoricoxib|lumiracoxib|"
     "meloxicam|piroxicam|indomethacin|etodolac|nabumetone|ketoprofen|flurbiprofen|ketorolac|"
     "sulindac|oxaprozin|diflunisal|salsalate|tolmetin"},
    {"Antipsychotic Agents",
     "clozapine|olanzapine|risperidone|quetiapine|ziprasidone|aripiprazole|paliperidone|"
     "amisulpride|asenapine|iloperidone|lurasidone|haloperidol|chlorpromazine|perphenazine|"
     "fluphenazine"},
    {"Antithrombins", "dabigatran|argatroban|bivalirudin"},
    {"Calcium Channel Blockers",
     "amlodipine|nifedipine|diltiazem|verapamil|felodipine|nicardipine|nisoldipine|isradipine|"
     "lercanidipine|lacidipine|nitrendipine|bepridil"},
    {"Cyclooxygenase 2 Inhibitors", "celecoxib|rofecoxib|valdecoxib|etoricoxib|lumiracoxib"},
    {"Diphosphonates",
     "alendronate|risedronate|ibandronate|zoledronate|zoledronic acid|pamidronate|etidronate|"
     "clodronate"},
    {"Estrogens", "estradiol|conjugated estrogens|ethinyl estradiol|estriol|estrone"},
    {"Factor Xa Inhibitors", "rivaroxaban|apixaban|edoxaban|betrixaban"},
    {"Histamine H1 Antagonists",
     "diphenhydramine|chlorpheniramine|hydroxyzine|promethazine|clemastine|cyproheptadine|"
     "ketotifen"},
    {"Histamine H1 Antagonists, Non-Sedating",
     "cetirizine|levocetirizine|loratadine|desloratadine|fexofenadine|terfenadine|astemizole|"
     "ebastine|mizolastine|rupatadine|bilastine|azelastine|acrivastine"},
    {"Histamine H2 Antagonists", "ranitidine|famotidine|cimetidine|nizatidine"},
    {"Hydroxymethylglutaryl-CoA Reductase Inhibitors",
     "atorvastatin|simvastatin|rosuvastatin|pravastatin|lovastatin|fluvastatin|pitavastatin"},
    {"Hypoglycemic Agents",
     "metformin|sulfonylurea|sulfonylureas|glyburide|glibenclamide|glipizide|glimepiride|"
     "gliclazide|pioglitazone|rosiglitazone|repaglinide|nateglinide|acarbose|miglitol|sitagliptin|"
     "saxagliptin|vildagliptin|linagliptin|dapagliflozin|canagliflozin|empagliflozin"},
    {"Muscarinic Antagonists",
     "oxybutynin|tolterodine|solifenacin|darifenacin|trospium|fesoterodine|propiverine|atropine|"
     "scopolamine|ipratropium|tiotropium|glycopyrrolate"},
    {"Proton Pump Inhibitors",
     "omeprazole|esomeprazole|lansoprazole|dexlansoprazole|pantoprazole|rabeprazole"},
    {"Serotonin Uptake Inhibitors",
     "fluoxetine|sertraline|paroxetine|citalopram|escitalopram|fluvoxamine"},
    {"Sulfonylurea Compounds",
     "glyburide|glibenclamide|glipizide|glimepiride|gliclazide|tolbutamide|chlorpropamide"},
    {"Thiazolidinediones", "pioglitazone|rosiglitazone|troglitazone"},
});

// Of the class itself and of the classes below it.
std::vector<std::string> listed_members(const mesh::Heading& heading,
                                        const mesh::Vocabulary& vocabulary) {
  std::vector<std::string> out;
  bool below = false;
  const auto take = [&out](const Listed& listed) {
    for (std::string& name : text::split(listed.names, '|')) {
      if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
    }
  };
  for (const Listed& listed : kListed) {
    if (listed.heading == heading.name) take(listed);
  }
  for (const Listed& listed : kListed) {
    if (listed.heading == heading.name) continue;
    const mesh::Heading* lower = vocabulary.by_name(listed.heading);
    const auto above = [lower](const std::string& tree) { return mesh::in_branch(*lower, tree); };
    if (lower == nullptr ||
        std::none_of(heading.tree_numbers.begin(), heading.tree_numbers.end(), above))
      continue;
    take(listed);
    below = true;
  }
  // A class of many classes is not told by its members.
  if (below && out.size() > kMostMembers) out.clear();
  return out;
}

}  // namespace

std::vector<std::string> own_members(const mesh::Heading& heading) {
  for (const Listed& listed : kListed) {
    if (listed.heading == heading.name) return text::split(listed.names, '|');
  }
  return {};
}

ClassMembers class_members(const mesh::Heading& heading, const mesh::Vocabulary& vocabulary) {
  ClassMembers out;
  out.names = listed_members(heading, vocabulary);
  std::vector<Stem> stems;
  for (const Stem& stem : kStems) {
    if (stem.heading != heading.name) continue;
    stems.push_back(stem);
    out.stems += (out.stems.empty() ? "" : ", ") + std::string(stem.stem);
  }
  if (stems.empty()) return out;
  const mesh::Heading compounds{.ui = "", .name = "", .tree_numbers = {"D02", "D03"}};
  for (const std::string& key : vocabulary.keys_below(compounds)) {
    const bool named = std::any_of(stems.begin(), stems.end(), [&key](const Stem& stem) {
      const bool other = !stem.other.empty() && key.ends_with(stem.other);
      return !other && key.ends_with(stem.stem.substr(1));
    });
    if (!named || key.find(' ') != std::string::npos) continue;
    const bool listed = std::find(out.names.begin(), out.names.end(), key) != out.names.end();
    if (!listed && out.names.size() < kMostMembers) out.names.push_back(key);
  }
  return out;
}

}  // namespace ev::query_gen
