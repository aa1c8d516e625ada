#include "pipeline/question/concept_lexicon.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/query_gen/spelling.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>

namespace ev::question {
namespace {

constexpr std::size_t kLongestName = 6;       // words
constexpr std::size_t kShortestWithStem = 5;  // bytes

ConceptKind kind_of(std::string_view name) {
  if (name == "outcome") return ConceptKind::outcome;
  if (name == "form") return ConceptKind::form;
  return name == "people" ? ConceptKind::people : ConceptKind::agent;
}

std::vector<std::string> values_of(std::string_view cell) {
  const std::vector<std::string_view> values = data_values(cell);
  return {values.begin(), values.end()};
}

struct OtherSense {
  std::string_view word;
  std::vector<std::string_view> before, after;
};

const std::vector<OtherSense>& other_senses() {
  static const auto all = data_rows("lexicon/other_senses.tsv", [](const DataTable::Row& row) {
    return OtherSense{row["word"], data_values(row["before"]), data_values(row["after"])};
  });
  return all;
}

// "ST-segment depression", "depression of the marrow", "stroke volume": the word at `i` names no
// outcome.
bool means_another(std::span<const Word> words, std::size_t i) {
  const auto sense = std::find_if(other_senses().begin(), other_senses().end(),
                                  [&](const OtherSense& s) { return s.word == words[i].text; });
  if (sense == other_senses().end()) return false;
  const auto is_one = [&words](const std::vector<std::string_view>& list, std::size_t at) {
    return at < words.size() && std::find(list.begin(), list.end(), words[at].text) != list.end();
  };
  if (is_one(sense->after, i + 1) || (i > 0 && is_one(sense->before, i - 1))) return true;
  if (i + 1 >= words.size() || words[i + 1].text != "of") return false;
  constexpr std::size_t kReach = 3;  // "of the bone marrow"
  for (std::size_t k = i + 2; k < i + 2 + kReach; ++k) {
    if (is_one(sense->before, k)) return true;
  }
  return false;
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
  add_headings();
}

bool ConceptLexicon::is_known(const std::string& name) const {
  return by_name_.count(stem_key(words_of(name))) > 0;
}

// Diseases whose names nobody listed, and which words are chemicals.
void ConceptLexicon::add_headings() {
  constexpr std::string_view kDiseases[] = {"C", "F03"}, kChemicals[] = {"D02", "D03", "D04"};
  constexpr std::string_view kProcesses = "C23.550";  // "Recurrence", "Acute Disease"
  const auto in = [](std::string_view trees, const auto& roots) {
    return std::any_of(std::begin(roots), std::end(roots),
                       [trees](std::string_view root) { return trees.starts_with(root); });
  };
  const DataTable headings = data_table("tables/mesh_headings.tsv");
  for (const DataTable::Row& row : headings.rows()) {
    const std::string_view trees = row["tree_numbers"];
    const bool disease = in(trees, kDiseases) && !trees.starts_with(kProcesses);
    if (!disease && !in(trees, kChemicals)) continue;
    std::vector<std::string> names = values_of(row["entry_terms"]);
    names.emplace_back(row["heading"]);
    for (std::string& name : names) name = text::fold(name);
    std::erase_if(names, [](const std::string& n) { return n.find(',') != std::string::npos; });
    if (!disease) {
      for (const std::string& name : names) drugs_.insert(query_gen::american(name));
    } else if (std::none_of(names.begin(), names.end(),
                            [this](const std::string& n) { return is_known(n); })) {
      const Concept& about = concepts_.emplace_back(Concept{.kind = ConceptKind::outcome,
                                                            .good = -1,
                                                            .name = text::fold(row["heading"]),
                                                            .ending = {},
                                                            .names = std::move(names),
                                                            .members = {}});
      add(about, about.names, 1);
    }
  }
}

void ConceptLexicon::add(const Concept& about, const std::vector<std::string>& names,
                         double level) {
  for (const std::string& name : names) {
    const std::vector<Word> words = words_of(name);
    const std::string key = stem_key(words);
    if (key.empty()) continue;
    const auto same = [&about](const auto& entry) { return entry.first == &about; };
    const auto put = [&](Meanings& meant) {
      if (std::none_of(meant.begin(), meant.end(), same)) meant.emplace_back(&about, level);
    };
    put(by_name_[key]);
    if (words.size() == 1) put(by_word_[words.front().text]);
    // The plural of an abbreviation is too short for its stem.
    if (words.back().text.size() < kShortestWithStem && key.back() != 's') put(by_name_[key + 's']);
  }
}

// A word that is itself a name means that, not what else has its stem ("sleep", "sleepy").
const ConceptLexicon::Meanings* ConceptLexicon::meanings_of(const Word& first, std::size_t words,
                                                            const std::string& key) const {
  if (words == 1) {
    const auto exact = by_word_.find(first.text);
    if (exact != by_word_.end()) return &exact->second;
  }
  const auto found = by_name_.find(key);
  return found == by_name_.end() ? nullptr : &found->second;
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
      const Meanings* meant = meanings_of(words[i], n, key);
      if (meant == nullptr || (n == 1 && means_another(words, i))) continue;
      for (const auto& [about, level] : *meant) out.push_back({i, i + n, about, level});
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
  return drugs_.count(word.text) > 0 || ends_like_a_drug(word.text);
}

}  // namespace ev::question
