#include "pipeline/mechanism/link_cues.hpp"

#include "pipeline/mechanism/word_class.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ev::mechanism {
namespace {

constexpr std::string_view kUpStems[] = {
    "activat",      "stimulat",    "increas",    "enhanc",  "elevat",  "upregulat", "induc",
    "promot",       "augment",     "potentiat",  "rais",    "trigger", "facilitat", "elicit",
    "evok",         "accelerat",   "hasten",     "boost",   "amplif",  "agoni",     "caus",
    "provok",       "overexpress", "precipitat", "driv",    "restor",  "releas",    "produc",
    "transactivat", "sensitiz",    "prolong",    "lengthen"};
constexpr std::string_view kDownStems[] = {
    "inhibit",     "suppress", "decreas",  "reduc",   "block",     "attenuat", "antagoni",
    "downregulat", "diminish", "abolish",  "abrogat", "impair",    "blunt",    "prevent",
    "inactivat",   "mitigat",  "disrupt",  "deplet",  "repress",   "silenc",   "revers",
    "counteract",  "eliminat", "degrad",   "lower",   "ameliorat", "alleviat", "protect",
    "bloc",        "eradicat", "effectiv", "efficac", "reliev",    "shorten",  "slow",
    "abolit",      "lessen",   "declin",   "delay",   "retard",    "postpon"};
// "effective in B" acts against B.
constexpr std::string_view kGoodStems[] = {"improv", "benefi", "heal"};
constexpr std::string_view kBadStems[] = {"worsen", "exacerbat", "aggravat", "deteriorat"};

struct LinkEnding {
  std::string_view ending;
  LinkForm form;
};
constexpr LinkEnding kLinkEndings[] = {
    {"", LinkForm::verb},           {"e", LinkForm::verb},          {"es", LinkForm::verb},
    {"s", LinkForm::verb},          {"y", LinkForm::verb},          {"ies", LinkForm::verb},
    {"k", LinkForm::verb},          {"ks", LinkForm::verb},         {"t", LinkForm::verb},
    {"ts", LinkForm::verb},         {"ize", LinkForm::verb},        {"izes", LinkForm::verb},
    {"ise", LinkForm::verb},        {"ed", LinkForm::participle},   {"ied", LinkForm::participle},
    {"ized", LinkForm::participle}, {"ised", LinkForm::participle}, {"ted", LinkForm::participle},
    {"ked", LinkForm::participle},  {"ing", LinkForm::gerund},      {"ying", LinkForm::gerund},
    {"izing", LinkForm::gerund},    {"ising", LinkForm::gerund},    {"king", LinkForm::gerund},
    {"ion", LinkForm::noun},        {"ions", LinkForm::noun},       {"tion", LinkForm::noun},
    {"tions", LinkForm::noun},      {"ation", LinkForm::noun},      {"ations", LinkForm::noun},
    {"ization", LinkForm::noun},    {"ssion", LinkForm::noun},      {"ment", LinkForm::noun},
    {"ments", LinkForm::noun},      {"ement", LinkForm::noun},      {"ements", LinkForm::noun},
    {"ade", LinkForm::noun},        {"al", LinkForm::noun},         {"sm", LinkForm::noun},
    {"st", LinkForm::agent},        {"sts", LinkForm::agent},       {"or", LinkForm::agent},
    {"ors", LinkForm::agent},       {"er", LinkForm::agent},        {"ers", LinkForm::agent},
    {"ant", LinkForm::agent},       {"ants", LinkForm::agent},      {"ator", LinkForm::agent},
    {"ators", LinkForm::agent},     {"ker", LinkForm::agent},       {"kers", LinkForm::agent},
    {"ory", LinkForm::adjective},   {"ive", LinkForm::adjective},   {"ial", LinkForm::adjective},
    {"able", LinkForm::adjective},  {"stic", LinkForm::adjective},  {"istic", LinkForm::adjective},
    {"cial", LinkForm::adjective},  {"eness", LinkForm::noun},      {"ious", LinkForm::adjective}};

struct LinkWord {
  std::string_view word;
  int sign;
  LinkForm form;
};
constexpr LinkWord kLinkWords[] = {{"agonist", 1, LinkForm::agent},
                                   {"agonists", 1, LinkForm::agent},
                                   {"antagonist", -1, LinkForm::agent},
                                   {"antagonists", -1, LinkForm::agent},
                                   {"inhibitor", -1, LinkForm::agent},
                                   {"inhibitors", -1, LinkForm::agent},
                                   {"blocker", -1, LinkForm::agent},
                                   {"blockers", -1, LinkForm::agent},
                                   {"opener", 1, LinkForm::agent},
                                   {"openers", 1, LinkForm::agent},
                                   {"reactivator", 1, LinkForm::agent},
                                   {"reactivators", 1, LinkForm::agent},
                                   {"stimulant", 1, LinkForm::agent},
                                   {"mimetic", 1, LinkForm::agent},
                                   {"mimetics", 1, LinkForm::agent},
                                   {"scavenger", -1, LinkForm::agent},
                                   {"scavengers", -1, LinkForm::agent},
                                   {"chelator", -1, LinkForm::agent},
                                   {"antagonism", -1, LinkForm::noun},
                                   {"agonism", 1, LinkForm::noun},
                                   {"blockade", -1, LinkForm::noun},
                                   {"blockage", -1, LinkForm::noun},
                                   {"agonistic", 1, LinkForm::adjective},
                                   {"antagonistic", -1, LinkForm::adjective},
                                   {"increase", 1, LinkForm::verb_or_noun},
                                   {"increases", 1, LinkForm::verb_or_noun},
                                   {"decrease", -1, LinkForm::verb_or_noun},
                                   {"decreases", -1, LinkForm::verb_or_noun},
                                   {"rise", 1, LinkForm::verb_or_noun},
                                   {"fall", -1, LinkForm::verb_or_noun},
                                   {"drop", -1, LinkForm::verb_or_noun},
                                   {"decline", -1, LinkForm::verb_or_noun},
                                   {"block", -1, LinkForm::verb_or_noun},
                                   {"blocks", -1, LinkForm::verb},
                                   {"decrement", -1, LinkForm::noun},
                                   {"increment", 1, LinkForm::noun},
                                   {"reduction", -1, LinkForm::noun},
                                   {"regression", -1, LinkForm::noun},
                                   {"reductions", -1, LinkForm::noun},
                                   {"loss", -1, LinkForm::noun},
                                   {"relief", -1, LinkForm::noun},
                                   {"clearance", -1, LinkForm::noun},
                                   {"removal", -1, LinkForm::noun},
                                   {"breakdown", -1, LinkForm::noun},
                                   {"elevation", 1, LinkForm::noun},
                                   {"elevations", 1, LinkForm::noun},
                                   {"depletion", -1, LinkForm::noun},
                                   {"induction", 1, LinkForm::noun},
                                   {"fell", -1, LinkForm::verb},
                                   {"rose", 1, LinkForm::verb},
                                   {"dropped", -1, LinkForm::verb},
                                   {"declined", -1, LinkForm::verb},
                                   {"phosphorylated", 1, LinkForm::verb},
                                   {"phosphorylates", 1, LinkForm::verb},
                                   {"releases", 1, LinkForm::verb},
                                   {"released", 1, LinkForm::participle},
                                   {"caused", 1, LinkForm::participle},
                                   {"deficiency", -1, LinkForm::deficit},
                                   {"deficient", -1, LinkForm::deficit},
                                   {"knockout", -1, LinkForm::deficit},
                                   {"knockdown", -1, LinkForm::deficit},
                                   {"sirna", -1, LinkForm::deficit},
                                   {"shrna", -1, LinkForm::deficit},
                                   {"null", -1, LinkForm::deficit},
                                   {"silencing", -1, LinkForm::deficit},
                                   {"deletion", -1, LinkForm::deficit},
                                   {"ablation", -1, LinkForm::deficit},
                                   {"withdrawal", -1, LinkForm::deficit},
                                   {"discontinuation", -1, LinkForm::deficit},
                                   {"cessation", -1, LinkForm::deficit},
                                   {"higher", 1, LinkForm::comparative},
                                   {"lower", -1, LinkForm::comparative},
                                   {"greater", 1, LinkForm::comparative},
                                   {"inhibitory", -1, LinkForm::adjective},
                                   {"stimulatory", 1, LinkForm::adjective},
                                   {"ic50", -1, LinkForm::constant},
                                   {"ki", -1, LinkForm::constant},
                                   {"ic", -1, LinkForm::constant},
                                   {"ec50", 1, LinkForm::constant},
                                   {"sensitive", -1, LinkForm::sensitivity},
                                   {"targeting", -1, LinkForm::gerund},
                                   {"targets", -1, LinkForm::verb}};

// Begin like a cue and are none.
constexpr std::string_view kNotLinkCues[] = {
    "depression",  "depressive", "production",  "product",    "products",  "producing",
    "protein",     "proteins",   "protection",  "protective", "treatment", "driver",
    "drivers",     "resolution", "releasing",   "release",    "inducible", "drive",
    "restoration", "promoter",   "promoters",   "producer",   "causal",    "reductase",
    "reductases",  "boost",      "precipitate", "healthy",    "health"};

template <std::size_t N>
bool among(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

struct StemMatch {
  int sign;
  bool by_value;
  std::size_t length;
};

template <std::size_t N>
void try_stems(const std::string_view (&stems)[N], std::string_view word, int sign, bool by_value,
               std::optional<StemMatch>& best) {
  for (const std::string_view stem : stems) {
    if (word.starts_with(stem) && (!best || stem.size() > best->length))
      best = StemMatch{sign, by_value, stem.size()};
  }
}

std::optional<LinkCue> word_cue(std::string_view word) {
  for (const LinkWord& w : kLinkWords) {
    if (w.word == word) return LinkCue{.sign = w.sign, .form = w.form};
  }
  if (among(kNotLinkCues, word)) return std::nullopt;
  std::optional<StemMatch> stem;
  try_stems(kUpStems, word, 1, false, stem);
  try_stems(kDownStems, word, -1, false, stem);
  try_stems(kGoodStems, word, 1, true, stem);
  try_stems(kBadStems, word, -1, true, stem);
  if (!stem) return std::nullopt;
  for (const LinkEnding& e : kLinkEndings) {
    if (word.substr(stem->length) == e.ending)
      return LinkCue{.sign = stem->sign, .form = e.form, .by_value = stem->by_value};
  }
  return std::nullopt;
}

// "up-regulates" is two tokens; the cue sits on the second.
std::optional<LinkCue> regulation_cue(std::string_view before, std::string_view word) {
  if (!word.starts_with("regulat") && !word.starts_with("modulat")) return std::nullopt;
  if (before != "up" && before != "down") return std::nullopt;
  LinkCue cue{.sign = before == "up" ? 1 : -1, .form = LinkForm::verb};
  if (word.ends_with("ion") || word.ends_with("ions")) cue.form = LinkForm::noun;
  if (word.ends_with("ed")) cue.form = LinkForm::participle;
  if (word.ends_with("ing")) cue.form = LinkForm::gerund;
  return cue;
}

// "Death from any cause", "whatever the cause of B"; but "A is a cause of B", "A may cause B".
bool is_noun_cause(const std::vector<doc::Token>& tokens, std::size_t i) {
  constexpr std::string_view kOfNoun[] = {"any",      "all",       "every",   "other",   "the",
                                          "a",        "an",        "its",     "of",      "common",
                                          "leading",  "main",      "major",   "by",      "specific",
                                          "frequent", "important", "unknown", "whatever"};
  if (tokens[i].folded != "cause" && tokens[i].folded != "causes") return false;
  const bool of = i + 1 < tokens.size() && tokens[i + 1].folded == "of";
  if (!of && (i == 0 || !among(kOfNoun, tokens[i - 1].folded))) return false;
  // "is a cause", "is the main cause"
  for (std::size_t k = i > 3 ? i - 3 : 0; of && k < i; ++k) {
    const std::string_view w = tokens[k].folded;
    if ((is_be(w) || w == "as" || w == "became") && tokens[k + 1].folded != "by") return false;
  }
  return true;
}

// "Logistic regression", "the regression analysis"; but "regression of B".
bool is_statistics(const std::vector<doc::Token>& tokens, std::size_t i) {
  constexpr std::string_view kKinds[] = {"logistic",      "linear",   "cox",      "multiple",
                                         "multivariable", "stepwise", "poisson",  "meta",
                                         "multivariate",  "quantile", "binomial", "hazards"};
  if (tokens[i].folded != "regression") return false;
  const bool of = i + 1 < tokens.size() && tokens[i + 1].folded == "of";
  return !of || (i > 0 && among(kKinds, tokens[i - 1].folded));
}

}  // namespace

std::vector<LinkCue> link_cues(std::string_view sentence, const std::vector<doc::Token>& tokens) {
  constexpr std::string_view kPrefixes[] = {"re",   "up",  "down", "co",
                                            "auto", "non", "self", "over"};
  std::vector<LinkCue> out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view before = i > 0 ? std::string_view(tokens[i - 1].folded) : "";
    const bool hyphen =
        i > 0 && sentence.substr(tokens[i - 1].end, tokens[i].begin - tokens[i - 1].end) == "-";
    auto cue = hyphen ? regulation_cue(before, tokens[i].folded) : std::nullopt;
    if (!cue) {
      cue = word_cue(tokens[i].folded);
      if (cue) cue->bound = hyphen && !among(kPrefixes, before);
    }
    if (!cue || is_noun_cause(tokens, i) || is_statistics(tokens, i)) continue;
    const std::string_view next =
        i + 1 < tokens.size() ? std::string_view(tokens[i + 1].folded) : "";
    constexpr std::string_view kDoers[] = {"agent", "agents", "drug", "drugs"};
    if (cue->form == LinkForm::gerund && among(kDoers, next)) cue->form = LinkForm::agent;
    cue->token = i;
    out.push_back(*cue);
  }
  return out;
}

