#include "pipeline/appraise/text_quality.hpp"

#include "pipeline/appraise/terms.hpp"

#include <algorithm>
#include <string>

namespace ev::appraise {

namespace {

using Tokens = std::vector<std::string>;

bool is_number(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool contains_prefix(const Tokens& tokens, std::initializer_list<std::string_view> prefixes) {
  for (const std::string& token : tokens) {
    for (const std::string_view prefix : prefixes) {
      if (std::string_view(token).substr(0, prefix.size()) == prefix) return true;
    }
  }
  return false;
}

bool contains_pair(const Tokens& tokens, std::string_view first, std::string_view second) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] == first && std::string_view(tokens[i + 1]).substr(0, second.size()) == second) {
      return true;
    }
  }
  return false;
}

// "n = 120", or a number at most three words before the unit: "120 eligible adult patients".
bool states_sample_size(const Tokens& tokens) {
  constexpr std::array<std::string_view, 18> kUnits = {
      "patients", "participants", "subjects",    "adults", "children", "women",
      "men",      "individuals",  "volunteers",  "people", "infants",  "cases",
      "samples",  "specimens",    "respondents", "mice",   "rats",     "studies"};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "n" && i + 1 < tokens.size() && is_number(tokens[i + 1])) return true;
    if (std::find(kUnits.begin(), kUnits.end(), tokens[i]) == kUnits.end()) continue;
    for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
      if (is_number(tokens[i - back])) return true;
    }
  }
  return false;
}

bool states_effect_with_precision(const Tokens& tokens) {
  bool interval = contains_pair(tokens, "confidence", "interval") ||
                  contains_pair(tokens, "credible", "interval");
  bool p_value = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool number_next = is_number(tokens[i + 1]);
    interval = interval || (tokens[i] == "ci" && number_next) ||
               (is_number(tokens[i]) && tokens[i + 1] == "ci");
    p_value = p_value || (tokens[i] == "p" && number_next);
  }
  if (interval) return true;
  const bool measure = contains_prefix(tokens, {"odds", "hazard", "ratio", "difference", "mean",
                                                "risk", "coefficient", "correlation"});
  return p_value && measure;
}

bool names_comparison(const Tokens& tokens) {
  return contains_prefix(tokens, {"placebo", "versus", "compar", "sham", "reference"}) ||
         contains_pair(tokens, "control", "group") || contains_pair(tokens, "controls", "") ||
         contains_pair(tokens, "usual", "care") || contains_pair(tokens, "standard", "care");
}

bool is_registered(const model::Article& article, const Tokens& tokens) {
  if (!article.nct_ids.empty() || !article.registry_ids.empty()) return true;
  if (contains_prefix(tokens, {"prospero", "isrctn", "eudract", "chictr", "actrn", "umin0"})) {
    return true;
  }
  return std::any_of(tokens.begin(), tokens.end(), [](const std::string& token) {
    return token.size() == 11 && token.substr(0, 3) == "nct" && is_number(token.substr(3));
  });
}

bool states_limitations(const Tokens& tokens) {
  return contains_prefix(tokens, {"limitation", "caution", "caveat"}) ||
         contains_pair(tokens, "limited", "by") || contains_pair(tokens, "further", "research") ||
         contains_pair(tokens, "further", "stud") || contains_pair(tokens, "small", "sample") ||
         contains_pair(tokens, "low", "certainty");
}

bool marks_conclusion(const model::Article& article, const Tokens& tokens) {
  for (const model::Section& section : article.sections) {
    if (section.nlm_category == "CONCLUSIONS") return true;
  }
  return contains_prefix(tokens, {"conclu"}) || contains_pair(tokens, "findings", "suggest") ||
         contains_pair(tokens, "results", "suggest") || contains_pair(tokens, "data", "suggest") ||
         contains_pair(tokens, "results", "indicate");
}

}  // namespace

std::optional<TextQuality> text_quality(const model::Article& article) {
  const Tokens tokens = folded_tokens(article.abstract);
  if (tokens.empty()) return std::nullopt;
  const std::array<bool, kQualityCriteria.size()> met = {
      article.sections.size() >= 2,
      states_sample_size(tokens),
      states_effect_with_precision(tokens),
      names_comparison(tokens),
      is_registered(article, tokens),
      states_limitations(tokens),
      marks_conclusion(article, tokens),
      !article.grants.empty() || !article.coi_statement.empty()};
  TextQuality quality;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (met[i]) quality.met.push_back(kQualityCriteria[i]);
  }
  quality.score = static_cast<double>(quality.met.size()) / static_cast<double>(met.size());
  return quality;
}

}  // namespace ev::appraise
