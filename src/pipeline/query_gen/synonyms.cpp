#include "pipeline/query_gen/synonyms.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/abbreviations.hpp"
#include "pipeline/query_gen/spelling.hpp"
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

// MeSH says neoplasms where texts say cancer.
void add_cancers(const std::string& term, std::vector<std::string>& out) {
  for (const std::string_view last : {"Neoplasms", "neoplasms"}) {
    if (is_inverted(term) || !term.ends_with(last)) continue;
    const std::string before = term.substr(0, term.size() - last.size());
    if (before.empty()) {
      out.insert(out.end(), {"cancer", "cancers"});
    } else if (before.back() == ' ') {
      for (const char* word : {"cancer", "cancers", "tumor", "carcinoma"}) {
        out.push_back(before + word);
      }
    }
  }
}

// "Off-Label Use" is also "prescribed off-label".
void add_without_use(const std::string& term, std::vector<std::string>& out) {
  const std::string key = mesh::term_key(term);
  const bool longer = std::count(key.begin(), key.end(), ' ') > 1;
  if (longer && key.ends_with(" use")) out.push_back(term.substr(0, term.rfind(' ')));
}

std::vector<std::string> said_otherwise(const std::vector<std::string>& terms) {
  std::vector<std::string> out;
  for (const std::string& term : terms) {
    add_cancers(term, out);
    add_without_use(term, out);
  }
  return out;
}

// Of two forms of one word, as singular and plural, the first is enough.
bool differ_in_ending(const std::string& a, const std::string& b) {
  constexpr std::size_t kEnding = 3;
  const std::size_t least = std::min(a.size(), b.size());
  if (least <= kEnding || std::max(a.size(), b.size()) - least > kEnding) return false;
  return a.compare(0, least - kEnding + 1, b, 0, least - kEnding + 1) == 0;
}

// Below a symptom, or what is a process and nothing else, stand diseases that no text calls by it:
// angina is a pain, a purpura a bleeding.
bool is_exploded_in_words(const mesh::Heading& heading) {
  const bool process = std::all_of(heading.tree_numbers.begin(), heading.tree_numbers.end(),
                                   [](const std::string& tree) { return tree.starts_with("C23"); });
  if (process || mesh::in_branch(heading, "C23.888")) return false;
  return mesh::in_branch(heading, "B") || mesh::in_branch(heading, "C") ||
         mesh::in_branch(heading, "D") || mesh::in_branch(heading, "F03");
}

// An abbreviation that everybody reads as something else: MODY is no other name of type 2 diabetes.
bool means_another(const std::string& term, const mesh::Heading& heading) {
  const Abbreviation* known = find_abbreviation(term);
  if (known == nullptr) return false;
  const std::string key = mesh::term_key(known->heading.empty() ? known->words : known->heading);
  const auto same = [&key](const std::string& one) { return mesh::term_key(one) == key; };
  return !same(heading.name) &&
         std::none_of(heading.entry_terms.begin(), heading.entry_terms.end(), same);
}

// Names of diseases that today mean something else, or nothing.
bool is_obsolete(std::string_view key) {
  for (const std::string_view word :
       {"apoplexy", "cerebrovascular apoplexy", "dropsy", "hydrops", "dementia praecox", "phthisis",
        "consumption", "grippe", "catarrh", "lues", "melancholia", "mongolism", "idiocy"}) {
    if (key == word) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> synonyms_of(const mesh::Heading& heading, std::string_view text) {
  std::vector<std::string> candidates;
  for (const std::string_view term : {text, std::string_view(heading.name)}) {
    candidates.emplace_back(term);
    if (std::string one = one_of(heading, term); !one.empty()) {
      candidates.push_back(std::move(one));
    }
    if (std::string other = british(term); !other.empty() && !is_inverted(term)) {
      candidates.push_back(std::move(other));
    }
  }
  for (const std::string& term : heading.entry_terms) {
    // "Anticholinergics" are also "anticholinergic" drugs, agents, treatment.
    const bool kind = text::to_lower_ascii(term).starts_with("anti") &&
                      term.find_first_of(" ,-") == std::string::npos;
    if (std::string one = kind ? one_of(heading, term) : ""; !one.empty()) {
      candidates.push_back(std::move(one));
    }
    candidates.push_back(term);
  }
  const std::vector<std::string> more = said_otherwise(candidates);
  candidates.insert(candidates.begin() + 1, more.begin(), more.end());
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
      if (is_inverted(term) || short_form || generic || odd || is_obsolete(key) ||
          means_another(term, heading))
        continue;
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

std::vector<std::string> narrower_terms(const mesh::Heading& heading,
                                        const std::vector<std::string>& known,
                                        const mesh::Vocabulary& vocabulary) {
  constexpr std::size_t kMostBelow = 12;
  constexpr std::size_t kTermsEach = 2;
  constexpr std::size_t kShortestWord = 6;
  std::vector<std::string> out;
  if (heading.supplementary || !is_exploded_in_words(heading)) return out;
  // Of a heading it does not have, a vocabulary holds what is below by chance only.
  if (vocabulary.by_name(heading.name) == nullptr) return out;
  if (vocabulary.keys_below(heading).size() > kMostBelow) return out;
  std::vector<std::string> keys;
  for (const std::string& term : known) keys.push_back(mesh::term_key(term));
  for (const mesh::Heading* below : vocabulary.exploded(heading)) {
    if (below->ui == heading.ui) continue;
    std::string last;
    std::size_t taken = 0;
    for (const std::string& term : synonyms_of(*below, below->name)) {
      const std::string key = mesh::term_key(term);
      const bool short_word = key.find(' ') == std::string::npos && key.size() < kShortestWord;
      if (taken == kTermsEach || is_inverted(term) || short_word) continue;
      const bool covered = std::any_of(keys.begin(), keys.end(), [&key](const std::string& one) {
        return contains_words(key, one);
      });
      if (covered || differ_in_ending(key, last)) continue;
      out.push_back(term);
      keys.push_back(key);
      last = key;
      ++taken;
    }
  }
  return out;
}

}  // namespace ev::query_gen