LinkSentence link_sentence(std::string_view text) {
  return link_sentence(text, doc::tokenize(text));
}

LinkSentence link_sentence(std::string_view text, std::vector<doc::Token> tokens) {
  LinkSentence s{.text = text, .tokens = std::move(tokens), .cues = {}};
  s.cues = link_cues(s.text, s.tokens);
  return s;
}

bool is_undirected_cue(std::string_view word) {
  constexpr std::string_view kStems[] = {"alter",    "modulat", "affect",
                                         "influenc", "modif",   "regulat"};
  constexpr std::string_view kEndings[] = {"",    "s",    "ed",   "ing",   "es",   "e",
                                           "ion", "ions", "ies",  "y",     "ying", "ation",
                                           "ate", "ates", "ated", "ating", "ied",  "ied"};
  for (const std::string_view stem : kStems) {
    if (word.starts_with(stem) && among(kEndings, word.substr(stem.size()))) return true;
  }
  return false;
}

bool is_be(std::string_view word) {
  constexpr std::string_view kWords[] = {"was", "were", "is", "are", "been", "be", "being"};
  return among(kWords, word);
}

bool leads_doer(std::string_view word) {
  constexpr std::string_view kWords[] = {"by",    "with",    "after", "following",
                                         "via",   "using",   "upon",  "during",
                                         "under", "through", "to",    "receiving"};
  return among(kWords, word);
}

