#include "pipeline/query_gen/ambiguous.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace ev::query_gen {

namespace {

struct Homonym {
  std::string_view name;
  std::string_view meanings;  // separated by '|'
};

// Short forms that clinical writing gives several expansions. By name.
constexpr auto kHomonyms = std::to_array<Homonym>({
    {"AA", "alopecia areata|aplastic anemia|arachidonic acid"},
    {"AD", "Alzheimer disease|atopic dermatitis"},
    {"AS", "ankylosing spondylitis|aortic stenosis|Angelman syndrome"},
    {"ASA", "aspirin|physical status classification"},
    {"AZT", "zidovudine|azathioprine"},
    {"BD", "bipolar disorder|Behcet syndrome"},
    {"BP", "blood pressure|bullous pemphigoid"},
    {"BPD", "bronchopulmonary dysplasia|borderline personality disorder"},
    {"CP", "cerebral palsy|chronic pancreatitis|cleft palate"},
    {"CPZ", "chlorpromazine|prochlorperazine"},
    {"DM", "diabetes mellitus|dermatomyositis|dextromethorphan"},
    {"ED", "erectile dysfunction|emergency department|eating disorders"},
    {"GA", "general anesthesia|gestational age|geographic atrophy"},
    {"HCT", "hydrochlorothiazide|hydrocortisone|hematopoietic cell transplantation|hematocrit"},
    {"HD", "Huntington disease|hemodialysis|Hodgkin disease"},
    {"MI", "myocardial infarction|motivational interviewing"},
    {"MMR", "measles-mumps-rubella vaccine|DNA mismatch repair"},
    {"MR", "mitral regurgitation|magnetic resonance imaging|Mendelian randomization"},
    {"MS",
     "multiple sclerosis|mass spectrometry|mitral stenosis|morphine sulfate|magnesium "
     "sulfate"},
    {"MTX", "methotrexate|mitoxantrone"},
    {"NPH", "normal pressure hydrocephalus|isophane insulin"},
    {"PCA", "patient-controlled analgesia|principal component analysis|posterior cerebral artery"},
    {"PCP", "Pneumocystis pneumonia|phencyclidine|primary care physicians"},
    {"PD", "Parkinson disease|peritoneal dialysis|panic disorder"},
    {"PE", "pulmonary embolism|pre-eclampsia|pleural effusion"},
    {"PPI", "proton pump inhibitors|prepulse inhibition|protein interaction"},
    {"PSP", "progressive supranuclear palsy|primary spontaneous pneumothorax"},
    {"PT", "physical therapy|prothrombin time"},
    {"RA", "rheumatoid arthritis|retinoic acid|right atrium"},
    {"RT", "radiotherapy|resistance training|reverse transcriptase"},
    {"SCD", "sickle cell disease|sudden cardiac death"},
    {"SMA", "spinal muscular atrophy|superior mesenteric artery"},
    {"SS", "Sjogren syndrome|systemic sclerosis|serotonin syndrome"},
    {"TAC", "tacrolimus|triamcinolone|transverse aortic constriction"},
    {"TS", "Turner syndrome|Tourette syndrome|tuberous sclerosis"},
    {"UC", "ulcerative colitis|urothelial carcinoma"},
});

// What stands beside a short form when one of its meanings is meant: beginnings of words that say
// nothing for its other meanings.
struct Cue {
  std::string_view name;
  std::string_view meaning;
  std::string_view beginnings;  // separated by ' '
};

// By name.
constexpr auto kCues = std::to_array<Cue>({
    {"AD", "Alzheimer disease", "dementia cognit amyloid memory donepezil memantine caregiver"},
    {"AD", "atopic dermatitis", "eczema itch prurit topical emollient dupilumab skin tacrolimus"},
    {"AS", "ankylosing spondylitis", "spondyl nsaid sacroil hla uveitis axial"},
    {"AS", "aortic stenosis", "valv tavi tavr echocard transcatheter"},
    {"BD", "bipolar disorder", "lithium mania manic mood valproate antipsychotic"},
    {"BP", "blood pressure", "hypertens antihypertens systolic diastolic ambulatory sodium salt"},
    {"BP", "bullous pemphigoid", "pemphig blister skin autoantibod"},
    {"BPD", "bronchopulmonary dysplasia", "preterm premature neonat infant surfactant ventilat"},
    {"BPD", "borderline personality disorder", "suicid dialectical psychotherap emotion"},
    {"DM", "diabetes mellitus", "insulin glyc gluc metformin hba1c sulfonylurea hypoglyc"},
    {"ED", "erectile dysfunction", "sildenafil tadalafil vardenafil sexual prostat"},
    {"ED", "emergency department", "triage ambulance crowding"},
    {"ED", "eating disorders", "anorexia bulimia binge"},
    {"HD", "Huntington disease", "chorea huntingtin tetrabenazine striat"},
    {"HD", "hemodialysis", "renal kidney dialys uremi vascular"},
    {"MI", "myocardial infarction",
     "coronary aspirin beta troponin reperfusion thromboly cardiac heart statin stent"},
    {"MI", "motivational interviewing", "counsel behavio adherence smok alcohol"},
    {"MR", "mitral regurgitation", "valv echocard annuloplasty mitraclip"},
    {"MS", "multiple sclerosis", "interferon relaps natalizumab fingolimod demyelin glatiramer"},
    {"MS", "mass spectrometry", "proteom chromatograph peptide metabolom"},
    {"PD", "Parkinson disease", "levodopa dopamin tremor dyskinesia rasagiline"},
    {"PD", "peritoneal dialysis", "renal kidney peritonitis hemodialysis uremi"},
    {"PD", "panic disorder", "anxiety agoraphobia ssri alprazolam"},
    {"PE", "pulmonary embolism", "anticoagul thromb heparin warfarin dvt d-dimer embol"},
    {"PE", "pre-eclampsia", "pregnan gestation placent eclampsia magnesium"},
    {"PE", "pleural effusion", "pleur thoracentesis"},
    {"PPI", "proton pump inhibitors",
     "ulcer nsaid aspirin reflux gerd gastr acid heartburn esophag oesophag h2 helicobacter pylori "
     "omeprazole pantoprazole lansoprazole ranitidine famotidine clopidogrel dyspepsia bleeding"},
    {"PPI", "prepulse inhibition", "startle sensorimotor acoustic gating prepulse"},
    {"PPI", "protein interaction", "network interactome proteom binding interface yeast"},
    {"RA", "rheumatoid arthritis",
     "methotrexate dmard joint synov tnf adalimumab etanercept infliximab tocilizumab rheumat"},
    {"RA", "retinoic acid", "acne leuk differentiation retinoid"},
    {"RA", "right atrium", "atri echocard ventric"},
    {"UC", "ulcerative colitis", "mesalamine mesalazine crohn infliximab bowel colect colitis"},
    {"UC", "urothelial carcinoma", "bladder cystect cisplatin urotheli"},
});

// "PPIs" are several of a kind.
const Homonym* find_homonym(std::string_view written) {
  const bool plural = written.size() > 3 && written.back() == 's';
  const std::string_view one = plural ? written.substr(0, written.size() - 1) : written;
  const auto at = std::find_if(kHomonyms.begin(), kHomonyms.end(), [&](const Homonym& h) {
    return h.name == written || h.name == one;
  });
  return at == kHomonyms.end() ? nullptr : &*at;
}

// Not a part of something else: PD-1, MS/MS, BP-lowering.
bool stands_alone(std::string_view goal, const doc::Token& token) {
  const auto joins = [](char c) { return c == '-' || c == '/'; };
  return (token.begin == 0 || !joins(goal[token.begin - 1])) &&
         (token.end == goal.size() || !joins(goal[token.end]));
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> out;
  for (std::string& word : text::split(mesh::term_key(text), ' ')) out.insert(std::move(word));
  return out;
}

bool in_capitals(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// A word of one meaning only is said: "MS relapses in sclerosis", "PCA pump for analgesia".
bool settled(const std::vector<std::string>& meanings, const std::set<std::string>& said) {
  std::vector<std::set<std::string>> words;
  for (const std::string& meaning : meanings) words.push_back(words_of(meaning));
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::string& word : words[i]) {
      const auto shared = [&](const std::set<std::string>& others) {
        return &others != &words[i] && others.contains(word);
      };
      if (said.contains(word) && std::none_of(words.begin(), words.end(), shared)) return true;
    }
  }
  return false;
}

