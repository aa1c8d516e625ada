#include "pipeline/mechanism/word_lists.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <iterator>

namespace ev::mechanism {
namespace {

template <std::size_t N>
bool listed(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

template <std::size_t N>
bool ends_with_any(const std::string_view (&endings)[N], std::string_view word,
                   std::size_t longer_by) {
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view ending) {
    return word.size() >= ending.size() + longer_by && word.ends_with(ending);
  });
}

constexpr std::string_view kCommonWords[] = {
    "cat",  "met",  "rest", "set",  "was",  "kit",   "ace",  "impact", "large", "max",   "mice",
    "fat",  "can",  "not",  "hip",  "app",  "arm",   "camp", "cap",    "chip",  "clock", "cope",
    "fast", "gap",  "gas",  "hot",  "ice",  "insig", "jam",  "map",    "mask",  "mass",  "net",
    "nod",  "ovo",  "pan",  "park", "pen",  "pink",  "pipe", "ran",    "raf",   "spark", "star",
    "step", "stop", "tank", "ten",  "trap", "wave",  "wish", "zip",    "aim",   "air",   "all",
    "cop",  "cox",  "ros",  "ras",  "sod",  "arb",   "ldl",  "ami",    "chd",   "stz"};
// Two or three letters of the list above that are abbreviations rather than English words.
constexpr std::string_view kNotEnglish[] = {"cox", "ros", "ras", "sod",   "arb", "ldl", "ami",
                                            "chd", "stz", "raf", "insig", "ovo", "ace"};
constexpr std::string_view kGeneContext[] = {
    "gene",          "genes",     "protein",   "proteins",        "expression", "mrna",
    "receptor",      "receptors", "kinase",    "inhibitor",       "inhibitors", "signaling",
    "signalling",    "mutation",  "mutations", "phosphorylation", "activation", "transcription",
    "amplification", "knockout",  "sirna",     "activity",        "promoter",   "oncogene",
    "locus"};

constexpr std::string_view kDrugStems[] = {
    "olol",     "dilol",    "alol",      "prazole",      "pril",     "prilat",     "sartan",
    "statin",   "conazole", "nidazole",  "dipine",       "mycin",    "micin",      "cillin",
    "floxacin", "gliptin",  "gliflozin", "glitazone",    "ximab",    "zumab",      "mumab",
    "umab",     "tinib",    "ciclib",    "parib",        "rafenib",  "zomib",      "navir",
    "tegravir", "buvir",    "ciclovir",  "mivir",        "formin",   "xaban",      "gatran",
    "parin",    "denafil",  "dalafil",   "azepam",       "azolam",   "setron",     "triptan",
    "oxetine",  "profen",   "coxib",     "lukast",       "tidine",   "zosin",      "terol",
    "solone",   "sone",     "caine",     "phylline",     "thiazide", "fibrate",    "glinide",
    "dronate",  "glutide",  "platin",    "rubicin",      "taxel",    "tecan",      "peridone",
    "apine",    "peridol",  "barbital",  "semide",       "cycline",  "trexate",    "mustine",
    "lidomide", "degib",    "tadine",    "fexofenadine", "tirizine", "sulfone",    "quine",
    "bactam",   "penem",    "oprost",    "amivir",       "pramine",  "triptyline", "faxine",
    "pidem",    "curium",   "fentanil",  "fenacin",      "adrine",   "stigmine"};
constexpr std::string_view kNotDrugs[] = {
    "april",          "somatostatin",  "cystatin",     "angiostatin",
    "endostatin",     "pancreastatin", "myostatin",    "follistatin",
    "prostatin",      "metastatin",    "histatin",     "cholesterol",
    "sterol",         "ergosterol",    "lathosterol",  "desmosterol",
    "campesterol",    "phytosterol",   "sitosterol",   "aldosterone",
    "testosterone",   "progesterone",  "androsterone", "dehydroepiandrosterone",
    "corticosterone", "histone",       "peptidase",    "cortisone",
    "clathrin",       "protocol",      "placental",    "mesenterol",
    "quine",          "sone",          "backbone",     "statin",
    "caine",          "olol",          "cocaine"};

constexpr std::string_view kNotEnzymes[] = {
    "disease",   "increase",  "decrease", "database",   "release",   "phase",   "phrase",
    "purchase",  "showcase",  "lease",    "please",     "ease",      "unease",  "cease",
    "decease",   "grease",    "crease",   "erase",      "base",      "case",    "chase",
    "metaphase", "anaphase",  "prophase", "interphase", "telophase", "biphase", "polyphase",
    "uppercase", "lowercase", "suitcase", "diastase",   "stase",     "geobase", "embase",
    "medbase",   "subphase"};

constexpr std::string_view kDiseaseEndings[] = {"itis",  "oma",   "emia",   "aemia",
                                                "pathy", "algia", "plegia", "paresis",
                                                "penia", "rrhea", "rrhoea", "rrhage"};
constexpr std::string_view kDiseaseHeads[] = {
    "disease",      "diseases",  "syndrome",     "syndromes",     "neoplasms",   "neoplasm",
    "disorder",     "disorders", "failure",      "infarction",    "infection",   "infections",
    "ulcer",        "ulcers",    "injury",       "injuries",      "cancer",      "carcinoma",
    "hypertension", "fibrosis",  "sclerosis",    "psychosis",     "necrosis",    "thrombosis",
    "stenosis",     "cirrhosis", "osteoporosis", "tuberculosis",  "psoriasis",   "diabetes",
    "asthma",       "epilepsy",  "dementia",     "schizophrenia", "depression",  "obesity",
    "stroke",       "migraine",  "ischemia",     "insufficiency", "incontinence"};
constexpr std::string_view kNotDiseases[] = {
    "soma",        "aroma",     "genoma",    "stoma",         "coma",       "glioma cells",
    "academia",    "telepathy", "empathy",   "sympathy",      "homeopathy", "osteopathy",
    "naturopathy", "glycemia",  "glycaemia", "normoglycemia", "chroma",     "stroma",
    "neuropil",    "bohemia",   "diploma"};

constexpr std::string_view kTargetHeads[] = {
    "receptor",     "receptors",     "kinase",        "kinases", "transporter",
    "transporters", "exchanger",     "cotransporter", "channel", "channels",
    "adrenoceptor", "adrenoceptors", "integrin",      "cadherin"};
constexpr std::string_view kNotModifiers[] = {
    "the",         "a",          "an",         "of",         "and",          "or",
    "in",          "to",         "by",         "with",       "for",          "on",
    "at",          "as",         "from",       "its",        "their",        "this",
    "these",       "that",       "which",      "both",       "other",        "several",
    "various",     "different",  "specific",   "selective",  "nonselective", "non",
    "new",         "novel",      "same",       "such",       "surface",      "cell",
    "cells",       "increased",  "decreased",  "reduced",    "high",         "low",
    "via",         "through",    "is",         "are",        "was",          "were",
    "be",          "been",       "has",        "have",       "had",          "not",
    "no",          "all",        "each",       "two",        "three",        "many",
    "some",        "activated",  "activates",  "activate",   "inhibits",     "inhibit",
    "inhibited",   "inhibiting", "blocks",     "block",      "blocked",      "reduces",
    "increases",   "decreases",  "stimulates", "induces",    "suppresses",   "enhances",
    "activating",  "blocking",   "reducing",   "increasing", "decreasing",   "plasma",
    "serum",       "tissue",     "total",      "mean",       "human",        "mouse",
    "rat",         "peptide",    "protein",    "drug",       "antagonist",   "agonist",
    "competitive", "putative",   "functional", "related",    "dependent",    "induced",
    "mediated",    "target",     "key",        "major",      "main",         "novel",
    "potent",      "expressed",  "membrane"};

constexpr std::string_view kNonGenes[] = {
    "co2",    "vo2",     "h2o",       "h2o2", "o2",          "no2",   "n2o",   "ca2",    "mg2",
    "zn2",    "fe2",     "fe3",       "sf36", "sf12",        "t2dm",  "t1dm",  "dsm4",   "icd10",
    "icd9",   "covid19", "sarscov2",  "h1n1", "h5n1",        "hba1c", "b12",   "i123",   "i131",
    "tc99m",  "fev1",    "pm10",      "pm25", "phq9",        "gad7",  "s1",    "ec50",   "ic50",
    "ld50",   "ed50",    "d2o",       "q10",  "t3",          "t4",    "p450",  "type2",  "phase2",
    "phase3", "grade3",  "grade4",    "spo2", "sao2",        "pao2",  "paco2", "pco2",   "po2",
    "hco3",   "cha2ds2", "euroqol5d", "eq5d", "eortcqlqc30", "nct",   "mdrd4", "hamd17", "madrs10"};

constexpr std::string_view kGenericHeadings[] = {"disease",
                                                 "syndrome",
                                                 "animals",
                                                 "humans",
                                                 "disease models, animal",
                                                 "drug therapy, combination",
                                                 "chronic disease",
                                                 "acute disease",
                                                 "wounds and injuries",
                                                 "recurrence",
                                                 "pharmaceutical preparations",
                                                 "placebos",
                                                 "blood",
                                                 "drug interactions",
                                                 "treatment outcome",
                                                 "brain",
                                                 "liver",
                                                 "kidney",
                                                 "heart",
                                                 "lung",
                                                 "neurons",
                                                 "muscles",
                                                 "proteins",
                                                 "peptides",
                                                 "dna",
                                                 "rna",
                                                 "rna, messenger",
                                                 "water",
                                                 "glucose",
                                                 "blood glucose",
                                                 "insulin",
                                                 "oxygen",
                                                 "cell line",
                                                 "mice",
                                                 "rats",
                                                 "anti-bacterial agents",
                                                 "disease progression",
                                                 "oxidative stress",
                                                 "drug-related side effects and adverse reactions",
                                                 "postoperative complications",
                                                 "pregnancy complications",
                                                 "disease susceptibility",
                                                 "genetic predisposition to disease",
                                                 "emergencies",
                                                 "death"};

}  // namespace

