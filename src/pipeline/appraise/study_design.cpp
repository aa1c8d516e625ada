#include "pipeline/appraise/study_design.hpp"

#include "pipeline/appraise/folded_words.hpp"
#include "pipeline/extract/design.hpp"

#include <array>
#include <iterator>
#include <span>
#include <vector>

namespace ev::appraise {

namespace {

constexpr std::string_view kProtocol = "study protocol";

struct Cue {
  std::string_view design;
  std::string_view phrases;  // singular folded words; alternatives by '|', '*' ends a prefix
};

// In order of precedence: what a text is about all (a protocol, an animal study) comes before the
// method words it may contain.
constexpr Cue kCues[] = {
    {kProtocol,
     "study protocol|trial protocol|review protocol|protocol for|rationale and design|design and "
     "rationale"},
    {"animal study",
     "animal|mouse|mice|rat|murine|rodent|zebrafish|in vivo model|rabbit|pig|primate"},
    {"in vitro study", "in vitro|cell line|cell culture|cultured cell|organoid"},
    {"systematic review",
     "systematic review|systematically reviewed|systematic literature review|umbrella review|"
     "cochrane review|systematic overview|review systematic"},
    {"meta-analysis",
     "meta analys*|metaanalys*|meta analytic|pooled analysis|individual patient data"},
    {"scoping review", "scoping review|mapping review|rapid review|realist review"},
    {"guideline", "guideline|consensus statement|consensus development"},
    {"mendelian randomization study", "mendelian randomi*"},
    {"non-randomized trial",
     "non randomi*|nonrandomi*|quasi randomi*|unrandomi*|not randomi*|without randomi*"},
    {"randomized controlled trial",
     "rct|randomi* control*|randomi* trial|randomi* clinical trial|randomi* study|randomi*|"
     "random allocation|randomly assigned|randomly allocated"},
    {"clinical trial",
     "clinical trial|controlled trial|clinical study|open label|single arm|crossover|cross over|"
     "phase 1|phase 2|phase 3|phase 4|phase i|phase ii|phase iii|phase iv|placebo|double blind|"
     "single blind|pilot trial|pragmatic trial|equivalence trial|interventional|before "
     "after|trial"},
    {"case-control study", "case control|case referent|case cohort"},
    {"cohort study", "cohort|longitudinal|prospective|follow up study|registry study"},
    {"case series", "case series|series of case"},
    {"cross-sectional study",
     "cross sectional|survey|questionnaire study|prevalence study|ecological"},
    {"case report", "case report|case study|n of 1"},
    {"diagnostic accuracy study", "diagnostic accuracy|diagnostic test|validation study"},
    {"observational study",
     "observational|retrospective|epidemiolog*|real world|database study|twin study|"
     "chart review|medical record review"},
    {"modelling study",
     "modelling|modeling|simulation|in silico|computational|cost effectiveness|economic evaluation|"
     "machine learning|deep learning|bioinformatic*"},
    {"qualitative study", "qualitative|interview|focus group|ethnograph*"},
    {"review", "review|overview"},
    {"editorial", "editorial"},
    {"letter", "letter|correspondence"},
    {"comment", "comment"},
    {"commentary", "commentary|opinion|perspective|viewpoint|news|essay"},
};

bool is_plural_of(std::string_view token, std::string_view word) {
  return token.size() == word.size() + 1 && token.back() == 's' &&
         token.substr(0, word.size()) == word;
}

bool matches_word(std::string_view token, std::string_view word) {
  if (word.back() == '*') {
    word.remove_suffix(1);
    return token.size() >= word.size() && token.substr(0, word.size()) == word;
  }
  if (token == word || is_plural_of(token, word)) return true;
  if (word.ends_with("y") && token.ends_with("ies")) {
    return token.substr(0, token.size() - 3) == word.substr(0, word.size() - 1);
  }
  return word.ends_with("is") && token.ends_with("es") &&
         token.substr(0, token.size() - 2) == word.substr(0, word.size() - 2);
}

bool phrase_at(const FoldedWords& words, std::size_t at, std::string_view phrase) {
  while (!phrase.empty()) {
    const std::size_t space = phrase.find(' ');
    if (at >= words.size() || !matches_word(words[at], phrase.substr(0, space))) return false;
    ++at;
    phrase = space == std::string_view::npos ? std::string_view{} : phrase.substr(space + 1);
  }
  return true;
}

struct CuePhrase {
  std::size_t cue;  // index into kCues
  std::string_view phrase;
};

// By the first letter of the phrase, which is that of every form of its first word.
std::span<const CuePhrase> phrases_of(std::string_view word) {
  static const auto kByLetter = [] {
    std::array<std::vector<CuePhrase>, 26> out;
    for (std::size_t cue = 0; cue < std::size(kCues); ++cue) {
      std::string_view rest = kCues[cue].phrases;
      while (!rest.empty()) {
        const std::size_t bar = rest.find('|');
        out[static_cast<std::size_t>(rest[0] - 'a')].push_back({cue, rest.substr(0, bar)});
        rest = bar == std::string_view::npos ? std::string_view{} : rest.substr(bar + 1);
      }
    }
    return out;
  }();
  if (word.empty() || word[0] < 'a' || word[0] > 'z') return {};
  return kByLetter[static_cast<std::size_t>(word[0] - 'a')];
}

// The first of the cues that the words mention; std::size(kCues) when they mention none.
std::size_t first_cue(const FoldedWords& words) {
  std::size_t first = std::size(kCues);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const auto& [cue, phrase] : phrases_of(words[i])) {
      if (cue < first && phrase_at(words, i, phrase)) first = cue;
    }
  }
  return first;
}

}  // namespace

