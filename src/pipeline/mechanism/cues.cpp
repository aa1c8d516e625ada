#include "pipeline/mechanism/cues.hpp"

#include <algorithm>
#include <iterator>

namespace ev::mechanism {
namespace {

struct Stem {
  std::string_view stem;
  CueType type;
};

// Longest stem first where one begins another.
constexpr Stem kStems[] = {
    {"activat", CueType::up},       {"stimulat", CueType::up},       {"increas", CueType::up},
    {"enhanc", CueType::up},        {"elevat", CueType::up},         {"upregulat", CueType::up},
    {"induc", CueType::up},         {"promot", CueType::up},         {"augment", CueType::up},
    {"potentiat", CueType::up},     {"rais", CueType::up},           {"trigger", CueType::up},
    {"facilitat", CueType::up},     {"restor", CueType::up},         {"elicit", CueType::up},
    {"evok", CueType::up},          {"accelerat", CueType::up},      {"hasten", CueType::up},
    {"boost", CueType::up},         {"amplif", CueType::up},         {"agoni", CueType::up},
    {"caus", CueType::up},          {"mediat", CueType::up},         {"provok", CueType::up},
    {"intensif", CueType::up},      {"overexpress", CueType::up},    {"contribut", CueType::up},
    {"precipitat", CueType::up},    {"driv", CueType::up},           {"inhibit", CueType::down},
    {"suppress", CueType::down},    {"decreas", CueType::down},      {"reduc", CueType::down},
    {"block", CueType::down},       {"attenuat", CueType::down},     {"antagoni", CueType::down},
    {"downregulat", CueType::down}, {"diminish", CueType::down},     {"abolish", CueType::down},
    {"abrogat", CueType::down},     {"impair", CueType::down},       {"blunt", CueType::down},
    {"prevent", CueType::down},     {"inactivat", CueType::down},    {"mitigat", CueType::down},
    {"disrupt", CueType::down},     {"deplet", CueType::down},       {"repress", CueType::down},
    {"silenc", CueType::down},      {"revers", CueType::down},       {"counteract", CueType::down},
    {"eliminat", CueType::down},    {"depress", CueType::down},      {"delay", CueType::down},
    {"regress", CueType::down},     {"scaveng", CueType::down},      {"interfer", CueType::down},
    {"dampen", CueType::down},      {"restrain", CueType::down},     {"degrad", CueType::down},
    {"minimi", CueType::down},      {"limit", CueType::down},        {"slow", CueType::down},
    {"protect", CueType::down},     {"lower", CueType::down},        {"obliterat", CueType::down},
    {"curtail", CueType::down},     {"ameliorat", CueType::treat},   {"alleviat", CueType::treat},
    {"improv", CueType::treat},     {"reliev", CueType::treat},      {"heal", CueType::treat},
    {"benefi", CueType::treat},     {"treat", CueType::treat},       {"effectiv", CueType::treat},
    {"efficac", CueType::treat},    {"normali", CueType::treat},     {"favor", CueType::treat},
    {"favour", CueType::treat},     {"worsen", CueType::worsen},     {"aggravat", CueType::worsen},
    {"exacerbat", CueType::worsen}, {"deteriorat", CueType::worsen}, {"advers", CueType::worsen},
    {"affect", CueType::affect},    {"alter", CueType::affect},      {"influenc", CueType::affect},
    {"modif", CueType::affect},     {"modulat", CueType::affect},    {"effect", CueType::affect},
};

struct Ending {
  std::string_view ending;
  CueForm form;
};
constexpr Ending kEndings[] = {
    {"", CueForm::verb},          {"e", CueForm::verb},         {"es", CueForm::verb},
    {"s", CueForm::verb},         {"ies", CueForm::verb},       {"y", CueForm::verb},
    {"ze", CueForm::verb},        {"zes", CueForm::verb},       {"se", CueForm::verb},
    {"ses", CueForm::verb},       {"en", CueForm::verb},        {"ed", CueForm::participle},
    {"ied", CueForm::participle}, {"zed", CueForm::participle}, {"sed", CueForm::participle},
    {"ing", CueForm::gerund},     {"ying", CueForm::gerund},    {"zing", CueForm::gerund},
    {"sing", CueForm::gerund},    {"ion", CueForm::noun},       {"ions", CueForm::noun},
    {"tion", CueForm::noun},      {"tions", CueForm::noun},     {"ation", CueForm::noun},
    {"ations", CueForm::noun},    {"ment", CueForm::noun},      {"ments", CueForm::noun},
    {"ement", CueForm::noun},     {"ements", CueForm::noun},    {"ade", CueForm::noun},
    {"al", CueForm::noun},        {"ence", CueForm::noun},      {"sm", CueForm::noun},
    {"st", CueForm::agent},       {"sts", CueForm::agent},      {"or", CueForm::agent},
    {"ors", CueForm::agent},      {"er", CueForm::agent},       {"ers", CueForm::agent},
    {"ant", CueForm::agent},      {"ants", CueForm::agent},     {"ory", CueForm::adjective},
    {"ive", CueForm::adjective},  {"ial", CueForm::adjective},  {"ious", CueForm::adjective},
    {"y", CueForm::noun},         {"ely", CueForm::adjective},  {"eness", CueForm::noun},
    {"cial", CueForm::adjective}, {"t", CueForm::verb},         {"ts", CueForm::verb},
    {"ted", CueForm::participle}, {"able", CueForm::adjective},
};

struct Whole {
  std::string_view word;
  CueType type;
  CueForm form;
};
constexpr Whole kWhole[] = {
    {"rose", CueType::up, CueForm::verb},
    {"fell", CueType::down, CueForm::verb},
    {"higher", CueType::up, CueForm::comparative},
    {"greater", CueType::up, CueForm::comparative},
    {"lower", CueType::down, CueForm::comparative},
    {"less", CueType::down, CueForm::comparative},
    {"fewer", CueType::down, CueForm::comparative},
    {"smaller", CueType::down, CueForm::comparative},
    {"better", CueType::treat, CueForm::comparative},
    {"worse", CueType::worsen, CueForm::comparative},
    {"effective", CueType::treat, CueForm::adjective},
    {"beneficial", CueType::treat, CueForm::adjective},
    {"efficacious", CueType::treat, CueForm::adjective},
    {"favorable", CueType::treat, CueForm::adjective},
    {"favourable", CueType::treat, CueForm::adjective},
    {"adversely", CueType::worsen, CueForm::adjective},
    {"produce", CueType::produce, CueForm::verb},
    {"produces", CueType::produce, CueForm::verb},
    {"produced", CueType::produce, CueForm::verb},
    {"producing", CueType::produce, CueForm::gerund},
    {"showed", CueType::produce, CueForm::verb},
    {"shows", CueType::produce, CueForm::verb},
    {"exert", CueType::produce, CueForm::verb},
    {"exerts", CueType::produce, CueForm::verb},
    {"exerted", CueType::produce, CueForm::verb},
    {"exhibits", CueType::produce, CueForm::verb},
    {"exhibited", CueType::produce, CueForm::verb},
    {"possess", CueType::produce, CueForm::verb},
    {"possesses", CueType::produce, CueForm::verb},
    {"has", CueType::produce, CueForm::verb},
    {"had", CueType::produce, CueForm::verb},
    {"gives", CueType::produce, CueForm::verb},
    {"gave", CueType::produce, CueForm::verb},
    {"effects", CueType::affect, CueForm::noun},
    {"led", CueType::produce, CueForm::verb},
    {"leads", CueType::produce, CueForm::verb},
    {"leading", CueType::produce, CueForm::gerund},
    {"resulted", CueType::produce, CueForm::verb},
    {"results", CueType::produce, CueForm::verb},
    {"resulting", CueType::produce, CueForm::gerund},
    {"associated", CueType::produce, CueForm::verb},
    {"provides", CueType::produce, CueForm::verb},
    {"provided", CueType::produce, CueForm::verb},
    {"achieved", CueType::produce, CueForm::verb},
    {"achieves", CueType::produce, CueForm::verb},
    {"demonstrated", CueType::produce, CueForm::verb},
    {"play", CueType::up, CueForm::verb},
    {"plays", CueType::up, CueForm::verb},
    {"played", CueType::up, CueForm::verb},
    {"effect", CueType::affect, CueForm::noun},
    {"change", CueType::affect, CueForm::verb},
    {"changed", CueType::affect, CueForm::participle},
    {"unchanged", CueType::affect, CueForm::participle},
    {"influence", CueType::affect, CueForm::verb},
    {"determine", CueType::produce, CueForm::verb},
    {"eradicated", CueType::down, CueForm::participle},
    {"eradicates", CueType::down, CueForm::verb},
    {"eradicating", CueType::down, CueForm::gerund},
    {"heals", CueType::treat, CueForm::verb},
};

// Not the verb they look like.
constexpr std::string_view kNotCues[] = {
    "treatment",     "treatments",    "treated",     "treating",      "treat",
    "treats",        "depression",    "depressive",  "depressed",     "protection",
    "driver",        "drivers",       "treatable",   "limitations",   "limitation",
    "limited",       "limits",        "raisin",      "induction",     "effectively",
    "advers",        "adverse",       "healer",      "protein",       "lowest",
    "healthy",       "health",        "benefits",    "benefit",       "beneficiary",
    "beneficiaries", "contributor",   "alternative", "alternatives",  "altern",
    "mediator",      "mediators",     "altering",    "effectiveness", "efficacy",
    "modification",  "modifications", "drive",       "preventive",    "caused",
    "limit",         "limiting",      "lower",       "prevention",    "causes",
    "causal"};
// … and those that are a verb after all, where the list above has their noun.
constexpr Whole kForced[] = {
    {"caused", CueType::up, CueForm::participle},   {"causes", CueType::up, CueForm::verb},
    {"limits", CueType::down, CueForm::verb},       {"limiting", CueType::down, CueForm::gerund},
    {"lower", CueType::down, CueForm::comparative}, {"prevention", CueType::down, CueForm::noun},
    {"treats", CueType::treat, CueForm::verb},
};

template <std::size_t N>
bool one_of(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

constexpr std::string_view kPrepositions[] = {
    "in",      "with",    "of",      "for",    "among",   "to",        "during",
    "on",      "after",   "from",    "by",     "at",      "following", "between",
    "under",   "within",  "versus",  "vs",     "than",    "into",      "against",
    "without", "toward",  "towards", "before", "over",    "as",        "receiving",
    "taking",  "treated", "given",   "via",    "through", "despite",   "upon"};
constexpr std::string_view kClauseEnds[] = {"whereas", "while",   "but",   "although", "though",
                                            "however", "because", "since", "if",       "when",
                                            "unless",  "nor",     "where", "whether"};
constexpr std::string_view kFillers[] = {
    "a",           "an",         "the",          "its",           "their",
    "his",         "both",       "also",         "significantly", "markedly",
    "directly",    "potently",   "selectively",  "strongly",      "partially",
    "partly",      "completely", "effectively",  "further",       "not",
    "did",         "does",       "do",           "can",           "could",
    "may",         "might",      "will",         "would",         "should",
    "has",         "have",       "had",          "been",          "be",
    "is",          "are",        "was",          "were",          "being",
    "to",          "shown",      "found",        "known",         "reported",
    "and",         "or",         "then",         "thus",          "thereby",
    "therefore",   "this",       "these",        "that",          "which",
    "significant", "marked",     "potent",       "selective",     "strong",
    "plasma",      "serum",      "hepatic",      "cardiac",       "cellular",
    "renal",       "brain",      "neuronal",     "systemic",      "overall",
    "total",       "mean",       "level",        "levels",        "activity",
    "expression",  "production", "alone",        "appears",       "seems",
    "similarly",   "only",       "no",           "any",           "some",
    "such",        "other",      "rapidly",      "substantially", "greatly",
    "modestly",    "slightly",   "more",         "most",          "even",
    "well",        "as",         "demonstrated", "able",          "effect",
    "long",        "term",       "chronic",      "acute",         "nonselective",
    "non",         "antagonist", "therapy",      "treatment",     "administration"};

}  // namespace

std::optional<CueWord> cue_of(std::string_view word) {
  for (const Whole& whole : kForced) {
    if (whole.word == word) return CueWord{whole.type, whole.form, whole.word};
  }
  if (one_of(kNotCues, word)) return std::nullopt;
  for (const Whole& whole : kWhole) {
    if (whole.word == word) return CueWord{whole.type, whole.form, whole.word};
  }
  for (const Stem& stem : kStems) {
    if (!word.starts_with(stem.stem)) continue;
    const std::string_view rest = word.substr(stem.stem.size());
    for (const Ending& ending : kEndings) {
      if (ending.ending == rest) return CueWord{stem.type, ending.form, stem.stem};
    }
  }
  return std::nullopt;
}

bool is_preposition(std::string_view word) {
  return one_of(kPrepositions, word);
}
bool is_conjunction(std::string_view word) {
  return word == "and" || word == "or";
}
bool ends_clause(std::string_view word) {
  return one_of(kClauseEnds, word);
}
bool is_filler(std::string_view word) {
  return one_of(kFillers, word) || word.ends_with("ly");
}

}  // namespace ev::mechanism
