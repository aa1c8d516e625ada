#include "pipeline/query_gen/heading_variants.hpp"

#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

constexpr std::size_t kCompletions = 40;

bool has_no_letters(std::string_view s) {
  return s.find_first_not_of("0123456789") == std::string_view::npos;
}

// How MeSH calls what is said otherwise: every kind of cancer is "… neoplasms".
std::string in_mesh_words(const std::string& key) {
  const std::size_t space = key.rfind(' ');
  if (space == std::string::npos) return "";
  const std::string last = key.substr(space + 1);
  for (const std::string_view word : {"cancer", "cancers", "tumor", "tumors", "tumour", "tumours",
                                      "carcinoma", "carcinomas", "malignancy", "malignancies"}) {
    if (last == word) return key.substr(0, space + 1) + "neoplasms";
  }
  return "";
}

// "Anticholinergic drugs" are anticholinergic agents, or anticholinergics.
std::vector<const mesh::Heading*> as_agents(const std::string& words,
                                            const mesh::Vocabulary& vocabulary) {
  const std::size_t space = words.rfind(' ');
  const std::string last = words.substr(space + 1);
  if (last != "drugs" && last != "drug" && last != "medications" && last != "agents") return {};
  const std::string base = words.substr(0, space);
  for (const char* ending : {" agents", " drugs", "s"}) {
    std::vector<const mesh::Heading*> found = vocabulary.find(base + ending);
    std::erase_if(found, [](const mesh::Heading* h) { return !mesh::in_branch(*h, "D"); });
    if (!found.empty()) return found;
  }
  return {};
}

// MeSH names a class of substances by a noun: "zebranides" are Zebranide Compounds.
std::vector<const mesh::Heading*> as_class(const std::string& word,
                                           const mesh::Vocabulary& vocabulary) {
  if (word.size() < 8 || !word.ends_with('s')) return {};
  const std::string one = word.substr(0, word.size() - 1);
  for (const char* noun : {" compounds", " agents", " derivatives"}) {
    const mesh::Heading* heading = vocabulary.by_name(one + noun);
    if (heading != nullptr && mesh::in_branch(*heading, "D")) return {heading};
  }
  return {};
}

bool has_term(const mesh::Heading& heading, std::string_view key) {
  const auto is_it = [key](const std::string& term) { return mesh::term_key(term) == key; };
  return is_it(heading.name) ||
         std::any_of(heading.entry_terms.begin(), heading.entry_terms.end(), is_it);
}

// "Menopausal" is of the menopause, "tumoral" of a tumor.
std::vector<const mesh::Heading*> as_noun(const std::string& word,
                                          const mesh::Vocabulary& vocabulary) {
  if (word.size() < 7 || !word.ends_with("al")) return {};
  const std::string noun = word.substr(0, word.size() - 2);
  std::vector<const mesh::Heading*> found;
  if (word.size() >= 8) found = vocabulary.find(noun + "e");
  if (found.empty()) {
    found = vocabulary.find(noun);
    // Not by its plural: "physical" is not of physics.
    std::erase_if(found, [&noun](const mesh::Heading* h) { return !has_term(*h, noun); });
  }
  return found;
}

// Everyday words for the young.
std::string in_plain_words(const std::string& word) {
  if (word == "baby" || word == "babies") return "infants";
  if (word == "kid" || word == "kids") return "children";
  return "";
}

// MeSH may know a drug by its salt ("Fingolimod Hydrochloride"), or an acid for its salts.
std::vector<const mesh::Heading*> as_compound(const std::string& word,
                                              const mesh::Vocabulary& vocabulary) {
  if (word.size() < 7 || has_no_letters(word)) return {};
  std::vector<std::string> names;
  for (const char* salt : {"hydrochloride", "sodium", "maleate", "sulfate", "acetate", "citrate",
                           "phosphate", "mesylate", "fumarate", "tartrate", "calcium", "potassium",
                           "bromide", "hydrobromide", "succinate"}) {
    names.push_back(word + " " + salt);
  }
  if (word.ends_with("ate")) names.push_back(word.substr(0, word.size() - 3) + "ic acid");
  for (const std::string& name : names) {
    const mesh::Heading* heading = vocabulary.by_name(name);
    if (heading != nullptr && mesh::in_branch(*heading, "D")) return {heading};
  }
  return {};
}

}  // namespace

std::vector<const mesh::Heading*> heading_variants(const std::string& words,
                                                   const mesh::Vocabulary& vocabulary) {
  const bool single = words.find(' ') == std::string::npos;
  std::vector<const mesh::Heading*> found;
  for (const std::string& other : {in_mesh_words(words), in_plain_words(words), american(words)}) {
    if (found.empty() && !other.empty() && other != words) found = vocabulary.find(other);
  }
  if (found.empty() && !single) found = as_agents(words, vocabulary);
  if (found.empty() && single) found = as_compound(words, vocabulary);
  if (found.empty() && single) found = as_class(words, vocabulary);
  if (found.empty() && single) found = as_noun(words, vocabulary);
  return found;
}

std::vector<const mesh::Heading*> completed(const std::string& stem,
                                            const mesh::Vocabulary& vocabulary) {
  std::vector<const mesh::Heading*> out;
  if (stem.size() < 5 || has_no_letters(stem)) return out;
  for (const mesh::Completion& c : vocabulary.complete(stem, kCompletions)) {
    if (c.supplementary || c.text.find_first_of(" ,-") != std::string::npos) continue;
    const std::string whole = mesh::term_key(c.text);
    if (whole.size() <= stem.size() || !is_ending(whole.substr(stem.size()))) continue;
    const mesh::Heading* heading = vocabulary.by_name(c.heading);
    // A stem is never cut from the brand of a substance: "diabet" is no Diabetan.
    const bool brand = heading != nullptr && mesh::in_branch(*heading, "D") &&
                       !mesh::term_key(heading->name).starts_with(stem);
    if (heading != nullptr && !brand) out.push_back(heading);
  }
  return out;
}

bool is_adjective_of(std::string_view word, const mesh::Heading& heading) {
  return word.ends_with("al") && !has_term(heading, word);
}

bool is_other_sense(const mesh::Heading& heading, const std::string& word) {
  const std::size_t open = heading.name.find(" (");
  return open != std::string::npos && mesh::term_key(heading.name.substr(0, open)) == word;
}

}  // namespace ev::query_gen