bool is_common_word(std::string_view key) {
  return listed(kCommonWords, key) && !listed(kNotEnglish, key);
}
bool is_gene_context(std::string_view word) {
  return listed(kGeneContext, word);
}

bool has_drug_stem(std::string_view word) {
  if (word.size() > 6 && word.back() == 's') word.remove_suffix(1);
  if (word.ends_with("somatostatin")) return false;
  return !listed(kNotDrugs, word) && ends_with_any(kDrugStems, word, 2) && word.size() >= 7;
}

bool has_enzyme_ending(std::string_view word) {
  if (word.size() > 5 && word.back() == 's') word.remove_suffix(1);
  return word.size() >= 6 && word.ends_with("ase") && !listed(kNotEnzymes, word);
}

bool looks_like_disease(std::string_view phrase) {
  if (listed(kNotDiseases, phrase)) return false;
  for (const std::string& part : text::split(phrase, ' ')) {
    std::string_view word = part;
    if (!word.empty() && word.back() == ',') word.remove_suffix(1);
    if (word.ends_with("omas")) word.remove_suffix(1);
    if (listed(kDiseaseHeads, word)) return true;
    if (!listed(kNotDiseases, word) && ends_with_any(kDiseaseEndings, word, 3)) return true;
  }
  return false;
}

