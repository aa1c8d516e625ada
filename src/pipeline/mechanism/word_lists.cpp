#include "pipeline/mechanism/word_lists.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/text/drug_stems.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>

namespace ev::mechanism {
namespace {

using WordSet = std::unordered_set<std::string_view>;

// The words of a class of lexicon/entity_words.tsv.
const WordSet& words_of(std::string_view wanted) {
  static const auto sets = [] {
    std::map<std::string_view, WordSet> made;
    const DataTable table = data_table("lexicon/entity_words.tsv");
    for (const DataTable::Row& row : table.rows()) made[row["class"]].insert(row["word"]);
    return made;
  }();
  return sets.at(wanted);
}

template <class List>
bool listed(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::ranges::end(list);
}
bool listed(const WordSet& list, std::string_view word) {
  return list.contains(word);
}

template <class List>
bool ends_with_any(const List& endings, std::string_view word, std::size_t longer_by) {
  return std::ranges::any_of(endings, [&](std::string_view ending) {
    return word.size() >= ending.size() + longer_by && word.ends_with(ending);
  });
}

const std::vector<std::string_view>& drug_endings() {
  static const auto endings = doc::drug_stems_for("entities");
  return endings;
}

}  // namespace

bool is_common_word(std::string_view key) {
  static const WordSet& abbreviations = words_of("abbreviation");
  static const WordSet& common_words = words_of("common_word");
  return listed(common_words, key) && !listed(abbreviations, key);
}
bool is_gene_context(std::string_view word) {
  static const WordSet& gene_context = words_of("gene_context");
  return listed(gene_context, word);
}

bool has_drug_stem(std::string_view word) {
  static const WordSet& not_drugs = words_of("not_drug");
  if (word.size() > 6 && word.back() == 's') word.remove_suffix(1);
  if (word.ends_with("somatostatin")) return false;
  return !listed(not_drugs, word) && ends_with_any(drug_endings(), word, 2) && word.size() >= 7;
}

bool has_enzyme_ending(std::string_view word) {
  static const WordSet& not_enzymes = words_of("not_enzyme");
  if (word.size() > 5 && word.back() == 's') word.remove_suffix(1);
  return word.size() >= 6 && word.ends_with("ase") && !listed(not_enzymes, word);
}

bool looks_like_disease(std::string_view phrase) {
  static const WordSet& not_diseases = words_of("not_disease");
  static const WordSet& disease_heads = words_of("disease_head");
  static const WordSet& disease_endings = words_of("disease_ending");
  if (listed(not_diseases, phrase)) return false;
  for (const std::string& part : text::split(phrase, ' ')) {
    std::string_view word = part;
    if (!word.empty() && word.back() == ',') word.remove_suffix(1);
    if (word.ends_with("omas")) word.remove_suffix(1);
    if (listed(disease_heads, word)) return true;
    if (!listed(not_diseases, word) && ends_with_any(disease_endings, word, 3)) return true;
  }
  return false;
}

bool is_target_head(std::string_view word) {
  static const WordSet& target_heads = words_of("target_head");
  return listed(target_heads, word);
}

bool can_modify_target(std::string_view word) {
  static const WordSet& not_modifiers = words_of("not_modifier");
  return word.size() >= 3 && !listed(not_modifiers, word) && !word.ends_with("ly") &&
         word.find_first_not_of("0123456789") != std::string_view::npos;
}

bool is_symbol_like_non_gene(std::string_view word) {
  static const WordSet& not_genes = words_of("not_gene");
  return listed(not_genes, word) || word.starts_with("nct") || word.starts_with("cd") ||
         word.starts_with("icd");
}

std::optional<Kind> kind_of_qualifier(std::string_view qualifier) {
  constexpr std::string_view kDrug[] = {"therapeutic use",         "pharmacology",
                                        "administration & dosage", "pharmacokinetics",
                                        "adverse effects",         "toxicity"};
  constexpr std::string_view kTarget[] = {"antagonists & inhibitors", "agonists"};
  constexpr std::string_view kDisease[] = {
      "drug therapy",       "prevention & control", "physiopathology", "epidemiology", "mortality",
      "chemically induced", "complications",        "pathology",       "etiology"};
  if (listed(kDrug, qualifier)) return Kind::drug;
  if (listed(kTarget, qualifier)) return Kind::target;
  if (listed(kDisease, qualifier)) return Kind::effect;
  return std::nullopt;
}

bool is_generic_heading(std::string_view heading) {
  static const WordSet& generic_headings = words_of("generic_heading");
  return listed(generic_headings, heading);
}

std::optional<Kind> kind_of_chemical(const model::Chemical& chemical) {
  if (chemical.registry_number.starts_with("EC ")) return Kind::target;
  if (!chemical.ui.starts_with("C")) return std::nullopt;  // a heading: its qualifiers type it
  const std::string name = text::fold(chemical.name);
  if (name.find(" protein, ") != std::string::npos) return Kind::target;
  constexpr std::string_view kBodily[] = {
      "protein", "antigen",  "antibod", "factor",   "receptor", "interleukin", "peptide", "rna",
      "dna",     "collagen", "hormone", "globulin", "human",    "mouse",       "rat"};
  const bool bodily = std::any_of(std::begin(kBodily), std::end(kBodily), [&](std::string_view w) {
    return name.find(w) != std::string::npos;
  });
  if (bodily || is_class_heading(name)) return std::nullopt;
  return Kind::drug;
}

bool is_class_heading(std::string_view heading) {
  constexpr std::string_view kEndings[] = {"agents",   "antagonists", "inhibitors",  "agonists",
                                           "blockers", "compounds",   "derivatives", "preparations",
                                           "acids",    "drugs"};
  return ends_with_any(kEndings, heading, 0) || heading.find("agents") != std::string_view::npos;
}

}  // namespace ev::mechanism
