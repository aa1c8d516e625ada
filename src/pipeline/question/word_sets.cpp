#include "pipeline/question/word_sets.hpp"

#include "base/data_table.hpp"

#include <algorithm>

namespace ev::question {
namespace {

constexpr const char* kFile = "lexicon/reading_words.tsv";

WordSet set(std::string_view name) {
  return WordSet(data_words(kFile, "word", "set", name));
}

WordSets read_sets() {
  return {.function = set("function"),
          .people = set("people"),
          .denying = set("denying"),
          .alike = set("alike"),
          .preposition = set("preposition"),
          .auxiliary = set("auxiliary"),
          .comparator_end = set("comparator_end"),
          .comparator_lead = set("comparator_lead"),
          .degree_up = set("degree_up"),
          .degree_down = set("degree_down"),
          .value_up = set("value_up"),
          .value_down = set("value_down"),
          .good_measure = set("good_measure"),
          .up = set("up"),
          .down = set("down"),
          .good = set("good"),
          .bad = set("bad"),
          .associated = set("associated"),
          .same = set("same"),
          .denied = set("denied"),
          .control = set("control"),
          .undoing = set("undoing"),
          .change = set("change"),
          .negation = set("negation"),
          .clause_break = set("break"),
          .likelihood = set("likelihood"),
          .hedge = set("hedge"),
          .change_noun = set("change_noun"),
          .ranked_part = set("ranked_part"),
          .comparative = set("comparative"),
          .ratio = set("ratio"),
          .title_verb = set("title_verb"),
          .side_by_side = set("side_by_side"),
          .procedure = set("procedure"),
          .open_lead = set("open_lead"),
          .open_end = set("open_end"),
          .light_verb = set("light_verb"),
          .having = set("having"),
          .behind_setting = set("behind_setting"),
          .drug_endings = data_words(kFile, "word", "set", "drug_ending")};
}

}  // namespace

WordSet::WordSet(const std::vector<std::string_view>& words) {
  for (const std::string_view word : words) {
    texts_.emplace(word);
    stems_.insert(comparable_stem(word));
  }
}

const WordSets& word_sets() {
  static const WordSets sets = read_sets();
  return sets;
}

bool ends_like_a_drug(std::string_view word) {
  constexpr std::size_t kShortest = 7;
  const auto ends = [word](std::string_view ending) { return word.ends_with(ending); };
  const std::vector<std::string_view>& endings = word_sets().drug_endings;
  return word.size() >= kShortest && std::any_of(endings.begin(), endings.end(), ends);
}

}  // namespace ev::question
