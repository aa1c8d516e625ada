#include "pipeline/mechanism/comparison_words.hpp"

#include "pipeline/extract/phrase.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace ev::mechanism {
namespace {

constexpr std::string_view kMore[] = {
    "higher",     "greater",    "increased",   "increase",    "increases",    "more",
    "longer",     "improved",   "better",      "improvement", "improvements", "elevated",
    "superior",   "larger",     "rose",        "enhanced",    "enhance",      "prolonged",
    "increasing", "gain",       "gains",       "increment",   "improve",      "improves",
    "faster",     "frequent",   "favour",      "favor",       "rise",         "greatest",
    "highest",    "earlier",    "exceeded",    "raised",      "stronger",     "improving",
    "elevation",  "increments", "accelerated", "benefited",   "enhancement",  "enhances",
    "easier",     "quicker",    "elevations",  "lengthened",  "heightened",   "rising",
    "hastened",   "hastens",    "favoring",    "favouring",   "favored",      "favoured",
    "benefit",    "benefits",   "augmented",   "outperformed"};
constexpr std::string_view kFewer[] = {
    "lower",      "reduced",    "decreased", "less",      "fewer",        "shorter",
    "reduction",  "reductions", "decrease",  "decreases", "declined",     "smaller",
    "reduce",     "reduces",    "worse",     "inferior",  "fell",         "diminished",
    "suppressed", "attenuated", "inhibited", "decline",   "dropped",      "lowered",
    "decreasing", "slower",     "reducing",  "lowest",    "shortened",    "delayed",
    "prevented",  "prevents",   "lowering",  "drop",      "loss",         "alleviated",
    "weaker",     "rarer",      "relieved",  "poorer",    "impaired",     "ameliorated",
    "least",      "declines",   "drops",     "worsened",  "deteriorated", "worsening",
    "shortening", "slowed",     "slows",     "slowing",   "delays",       "delaying",
    "minimized",  "mitigated",  "halved",    "abolished", "attenuates",   "suppresses",
    "inhibits"};
constexpr std::string_view kPraise[] = {
    "improved", "better",    "improvement", "improvements", "superior", "benefit",     "improve",
    "improves", "improving", "effective",   "favour",       "favor",    "efficacious", "benefited",
    "favoring", "favouring", "favored",     "favoured",     "benefits", "outperformed"};
constexpr std::string_view kBlame[] = {"worse",        "inferior", "poorer",   "worsened",
                                       "deteriorated", "impaired", "worsening"};
constexpr std::string_view kReductions[] = {"reduction", "reductions", "decrease", "decline",
                                            "loss",      "reduced",    "drop",     "decreased"};
constexpr std::string_view kChanges[] = {"reduction",   "reductions",   "decrease",  "decline",
                                         "improvement", "improvements", "increase",  "loss",
                                         "drop",        "reduced",      "decreased", "decreases",
                                         "increases",   "declines",     "gains",     "gain"};
constexpr std::string_view kMeasures[] = {
    "score",     "scores",      "level",     "levels",   "rate",     "rates",
    "mean",      "median",      "number",    "total",    "change",   "changes",
    "ratio",     "percentage",  "incidence", "time",     "times",    "duration",
    "risk",      "improvement", "reduction", "increase", "decrease", "improvements",
    "treatment", "group",       "groups",    "patients", "scale",    "scales"};
constexpr std::string_view kCommon[] = {
    "the",     "a",       "an",       "of",        "in",      "on",           "to",
    "and",     "or",      "for",      "with",      "by",      "at",           "from",
    "as",      "is",      "are",      "was",       "were",    "be",           "been",
    "that",    "this",    "these",    "those",     "it",      "its",          "their",
    "than",    "vs",      "versus",   "per",       "not",     "no",           "n",
    "mg",      "ml",      "kg",       "day",       "days",    "week",         "weeks",
    "month",   "months",  "year",     "years",     "hour",    "hours",        "h",
    "min",     "minutes", "once",     "twice",     "daily",   "subjects",     "participants",
    "treated", "therapy", "received", "receiving", "receive", "given",        "administered",
    "alone",   "plus",    "one",      "two",       "three",   "after",        "before",
    "during",  "between", "both",     "each",      "other",   "intervention", "control",
    "arm",     "arms"};
constexpr std::string_view kIlls[] = {
    "pain",      "mortal",      "death",       "complicat", "adverse",   "side",      "symptom",
    "vas",       "anxiet",      "depress",     "nausea",    "vomit",     "bleed",     "hemorrh",
    "haemorrh",  "infect",      "relaps",      "recurr",    "failur",    "stress",    "fatigue",
    "disabilit", "inflamm",     "hospital",    "readmi",    "length",    "stay",      "fever",
    "cough",     "incontin",    "insomnia",    "dyspn",     "hypotens",  "pruritus",  "itch",
    "headache",  "caries",      "plaque",      "toxic",     "disease",   "diarrh",    "morbid",
    "weight",    "bmi",         "cholesterol", "ldl",       "triglycer", "glucose",   "hba1c",
    "crp",       "cortisol",    "sever",       "dose",      "consum",    "blood",     "latenc",
    "time",      "distress",    "hypoglyc",    "craving",   "smok",      "burden",    "injur",
    "lesion",    "tumor",       "tumour",      "delirium",  "agitat",    "wheez",     "exacerbat",
    "psqi",      "womac",       "ndi",         "odi",       "hamd",      "madrs",     "bdi",
    "updrs",     "panss",       "oswestr",     "loss",      "insulin",   "homa",      "erythema",
    "edema",     "swelling",    "discomfort",  "shiver",    "spasm",     "cramp",     "risk",
    "need",      "requirement", "analges",     "opioid",    "morphine",  "error",     "problem",
    "impair",    "urgenc",      "nocturia",    "ipss",      "dlqi",      "bprs",      "ymrs",
    "hads",      "phq",         "epds",        "scorad",    "pasi",      "basdai",    "basfi",
    "haq",       "snot",        "edss",        "anger",     "hostil",    "irritab",   "confusion",
    "tension",   "psychiatric", "psychopath",  "redness",   "arrhythm",  "dysrhythm", "fibrillat"};

template <std::size_t N>
bool lists(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

const extract::Patterns& denial_patterns() {
  static const extract::Patterns kDenial = {
      "no <2> "
      "significant|difference|differences|differ|effect|effects|evidence|change|changes|benefit|"
      "improvement|increase|decrease|reduction|association|better|greater|impact|influence|"
      "superior|"
      "advantage|interaction|treatment|relevant|group|adverse|serious|meaningful|significantly|"
      "statistically",
      "no one|patient|patients|participants|case|cases",
      "not|nor|never|neither <7> "
      "significant|significantly|differ|different|difference|differences|affect|affected|change|"
      "changed|improve|improved|alter|altered|influence|influenced|reduce|reduced|increase|"
      "increased|"
      "effect|effects|superior|better|lower|higher|effective|associated|show|prevent|observed|"
      "found|"
      "reach|decrease|detected|demonstrate|seen|modify|modified|vary|evident|greater|inferior|"
      "enhance|"
      "result|statistically|produce",
      "similar|similarly|comparable|equivalent|equal|equally|unchanged|unaffected|identical|"
      "nonsignificant|nonsignificantly|insignificant|noninferior|noninferiority|indistinguishable|"
      "alike",
      "non significant|significantly|inferior|inferiority",
      "neither",
      "failed to",
      "did not",
      "as effective|good as",
      "performed|worked|did ?equally as well as",
      "without|lack|absence ?of ?any ?a "
      "significant|difference|differences|change|effect|affecting|increas*|chang*|"
      "alter*",
      "ns",
      "the same",
      "minor|little|no importance|relevance"};
  return kDenial;
}

}  // namespace

int comparing_word(std::string_view word) {
  return lists(kMore, word) ? 1 : lists(kFewer, word) ? -1 : 0;
}
bool is_praise(std::string_view word) {
  return lists(kPraise, word);
}
bool is_blame(std::string_view word) {
  return lists(kBlame, word);
}
bool is_reduction(std::string_view word) {
  return lists(kReductions, word);
}
bool is_change_noun(std::string_view word) {
  return lists(kChanges, word);
}
bool is_measure_word(std::string_view word) {
  return lists(kMeasures, word);
}
bool is_common_outcome_word(std::string_view word) {
  return lists(kCommon, word);
}
bool is_ill(std::string_view word) {
  return std::any_of(std::begin(kIlls), std::end(kIlls),
                     [&](std::string_view stem) { return word.starts_with(stem); });
}

bool denies_difference(const std::vector<doc::Token>& tokens, std::size_t begin, std::size_t end) {
  std::vector<doc::Token> kept;
  for (std::size_t i = begin; i < end; ++i) {
    const bool contrast = tokens[i].folded == "but" && i + 1 < end && tokens[i + 1].folded == "not";
    const bool only = tokens[i].folded == "not" && i + 1 < end && tokens[i + 1].folded == "only";
    if (i == 0 && tokens[i].folded == "similarly") continue;  // as in the sentence before
    const bool arm =
        tokens[i].folded == "no" && i + 2 < end &&
        (tokens[i + 1].folded == "intervention" || tokens[i + 1].folded == "treatment") &&
        (tokens[i + 2].folded == "group" || tokens[i + 2].folded == "control");
    if (arm) continue;       // "the no-treatment group"
    if (contrast || only) {  // "A, but not B, lowered …", "not only"
      ++i;
      if (contrast && i + 1 < end) ++i;
      continue;
    }
    kept.push_back(tokens[i]);
  }
  return extract::find_any(denial_patterns(), kept).has_value();
}

}  // namespace ev::mechanism
