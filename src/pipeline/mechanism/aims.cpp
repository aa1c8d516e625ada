#include "pipeline/mechanism/aims.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/link_cues.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ev::mechanism {

namespace {

// "A, C and D in gout were retrospectively evaluated.": what was looked into.
bool was_looked_into(std::string_view sentence) {
  constexpr std::string_view kLooked[] = {"evaluated", "assessed", "investigated", "examined",
                                          "studied",   "compared", "analyzed",     "analysed"};
  const std::vector<doc::Token> tokens = doc::tokenize(sentence);
  const auto looked = [&](std::size_t i) {
    return std::find(std::begin(kLooked), std::end(kLooked), tokens[i].folded) != std::end(kLooked);
  };
  // "This blinded trial evaluated …"
  for (std::size_t k = 1; k + 1 < tokens.size() && k < 8 && tokens[0].folded == "this"; ++k) {
    const std::string_view w = tokens[k].folded;
    if (w == "trial" || w == "study") return looked(k + 1);
  }
  // "A and C were compared with regard to B"
  const auto word = [&](std::size_t i) {
    return i < tokens.size() ? std::string_view(tokens[i].folded) : std::string_view();
  };
  for (std::size_t k = 1; k + 1 < tokens.size(); ++k) {
    if (!looked(k) || (word(k - 1) != "was" && word(k - 1) != "were")) continue;
    const bool regard = (word(k + 1) == "with" || word(k + 1) == "in") &&
                        (word(k + 2).starts_with("regard") || word(k + 2) == "respect");
    const bool terms = word(k + 1) == "in" && word(k + 2) == "terms";
    if (regard || terms || word(k + 1) == "regarding" || word(k + 1) == "concerning") return true;
  }
  if (tokens.size() < 3 || !looked(tokens.size() - 1)) return false;
  for (std::size_t k = tokens.size() - 1; k > 0 && k + 3 > tokens.size() - 1; --k) {
    const std::string_view w = tokens[k - 1].folded;
    if (w == "was" || w == "were") return true;
  }
  return false;
}

constexpr std::string_view kAimPhrases[] = {" aim ",
                                            "aimed ",
                                            "the aims ",
                                            "objective",
                                            "the purpose",
                                            "purpose of",
                                            "to investigate",
                                            "to determine",
                                            "to evaluate",
                                            "to assess",
                                            "to examine",
                                            "to compare",
                                            "to test ",
                                            "to explore",
                                            "to clarify",
                                            "to study ",
                                            "to elucidate",
                                            "whether ",
                                            "we hypothesi",
                                            "was hypothesi",
                                            "hypothesis that",
                                            "hypothesized that",
                                            "we investigated",
                                            "we examined",
                                            "we tested",
                                            "we evaluated",
                                            "we studied",
                                            "we compared",
                                            "we assessed",
                                            "we have assessed",
                                            "we measured",
                                            "was designed",
                                            "were designed",
                                            "is unknown",
                                            "remains unknown",
                                            "remains unclear",
                                            "is unclear",
                                            "not known",
                                            "were randomi",
                                            "was randomi",
                                            "remains to be",
                                            "remain to be",
                                            "should be investigated",
                                            "this study examined",
                                            "this study investigated",
                                            "was conducted to",
                                            "was undertaken",
                                            "were assigned to",
                                            "randomly assigned",
                                            "we sought",
                                            "assumed to",
                                            "assumed that",
                                            "assuming ",
                                            " gap in ",
                                            " gaps in ",
                                            "the potential for "};

}  // namespace

bool states_an_aim(std::string_view sentence) {
  const std::string lower = " " + text::to_lower_ascii(sentence);
  // "To find the dose …", but "To our surprise A …".
  if (lower.starts_with(" to ") && !lower.starts_with(" to our ")) return true;
  return lower.find('?') != std::string::npos || was_looked_into(sentence) ||
         std::any_of(std::begin(kAimPhrases), std::end(kAimPhrases),
                     [&](std::string_view p) { return lower.find(p) != std::string::npos; });
}

bool names_a_study(std::string_view title) {
  constexpr std::string_view kStudies[] = {
      "evaluation", "comparison", "assessment", "effect",  "effects",       "influence",
      "impact",     "role",       "study",      "changes", "investigation", "comparative"};
  constexpr std::string_view kVerbs[] = {"is",   "are", "was", "were", "has", "have",
                                         "does", "do",  "did", "can",  "may", "might"};
  const auto in = [](const auto& words, std::string_view word) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
  };
  const std::vector<doc::Token> tokens = doc::tokenize(title);
  const std::size_t first =
      !tokens.empty() && (tokens[0].folded == "the" || tokens[0].folded == "an") ? 1 : 0;
  if (first >= tokens.size() || !in(kStudies, tokens[first].folded)) return false;
  return std::none_of(tokens.begin(), tokens.end(),
                      [&](const doc::Token& t) { return in(kVerbs, t.folded); });
}

bool states_a_finding(std::string_view title) {
  if (names_a_study(title)) return false;
  // Behind "by" stands who does it: "Inhibition of B by A".
  constexpr std::string_view kVerbs[] = {
      "is",     "are",     "was",    "were",   "has",  "have",  "does",    "do",       "did",
      "can",    "may",     "might",  "shows",  "show", "fails", "fail",    "predicts", "lacks",
      "alters", "affects", "failed", "showed", "by",   "via",   "through", "induced",  "mediated"};
  const std::vector<doc::Token> tokens = doc::tokenize(title);
  for (const doc::Token& t : tokens) {
    if (std::find(std::begin(kVerbs), std::end(kVerbs), t.folded) != std::end(kVerbs)) return true;
  }
  const std::vector<LinkCue> cues = link_cues(title, tokens);
  return std::any_of(cues.begin(), cues.end(), [&](const LinkCue& c) {
    const bool verb = c.form == LinkForm::verb || c.form == LinkForm::participle ||
                      c.form == LinkForm::verb_or_noun;
    const bool infinitive = c.token > 0 && tokens[c.token - 1].folded == "to";
    return verb && !c.bound && !infinitive && !tokens[c.token].folded.starts_with("benefi");
  });
}

}  // namespace ev::mechanism