bool is_link_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"of", "in", "on",   "the", "and",   "to",   "for",
                                         "a",  "an", "both", "its", "their", "this", "at"};
  return among(kWords, word);
}

bool is_description(std::string_view word) {
  static const WordClass kWords("description");
  return kWords.has(word);
}

bool opens_clause(std::string_view word) {
  constexpr std::string_view kWords[] = {"whereas", "while",   "but",     "although",
                                         "though",  "however", "because", "since",
                                         "when",    "if",      "whereby"};
  return among(kWords, word);
}

bool joins_effect(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "induced",   "stimulated", "mediated", "evoked",    "elicited",  "triggered", "activated",
      "dependent", "treated",    "enhanced", "generated", "catalyzed", "driven",    "exposed"};
  return among(kWords, word);
}

bool is_negator(std::string_view word) {
  constexpr std::string_view kWords[] = {"not",    "no",     "without", "neither", "nor",
                                         "cannot", "failed", "fail",    "fails",   "lack",
                                         "never",  "unable", "absence"};
  return among(kWords, word);
}

bool starts_other_name(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "receptor",  "receptors",     "transporter", "transporters", "synthetase",
      "channel",   "channels",      "converting",  "exchanger",    "pump",
      "pumps",     "binding",       "carrier",     "antiporter",   "cotransporter",
      "conjugate", "competitive",   "uptake",      "transport",    "metabolism",
      "efflux",    "hydroxylation", "oxidation",   "gated",        "sensing"};
  return among(kWords, word) || word.ends_with("ase") || word.ends_with("ases");
}

}  // namespace ev::mechanism
