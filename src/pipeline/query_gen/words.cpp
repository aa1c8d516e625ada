#include "pipeline/query_gen/words.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"

#include <string>
#include <unordered_set>

namespace ev::query_gen {

namespace {

const std::unordered_set<std::string>& scaffolding() {
  static const std::unordered_set<std::string> words = [] {
    std::unordered_set<std::string> made;
    for (const std::string& word : text::split(
             "slow slows slowed slowing stop stops delay delays enhance enhances worsen worsens "
             "find search look locate identify list name give tell explain describe "
             "explore examine "
             "investigate investigating study studies studied research researches "
             "researchers recent new "
             "newest latest current modern paper papers article articles literature "
             "evidence publication "
             "publications report reports reported data database review reviews overview "
             "summarize summarise "
             "who whom whose why where whether what which when how does did is are was "
             "were can could should "
             "would will shall may might must do has have had effect effects effective "
             "effectiveness efficacy "
             "efficacious impact influence influences role roles use uses used using usage "
             "application "
             "applications applied apply approach approaches method methods methodology "
             "technique techniques "
             "connection connections link links linked relationship relationships relation "
             "relations "
             "association associations associated correlate correlated correlation compare "
             "compared comparing "
             "comparison versus vs improve improves improved improving improvement "
             "increase increases "
             "increased decrease decreases decreased reduce reduces reduced reducing "
             "affect affects affecting "
             "help helps treat treats treated treating treatment treatments therapy "
             "therapies therapeutic "
             "cause causes caused causing lead leads prevent prevents preventing known "
             "common commonly most "
             "main important importance potential possible best better good high low many "
             "much more less other "
             "different type types kind kinds form forms example examples case cases "
             "patient patients people "
             "person persons individual individuals subject subjects human humans adult "
             "adults population "
             "populations group groups disease diseases disorder disorders condition "
             "conditions drug drugs "
             "medication medications medicine medicines agent agents medical clinical "
             "health healthcare "
             "outcome outcomes result results finding findings mechanism mechanisms action "
             "actions function "
             "functions target targets targeted available approved approval currently "
             "developed development "
             "involved involve involves based model models novel state art trend trends "
             "topic question goal "
             "aim purpose and or not versus between among across within about into onto "
             "over under toward "
             "towards against per via so than then there their them they it its this that "
             "these those to of "
             "in on at by for from with as be been being an the a i we you your our my me "
             "any all some each "
             "every both either neither such same own just only also very too out up down "
             "off again further "
             "once here because while during before after above below until if else "
             "validation validate "
             "validated validating performance level levels rate rates first second third "
             "year years time "
             "times number numbers part parts way ways term terms long short early late "
             "systematic narrative "
             "related relevant specific general overall process system systems work works "
             "working show shows "
             "due present presence absence characteristic characteristics feature features "
             "factor factors "
             "indicated indication indications responsible play plays played made make "
             "makes called consist "
             "consists contain contains include includes included including believed "
             "considered found produce "
             "appropriate advisable necessary frequent frequently major minor atypical typical "
             "usual "
             "usually initial minimum maximum optimal future estimated estimate estimates "
             "relevance "
             "affected develop develops developing benefit benefits bring brings suspect suspected "
             "advantage advantages disadvantage disadvantages option options strategy strategies "
             "impact impacts considered recommended recommendation recommendations likely possible "
             "currently existing several various certain "
             "active ingredient ingredients pill pills tablet tablets symptom symptoms sign signs "
             "safe safely complication complications side frequency happen happens occur occurs "
             "like suffer suffers suffering suffered expect expects expected undergo undergoes "
             "undergoing undergone receive receives receiving received require requires required "
             "requiring need needs needed given give gives giving experience experiences "
             "experienced remain remains become becomes occurring "
             "produced tested test tests testing measure measured measurement measurements "
             "aka formerly previously namely termed please never always often sometimes rarely "
             "already yet still ever even act acts acting acted contribute contributes contributed "
             "contributing mediate mediates mediated mediating modulate modulates modulated "
             "modulating regulate regulates regulated regulating induce induces induced inducing "
             "trigger triggers triggered triggering promote promotes promoted promoting facilitate "
             "facilitates facilitated enable enables enabled allow allows allowed determine "
             "determines determined predispose predisposes predisposed predisposing exert exerts "
             "confer confers exist exists appear appears seem seems know define defined definition "
             "constitute constitutes represent represents refer refers belong belongs issue issues "
             "aspect aspects proportion percentage reason reasons meaning name names named mean "
             "means meant typically generally primarily mainly highly increasingly plus perform "
             "performs "
             "performed performing recognize recognizes recognized recognise recognised "
             "attributable "
             "source sources yourself himself herself itself themselves ourselves identification "
             "excess excessive beneficial harmful previous prior subsequent concurrent "
             "identify identified identifying alteration alterations practice practices "
             "add adds added adding take takes taking taken dose doses dosing dosage dosages "
             "co-prescription coprescription co-prescribing coprescribing co-prescribed",
             ' ')) {
      if (!word.empty()) made.insert(word);
    }
    return made;
  }();
  return words;
}

}  // namespace

bool is_scaffolding(std::string_view folded) {
  return scaffolding().contains(std::string(folded)) || pubmed_query::is_stop_word(folded);
}

bool is_negation(std::string_view folded) {
  for (const std::string_view word :
       {"without", "not", "no", "non", "excluding", "except", "lacking"}) {
    if (folded == word) return true;
  }
  return false;
}

bool looks_like_drug(std::string_view folded) {
  if (folded.size() < 7) return false;
  for (const std::string_view stem :
       {"mab",     "tinib",    "statin", "gliptin", "gliflozin",  "glutide", "prazole",
        "sartan",  "dipine",   "ciclib", "parib",   "rafenib",    "zomib",   "cillin",
        "mycin",   "floxacin", "azole",  "vir",     "triptan",    "setron",  "xaban",
        "gatran",  "grelor",   "profen", "caine",   "barbital",   "zepam",   "zolam",
        "oxetine", "lukast",   "terol",  "tropium", "sone",       "solone",  "olol",
        "pril",    "thiazide", "semide", "formin",  "glitazone",  "limus",   "trexate",
        "taxel",   "rubicin",  "platin", "mide",    "siran",      "rsen",    "cel",
        "cept",    "kinra",    "lisib",  "degib",   "toclax",     "domide",  "stat",
        "lytic",   "lytics",   "imod",   "traline", "triptyline", "toin",    "coxib",
        "penem",   "fibrate",  "zodone", "pitant",  "meran",      "afil",    "cycline",
        "tidine",  "gepant",   "vaptan", "dronate", "parin",      "peridol", "peridone"}) {
    if (folded.ends_with(stem)) return true;
  }
  return false;
}

bool is_ending(std::string_view folded) {
  for (const std::string_view ending :
       {"age",   "r",      "c",     "an",    "ans",     "ase",   "ate",    "ce",    "cies",
        "cy",    "ectomy", "en",    "ens",   "er",      "in",    "ine",    "ing",   "ins",
        "ive",   "logy",   "ment",  "ments", "ness",    "nt",    "nts",    "ology", "or",
        "otomy", "plasty", "scopy", "t",     "therapy", "tion",  "tions",  "ts",    "ure",
        "ures",  "zation", "a",     "ae",    "al",      "ation", "ations", "e",     "ed",
        "emia",  "emias",  "es",    "gram",  "graphy",  "hy",    "ia",     "ias",   "ic",
        "ics",   "ies",    "ion",   "ions",  "is",      "itis",  "ity",    "m",     "ms",
        "my",    "ogram",  "oma",   "omas",  "oses",    "osis",  "ous",    "phy",   "s",
        "sis",   "sia",    "sm",    "sms",   "tomy",    "um",    "us",     "y"}) {
    if (folded == ending) return true;
  }
  return false;
}

bool is_outcome(std::string_view key) {
  for (const std::string_view outcome : {"safety",
                                         "mortality",
                                         "mortality rate",
                                         "death",
                                         "survival",
                                         "overall survival",
                                         "prognosis",
                                         "quality of life",
                                         "adverse effects",
                                         "adverse events",
                                         "adverse reactions",
                                         "side effects",
                                         "tolerability",
                                         "morbidity",
                                         "incidence",
                                         "prevalence",
                                         "hospitalization",
                                         "hospitalizations",
                                         "hospitalisation",
                                         "recurrence",
                                         "relapse",
                                         "remission",
                                         "risk",
                                         "risk factors"}) {
    if (key == outcome) return true;
  }
  return false;
}

bool is_described_noun(std::string_view folded) {
  for (const std::string_view ending :
       {"ectomy", "otomy", "ostomy", "plasty", "oscopy", "opexy", "centesis", "ligation",
        "ablation", "embolization", "embolisation", "stimulation", "resection", "grafting",
        "transplantation", "implantation", "catheterization", "catheterisation", "cannulation"}) {
    if (folded.ends_with(ending)) return true;
  }
  for (const std::string_view word :
       {"shunt", "shunting", "bypass", "stenting", "stent", "graft", "repair", "drainage",
        "dissection", "hypertrophy", "hyperplasia", "stenosis", "regurgitation", "effusion"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_head_noun(std::string_view folded) {
  for (const std::string_view word :
       {"disease", "diseases", "disorder", "disorders", "syndrome", "syndromes"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_loose_head(std::string_view folded) {
  for (const std::string_view word :
       {"therapy",       "therapies", "treatment", "treatments", "test",        "tests",
        "drug",          "drugs",     "agents",    "medication", "medications", "technique",
        "techniques",    "factor",    "factors",   "process",    "system",      "systems",
        "complications", "condition", "conditions"}) {
    if (folded == word) return true;
  }
  return false;
}

bool joins_a_term(std::string_view folded) {
  for (const std::string_view word : {"and", "versus", "vs"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_comparative(std::string_view folded) {
  for (const std::string_view word :
       {"lower", "lowers", "lowered", "lowering", "higher", "raise", "raises", "raised", "raising",
        "greater", "lesser", "worse", "fewer", "elevate", "elevates"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_degree(std::string_view folded) {
  for (const std::string_view word :
       {"severe", "mild", "moderate", "advanced", "advance", "critical", "serious", "infected",
        "affected", "acquired", "selective", "extreme", "progressive", "unspecified"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_idiom(std::string_view key) {
  for (const std::string_view words :
       {"gold standard", "gold standards", "first line", "second line", "third line", "last line",
        "long term", "short term", "low dose", "high dose", "co prescription", "co prescribing",
        "poorly controlled", "well controlled", "inadequately controlled", "state of the art",
        "off label", "head to head", "up to date"}) {
    if (key == words) return true;
  }
  return false;
}

bool is_modifier(std::string_view folded) {
  for (const std::string_view word :
       {"oral", "topical", "intravenous", "inhaled", "systemic", "subcutaneous", "intranasal",
        "transdermal", "parenteral", "intramuscular", "generation"}) {
    if (folded == word) return true;
  }
  return false;
}

}  // namespace ev::query_gen
