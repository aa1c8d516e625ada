#include "pipeline/query_gen/synonyms.hpp"

#include "pipeline/query_gen/words.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

bool contains_words(const std::string& key, const std::string& inner) {
  return (" " + key + " ").find(" " + inner + " ") != std::string::npos;
}

// "Diabetes Mellitus, Type 2" is said the other way round in running text.
bool is_inverted(std::string_view term) {
  return term.find(',') != std::string_view::npos;
}

// "Proton Pump Inhibitors" are named one by one in texts. Classes of substances only: the singular
// of "Diabetes" or "Measles" is no word. "" where there is none.
std::string one_of(const mesh::Heading& heading, std::string_view term) {
  constexpr std::size_t kShortest = 6;
  if (!mesh::in_branch(heading, "D")) return "";
  const std::string_view last = term.substr(term.rfind(' ') + 1);  // npos + 1 is 0
  if (last.size() < kShortest || last.back() != 's') return "";
  for (const std::string_view ending : {"ss", "us", "is", "xes", "shes", "ches"}) {
    if (last.ends_with(ending)) return "";
  }
  const std::string_view before = term.substr(0, term.size() - last.size());
  if (last.ends_with("ies")) {
    return std::string(before) + std::string(last.substr(0, last.size() - 3)) + "y";
  }
  return std::string(before) + std::string(last.substr(0, last.size() - 1));
}

}  // namespace

std::vector<std::string> synonyms_of(const mesh::Heading& heading, std::string_view text) {
  std::vector<std::string> candidates;
  for (const std::string_view term : {text, std::string_view(heading.name)}) {
    candidates.emplace_back(term);
    if (std::string one = one_of(heading, term); !one.empty()) {
      candidates.push_back(std::move(one));
    }
  }
  candidates.insert(candidates.end(), heading.entry_terms.begin(), heading.entry_terms.end());
  std::vector<std::string> out;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string& term = candidates[i];
    const std::string key = mesh::term_key(term);
    if (key.empty()) continue;
    if (i > 0) {
      const bool short_form = key.find(' ') == std::string::npos && key.size() <= 3;
      const bool generic = key.find(' ') == std::string::npos && is_scaffolding(key);
      const bool odd = term.find_first_of("()[]\"*") != std::string::npos;
      if (is_inverted(term) || short_form || generic || odd) continue;
    }
    const bool covered = std::any_of(keys.begin(), keys.end(), [&key](const std::string& taken) {
      return contains_words(key, taken);
    });
    if (covered) continue;
    keys.push_back(key);
    out.push_back(term);
  }
  return out;
}

}  // namespace ev::query_gen
