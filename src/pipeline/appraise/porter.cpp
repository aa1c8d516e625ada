#include "pipeline/appraise/porter.hpp"

#include <array>
#include <utility>

namespace ev::appraise {

namespace {

bool is_consonant(std::string_view w, std::size_t i) {
  switch (w[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return false;
    case 'y':
      return i == 0 || !is_consonant(w, i - 1);
    default:
      return true;
  }
}

// Porter's m: the number of vowel-consonant sequences.
int measure(std::string_view w) {
  int m = 0;
  bool vowel_before = false;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const bool consonant = is_consonant(w, i);
    if (consonant && vowel_before) ++m;
    vowel_before = !consonant;
  }
  return m;
}

bool has_vowel(std::string_view w) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (!is_consonant(w, i)) return true;
  }
  return false;
}

bool ends_double_consonant(std::string_view w) {
  const std::size_t n = w.size();
  return n >= 2 && w[n - 1] == w[n - 2] && is_consonant(w, n - 1);
}

// consonant-vowel-consonant where the last is not w, x or y: "hop", not "snow".
bool ends_cvc(std::string_view w) {
  const std::size_t n = w.size();
  if (n < 3 || !is_consonant(w, n - 3) || is_consonant(w, n - 2) || !is_consonant(w, n - 1)) {
    return false;
  }
  return w[n - 1] != 'w' && w[n - 1] != 'x' && w[n - 1] != 'y';
}

using Rule = std::pair<std::string_view, std::string_view>;

// The first rule whose suffix fits decides; it applies when the stem's measure is above `least`.
template <std::size_t N>
void apply_rules(std::string& w, const std::array<Rule, N>& rules, int least) {
  for (const auto& [suffix, replacement] : rules) {
    if (!std::string_view(w).ends_with(suffix)) continue;
    const std::string_view stem = std::string_view(w).substr(0, w.size() - suffix.size());
    if (measure(stem) > least) w = std::string(stem) + std::string(replacement);
    return;
  }
}

void strip_plural(std::string& w) {
  const std::string_view v = w;
  if (v.ends_with("sses") || v.ends_with("ies")) {
    w.erase(w.size() - 2);
  } else if (v.ends_with("s") && !v.ends_with("ss")) {
    w.pop_back();
  }
}

void strip_past_and_gerund(std::string& w) {
  const std::string_view v = w;
  if (v.ends_with("eed")) {
    if (measure(v.substr(0, v.size() - 3)) > 0) w.pop_back();
    return;
  }
  const std::size_t cut = v.ends_with("ed") ? 2 : v.ends_with("ing") ? 3 : 0;
  if (cut == 0 || !has_vowel(v.substr(0, v.size() - cut))) return;
  w.erase(w.size() - cut);
  const std::string_view stem = w;
  if (stem.ends_with("at") || stem.ends_with("bl") || stem.ends_with("iz")) {
    w += 'e';
  } else if (ends_double_consonant(stem)) {
    const char last = stem.back();
    if (last != 'l' && last != 's' && last != 'z') w.pop_back();
  } else if (measure(stem) == 1 && ends_cvc(stem)) {
    w += 'e';
  }
}

constexpr std::array<Rule, 21> kStep2 = {
    {{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
     {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
     {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
     {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
     {"logi", "log"}}};

constexpr std::array<Rule, 7> kStep3 = {{{"icate", "ic"},
                                         {"ative", ""},
                                         {"alize", "al"},
                                         {"iciti", "ic"},
                                         {"ical", "ic"},
                                         {"ful", ""},
                                         {"ness", ""}}};

constexpr std::array<Rule, 18> kStep4 = {{{"al", ""},
                                          {"ance", ""},
                                          {"ence", ""},
                                          {"er", ""},
                                          {"ic", ""},
                                          {"able", ""},
                                          {"ible", ""},
                                          {"ant", ""},
                                          {"ement", ""},
                                          {"ment", ""},
                                          {"ent", ""},
                                          {"ou", ""},
                                          {"ism", ""},
                                          {"ate", ""},
                                          {"iti", ""},
                                          {"ous", ""},
                                          {"ive", ""},
                                          {"ize", ""}}};

void strip_residual(std::string& w) {
  if (std::string_view(w).ends_with("ion")) {
    const std::string_view stem = std::string_view(w).substr(0, w.size() - 3);
    if (measure(stem) > 1 && (stem.back() == 's' || stem.back() == 't')) w.erase(w.size() - 3);
    return;
  }
  apply_rules(w, kStep4, 1);
}

void tidy(std::string& w) {
  if (w.back() == 'e') {
    const std::string_view stem = std::string_view(w).substr(0, w.size() - 1);
    const int m = measure(stem);
    if (m > 1 || (m == 1 && !ends_cvc(stem))) w.pop_back();
  }
  if (w.back() == 'l' && ends_double_consonant(w) && measure(w) > 1) w.pop_back();
}

}  // namespace

std::string porter_stem(std::string_view word) {
  std::string w(word);
  if (w.size() < 3) return w;
  for (const char c : w) {
    if (c < 'a' || c > 'z') return w;
  }
  strip_plural(w);
  strip_past_and_gerund(w);
  if (w.back() == 'y' && has_vowel(std::string_view(w).substr(0, w.size() - 1))) w.back() = 'i';
  apply_rules(w, kStep2, 0);
  apply_rules(w, kStep3, 0);
  strip_residual(w);
  tidy(w);
  return w;
}

}  // namespace ev::appraise
