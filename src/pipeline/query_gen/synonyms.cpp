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

}  // namespace

std::vector<std::string> synonyms_of(const mesh::Heading& heading, std::string_view text) {
  std::vector<std::string> candidates = {std::string(text), heading.name};
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
