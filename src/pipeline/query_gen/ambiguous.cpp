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

const Homonym* find_homonym(std::string_view written) {
  const auto at = std::find_if(kHomonyms.begin(), kHomonyms.end(),
                               [written](const Homonym& h) { return h.name == written; });
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
    if (!settled(meanings, words)) return AmbiguousName{std::string(written), std::move(meanings)};
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
