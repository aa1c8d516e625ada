// What people write for a heading: short forms, either spelling, names that mean a pair.
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "pipeline/query_gen/concepts.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

std::string first_block(const char* goal) {
  const GoalConcepts r = read_concepts(goal, mesh::built_in(), "");
  REQUIRE_FALSE(r.concepts.empty());
  std::vector<Concept> joined = join_alternatives(r.concepts);
  return pubmed_query::print(block(joined.front(), Breadth::broad));
}

}  // namespace

TEST_CASE("short forms of classes and diseases mean their headings, small letters too") {
  struct Meant {
    const char* written;
    const char* heading;
    const char* words;
  };
  constexpr Meant kMeant[] = {{"ACEi", "Angiotensin-Converting Enzyme Inhibitors", "enalapril"},
                              {"ARBs", "Angiotensin Receptor Antagonists", "losartan"},
                              {"CCB", "Calcium Channel Blockers", "amlodipine"},
                              {"HTN", "Hypertension", "HTN"},
                              {"htn", "Hypertension", "\"High Blood Pressure\""},
                              {"T2DM", "Diabetes Mellitus, Type 2", "\"Type 2 Diabetes Mellitus\""},
                              {"copd", "Pulmonary Disease, Chronic Obstructive", "copd"},
                              {"PPH", "Postpartum Hemorrhage", "\"postpartum haemorrhage\""},
                              {"DEHP", "Diethylhexyl Phthalate", "\"diethylhexyl phthalate\""},
                              {"IUGR", "", "\"intrauterine growth restriction\""},
                              {"LMWH", "Heparin, Low-Molecular-Weight", "enoxaparin"},
                              {"TKR", "Arthroplasty, Replacement, Knee", "\"total knee"},
                              {"SSRIs", "Serotonin Uptake Inhibitors", "sertraline"}};
  for (const Meant& m : kMeant) {
    const std::string query = first_block(m.written);
    INFO(m.written << ": " << query);
    if (*m.heading != '\0')
      CHECK(query.find("\"" + std::string(m.heading) + "\"[mh]") != std::string::npos);
    CHECK(text::to_lower_ascii(query).find(text::to_lower_ascii(m.words)) != std::string::npos);
  }
  // A word is no short form.
  CHECK(first_block("aids for gnomes").find("Immuno") == std::string::npos);
}

TEST_CASE("words are searched in both spellings") {
  constexpr std::pair<const char*, const char*> kSame[] = {{"haemorrhage", "hemorrhage[tiab]"},
                                                           {"hemorrhage", "haemorrhage[tiab]"},
                                                           {"tumour size", "tumor"},
                                                           {"tumor burden", "tumour"},
                                                           {"caesarean section", "cesarean"},
                                                           {"cesarean section", "caesarean"},
                                                           {"anaemia", "anemi"},
                                                           {"anemia", "anaemi"},
                                                           {"oedema", "edema"},
                                                           {"leukemia", "leukaemi"},
                                                           {"paediatric gnomes", "pediatric"},
                                                           {"dyspnoea", "dyspnea"},
                                                           {"oestrogen", "estrogen[tiab]"},
                                                           {"sulphazebra", "sulfazebra"},
                                                           {"fetal gnome size", "foetal"},
                                                           {"hyperkalaemia", "hyperkalemi"}};
  for (const auto& [written, other] : kSame) {
    const std::string query = first_block(written);
    INFO(written << ": " << query);
    CHECK(query.find(other) != std::string::npos);
  }
  CHECK(first_block("chemotherapy").find("chaemo") == std::string::npos);
}

TEST_CASE("names that mean a pair of headings take both") {
  struct Pair {
    const char* goal;
    const char* one;
    const char* other;
  };
  constexpr Pair kPairs[] = {
      {"H pylori", "\"Helicobacter pylori\"[mh]", "\"Helicobacter Infections\"[mh]"},
      {"H. pylori infection", "\"Helicobacter pylori\"[mh]", "helicobacter[tiab]"},
      {"postmenopausal women", "\"Postmenopause\"[mh]", "\"Menopause\"[mh]"},
      {"women after the menopause", "postmenopausal[tiab]", "\"Menopause\"[mh]"},
      {"nasopharyngeal carcinoma", "\"Nasopharyngeal Carcinoma\"[mh]",
       "\"Nasopharyngeal Neoplasms\"[mh]"},
      {"nasopharyngeal cancer", "\"nasopharyngeal carcinoma\"[tiab]",
       "\"Nasopharyngeal Neoplasms\"[mh]"},
      {"pregnant women", "\"Pregnancy\"[mh]", "pregnan"}};
  for (const Pair& p : kPairs) {
    const std::string query = first_block(p.goal);
    INFO(p.goal << ": " << query);
    CHECK(query.find(p.one) != std::string::npos);
    CHECK(query.find(p.other) != std::string::npos);
  }
}

}  // namespace ev::query_gen
