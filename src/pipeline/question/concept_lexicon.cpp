#include "pipeline/question/concept_lexicon.hpp"

#include "base/data_table.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>

namespace ev::question {
namespace {

constexpr std::size_t kLongestName = 6;  // words

ConceptKind kind_of(std::string_view name) {
  if (name == "outcome") return ConceptKind::outcome;
  if (name == "form") return ConceptKind::form;
  return name == "people" ? ConceptKind::people : ConceptKind::agent;
}

std::string key_of(std::span<const Word> words) {
  std::string key;
  for (const Word& word : words) {
    if (word.mark) continue;
    if (!key.empty()) key += ' ';
    key += word.stem;
  }
  return key;
}

std::vector<std::string> values_of(std::string_view cell) {
  const std::vector<std::string_view> values = data_values(cell);
  return {values.begin(), values.end()};
}

}  // namespace

const ConceptLexicon& ConceptLexicon::built_in() {
  static const ConceptLexicon lexicon;
  return lexicon;
}

ConceptLexicon::ConceptLexicon() {
  const DataTable concepts = data_table("lexicon/concepts.tsv");
  for (const DataTable::Row& row : concepts.rows()) {
    const int good = row["good"] == "1" ? 1 : row["good"] == "-1" ? -1 : 0;
    const Concept& about = concepts_.emplace_back(Concept{.kind = kind_of(row["kind"]),
                                                          .good = good,
                                                          .name = std::string(row["name"]),
                                                          .ending = {},
                                                          .names = values_of(row["names"]),
                                                          .members = {}});
    add(about, {about.name}, 1);
    add(about, about.names, 1);
    add(about, values_of(row["narrower"]), kNarrower);
    add(about, values_of(row["opposites"]), -1);
  }
  const DataTable classes = data_table("lexicon/drug_classes.tsv");
  for (const DataTable::Row& row : classes.rows()) {
    const Concept& about = concepts_.emplace_back(Concept{.kind = ConceptKind::drug_class,
                                                          .good = 0,
                                                          .name = std::string(row["class"]),
                                                          .ending = std::string(row["ending"]),
                                                          .names = values_of(row["names"]),
                                                          .members = values_of(row["members"])});
    add(about, {about.name}, 1);
    add(about, about.names, 1);
    add(about, about.members, kMember);
  }
}

void ConceptLexicon::add(const Concept& about, const std::vector<std::string>& names,
                         double level) {
  for (const std::string& name : names) {
    const std::string key = key_of(words_of(name));
    if (key.empty()) continue;
    auto& meant = by_name_[key];
    const auto same = [&about](const auto& entry) { return entry.first == &about; };
    if (std::none_of(meant.begin(), meant.end(), same)) meant.emplace_back(&about, level);
  }
}

std::vector<ConceptSpan> ConceptLexicon::find(std::span<const Word> words) const {
  std::vector<ConceptSpan> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].mark) continue;
    std::string key;
    for (std::size_t n = 1; n <= kLongestName && i + n <= words.size(); ++n) {
      if (words[i + n - 1].mark) break;
      if (n > 1) key += ' ';
      key += words[i + n - 1].stem;
      const auto found = by_name_.find(key);
      if (found == by_name_.end()) continue;
      for (const auto& [about, level] : found->second) out.push_back({i, i + n, about, level});
    }
  }
  return out;
}

bool ConceptLexicon::is_drug(const Word& word) const {
  const auto found = by_name_.find(word.stem);
  if (found != by_name_.end()) {
    for (const auto& [about, level] : found->second) {
      if (about->kind == ConceptKind::drug_class && level == kMember) return true;
    }
  }
  return ends_like_a_drug(word.text);
}

}  // namespace ev::question