// The word of `said` that begins as the cue does, "" = none.
std::string cued_by(const Cue& cue, const std::set<std::string>& said) {
  for (const std::string& beginning : text::split(cue.beginnings, ' ')) {
    const auto at = said.lower_bound(beginning);
    if (at != said.end() && at->starts_with(beginning)) return *at;
  }
  return "";
}

// Decided where words of one meaning alone stand beside the name.
void decide(AmbiguousName& name, const Homonym& homonym, const std::set<std::string>& said) {
  std::size_t cued = 0;
  for (const Cue& cue : kCues) {
    if (cue.name != homonym.name) continue;
    const std::string word = cued_by(cue, said);
    if (word.empty()) continue;
    ++cued;
    name.decided = cue.meaning;
    name.because = word;
  }
  if (cued != 1) name.decided = name.because = "";
}

}  // namespace

std::optional<AmbiguousName> ambiguous_name(std::string_view goal,
                                            const std::vector<std::string>& said) {
  if (in_capitals(goal) || goal.find('[') != std::string_view::npos) return std::nullopt;
  std::set<std::string> words = words_of(goal);
  for (const std::string& text : said) words.merge(words_of(text));
  for (const doc::Token& token : doc::tokenize(goal)) {
    const std::string_view written = goal.substr(token.begin, token.end - token.begin);
    const Homonym* const homonym = find_homonym(written);
    if (homonym == nullptr || !stands_alone(goal, token)) continue;
    std::vector<std::string> meanings = text::split(homonym->meanings, '|');
    if (settled(meanings, words)) continue;
    AmbiguousName name{std::string(written), std::move(meanings)};
    decide(name, *homonym, words);
    return name;
  }
  return std::nullopt;
}

std::string with_meaning(std::string_view goal, std::string_view name, std::string_view meaning) {
  std::string out;
  std::size_t done = 0;
  for (const doc::Token& token : doc::tokenize(goal)) {
    const bool same = goal.substr(token.begin, token.end - token.begin) == name;
    if (!same || !stands_alone(goal, token)) continue;
    out += goal.substr(done, token.begin - done);
    out += meaning;
    done = token.end;
  }
  return out + std::string(goal.substr(done));
}

}  // namespace ev::query_gen