const std::vector<Design>& designs() {
  static const std::vector<Design> all = {{"systematic review", 1.0},
                                          {"meta-analysis", 0.95},
                                          {"randomized controlled trial", 0.9},
                                          {"guideline", 0.8},
                                          {"clinical trial", 0.8},
                                          {"non-randomized trial", 0.75},
                                          {"cohort study", 0.7},
                                          {"mendelian randomization study", 0.65},
                                          {"case-control study", 0.6},
                                          {"diagnostic accuracy study", 0.6},
                                          {"observational study", 0.6},
                                          {"scoping review", 0.55},
                                          {"cross-sectional study", 0.5},
                                          {"case series", 0.45},
                                          {"case report", 0.4},
                                          {"qualitative study", 0.4},
                                          {"review", 0.4},
                                          {"modelling study", 0.35},
                                          {"animal study", 0.25},
                                          {"in vitro study", 0.2},
                                          {"commentary", 0.2},
                                          {"editorial", 0.2},
                                          {"letter", 0.2},
                                          {"comment", 0.2},
                                          {"study protocol", 0.1}};
  return all;
}

std::optional<Design> design_by_name(std::string_view name) {
  for (const Design& design : designs()) {
    if (design.name == name) return design;
  }
  return std::nullopt;
}

std::optional<Design> design_of_text(std::string_view description) {
  const FoldedWords words(description);
  if (words.size() == 1 && words[0] == "protocol") return design_by_name(kProtocol);
  const std::size_t cue = first_cue(words);
  return cue < std::size(kCues) ? design_by_name(kCues[cue].design) : std::nullopt;
}

std::optional<Design> design_of_record(const model::Article& article) {
  return design_by_name(extract::study_design(article));
}

std::optional<Design> design_of(const model::Article& article,
                                const model::Value::Object* features) {
  if (const auto design = design_of_record(article)) return design;
  if (features == nullptr) return std::nullopt;
  for (const auto& [key, value] : *features) {
    if (!value.is_string() || (key != "study_design" && key != "study_type" && key != "design"))
      continue;
    if (const auto design = design_of_text(value.string())) return design;
  }
  return std::nullopt;
}

bool is_opinion(const Design& design) {
  return design.name == "editorial" || design.name == "letter" || design.name == "comment" ||
         design.name == "commentary";
}

}  // namespace ev::appraise
