#include "pipeline/query_gen/words.hpp"

#include "base/data_table.hpp"
#include "base/named_enum.hpp"
#include "pipeline/pubmed_query/stop_words.hpp"
#include "pipeline/text/drug_stems.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace ev::query_gen {

namespace {

enum class WordClass {
  scaffolding,
  negation,
  fragment,
  outcome,
  procedure_ending,
  described_noun,
  head_noun,
  loose_head,
  comparative,
  degree,
  idiom,
  route
};
constexpr auto wire_names(WordClass) {
  return std::to_array<std::string_view>({"scaffolding", "negation", "fragment", "outcome",
                                          "procedure_ending", "described_noun", "head_noun",
                                          "loose_head", "comparative", "degree", "idiom", "route"});
}

using WordSet = std::unordered_set<std::string_view>;

const WordSet& words_of(WordClass wanted) {
  static const auto sets = [] {
    std::array<WordSet, wire_names(WordClass{}).size()> made;
    const DataTable table = data_table("lexicon/query_words.tsv");
    for (const DataTable::Row& row : table.rows()) {
      made[static_cast<std::size_t>(*from_wire_name<WordClass>(row["class"]))].insert(row["word"]);
    }
    return made;
  }();
  return sets[static_cast<std::size_t>(wanted)];
}

bool is(WordClass wanted, std::string_view word) {
  return words_of(wanted).contains(word);
}

}  // namespace

bool is_scaffolding(std::string_view folded) {
  return is(WordClass::scaffolding, folded) || pubmed_query::is_stop_word(folded);
}

bool is_negation(std::string_view folded) {
  return is(WordClass::negation, folded);
}

bool looks_like_drug(std::string_view folded) {
  if (folded.size() < 7) return false;
  static const auto endings = doc::drug_stems_for("questions");
  return std::ranges::any_of(
      endings, [folded](std::string_view ending) { return folded.ends_with(ending); });
}

bool is_ending(std::string_view folded) {
  return is(WordClass::fragment, folded);
}

bool is_outcome(std::string_view key) {
  return is(WordClass::outcome, key);
}

bool is_described_noun(std::string_view folded) {
  for (const std::string_view ending : words_of(WordClass::procedure_ending)) {
    if (folded.ends_with(ending)) return true;
  }
  return is(WordClass::described_noun, folded);
}

bool is_head_noun(std::string_view folded) {
  return is(WordClass::head_noun, folded);
}

bool is_loose_head(std::string_view folded) {
  return is(WordClass::loose_head, folded);
}

bool joins_a_term(std::string_view folded) {
  for (const std::string_view word : {"and", "versus", "vs"}) {
    if (folded == word) return true;
  }
  return false;
}

bool is_comparative(std::string_view folded) {
  return is(WordClass::comparative, folded);
}

bool is_degree(std::string_view folded) {
  return is(WordClass::degree, folded);
}

bool is_idiom(std::string_view key) {
  return is(WordClass::idiom, key);
}

bool is_modifier(std::string_view folded) {
  return is(WordClass::route, folded);
}

}  // namespace ev::query_gen