bool is_target_head(std::string_view word) {
  return listed(kTargetHeads, word);
}

bool can_modify_target(std::string_view word) {
  return word.size() >= 3 && !listed(kNotModifiers, word) && !word.ends_with("ly") &&
         word.find_first_not_of("0123456789") != std::string_view::npos;
}

bool is_symbol_like_non_gene(std::string_view word) {
  return listed(kNonGenes, word) || word.starts_with("nct") || word.starts_with("cd") ||
         word.starts_with("icd");
}

std::optional<Kind> kind_of_qualifier(std::string_view qualifier) {
  constexpr std::string_view kDrug[] = {"therapeutic use",         "pharmacology",
                                        "administration & dosage", "pharmacokinetics",
                                        "adverse effects",         "toxicity"};
  constexpr std::string_view kTarget[] = {"antagonists & inhibitors", "agonists"};
  constexpr std::string_view kDisease[] = {
      "drug therapy",       "prevention & control", "physiopathology", "epidemiology", "mortality",
      "chemically induced", "complications",        "pathology",       "etiology"};
  if (listed(kDrug, qualifier)) return Kind::drug;
  if (listed(kTarget, qualifier)) return Kind::target;
  if (listed(kDisease, qualifier)) return Kind::effect;
  return std::nullopt;
}

bool is_generic_heading(std::string_view heading) {
  return listed(kGenericHeadings, heading);
}

std::optional<Kind> kind_of_chemical(const model::Chemical& chemical) {
  if (chemical.registry_number.starts_with("EC ")) return Kind::target;
  if (!chemical.ui.starts_with("C")) return std::nullopt;  // a heading: its qualifiers type it
  const std::string name = text::fold(chemical.name);
  if (name.find(" protein, ") != std::string::npos) return Kind::target;
  constexpr std::string_view kBodily[] = {
      "protein", "antigen",  "antibod", "factor",   "receptor", "interleukin", "peptide", "rna",
      "dna",     "collagen", "hormone", "globulin", "human",    "mouse",       "rat"};
  const bool bodily = std::any_of(std::begin(kBodily), std::end(kBodily), [&](std::string_view w) {
    return name.find(w) != std::string::npos;
  });
  if (bodily || is_class_heading(name)) return std::nullopt;
  return Kind::drug;
}

bool is_class_heading(std::string_view heading) {
  constexpr std::string_view kEndings[] = {"agents",   "antagonists", "inhibitors",  "agonists",
                                           "blockers", "compounds",   "derivatives", "preparations",
                                           "acids",    "drugs"};
  return ends_with_any(kEndings, heading, 0) || heading.find("agents") != std::string_view::npos;
}

}  // namespace ev::mechanism
