#include "pipeline/read/arms/arm_finder.hpp"

#include "pipeline/read/arms/arm_labels.hpp"
#include "pipeline/read/arms/arm_names.hpp"
#include "pipeline/read/arms/arm_phrases.hpp"
#include "pipeline/read/arms/arm_sizes.hpp"
#include "pipeline/read/arms/arm_tagger.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::read {

namespace {

constexpr std::size_t kMaxArms = 6;
constexpr double kLikely = 0.4;
constexpr double kLikelyOfTwo = 0.25;  // of the likeliest two

bool is_comparator(const ArmName& name) {
  return std::any_of(name.key.begin(), name.key.end(),
                     [](const std::string& word) { return comparator_words().has(word); });
}

// How many sentences hold all words of a name.
std::size_t sentences_with(const Key& key, const std::vector<Key>& words) {
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(), [&](const Key& held) { return is_subset(key, held); }));
}

// Those that are likely enough names of arms, the likeliest first.
std::vector<const ArmName*> chosen(const std::vector<Sentence>& sentences,
                                   const std::vector<ArmName>& names) {
  std::vector<std::pair<double, const ArmName*>> likely;
  const ArmNames judge(sentences, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double odds = judge.probability(i);
    if (odds >= kLikelyOfTwo) likely.emplace_back(odds, &names[i]);
  }
  std::stable_sort(likely.begin(), likely.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  // "Controls" are those on placebo where both are named.
  const bool placebo = std::any_of(likely.begin(), likely.end(), [](const auto& one) {
    return one.second->key == Key{"placebo"};
  });
  if (placebo)
    std::erase_if(likely, [](const auto& one) { return one.second->key == Key{"control"}; });
  while (likely.size() > 2 && likely.back().first < kLikely) likely.pop_back();
  if (likely.size() > kMaxArms) likely.resize(kMaxArms);
  std::vector<const ArmName*> out;
  for (const auto& one : likely) out.push_back(one.second);
  return out;
}

// "a" beside "a plus b": what b was added to.
bool is_base(const ArmName& name, const std::vector<const ArmName*>& all) {
  return !name.combined && std::any_of(all.begin(), all.end(), [&](const ArmName* other) {
    return other != &name && other->combined && is_subset(name.key, other->key);
  });
}

// "a calcium antagonist (felodipine 5 mg)": the bracket names the arm too, where its words are used
// elsewhere and tell no other arm.
void add_aliases(const std::vector<Sentence>& sentences, const ArmVocabulary& vocabulary,
                 const std::vector<Key>& words, const ArmMentions& mentions,
                 std::vector<Arm>& arms) {
  for (const Sentence& s : sentences) {
    for (const ArmMention& mention : mentions.in(s)) {
      const std::string_view behind = s.text.substr(mention.at.end);
      if (!behind.starts_with(" (")) continue;
      const std::size_t begin = mention.at.end + 2;
      const std::size_t end = s.text.find_first_of(",;:)0123456789=<", begin);
      if (end == std::string_view::npos || s.text[end] == '=') continue;
      const std::size_t first = s.token_from(begin);
      std::size_t last = first;
      while (last < s.tokens.size() && s.tokens[last].end <= end) ++last;
      static const WordSet kOther = WordSet::listed("arm finder: other");
      const Key key = vocabulary.key_of(s, first, last);
      const bool other = last == first || last > first + 3 || key.empty() ||
                         s.has_word({begin, end}, kOther) || sentences_with(key, words) < 2;
      const bool known = std::any_of(arms.begin(), arms.end(), [&](const Arm& arm) {
        const Key name = vocabulary.key_of(s, s.token_from(mention.at.begin), first);
        return !difference(key, name).empty() ? arm.name == s.slice({begin, end}) : true;
      });
      if (other || known) continue;
      arms[mention.arm].aliases.push_back(s.span({s.tokens[first].begin, s.tokens[last - 1].end}));
    }
  }
}

// Sentence and word where the record first names it.
std::pair<std::size_t, std::size_t> first_place(const ArmName& name) {
  std::pair<std::size_t, std::size_t> out{name.phrases.front()->sentence,
                                          name.phrases.front()->first};
  for (const ArmPhrase* phrase : name.phrases)
    out = std::min(out, {phrase->sentence, phrase->first});
  return out;
}

// The arms by name, in the order in which the record first names them; fewer than two are none.
std::vector<Arm> named_arms(const std::vector<Sentence>& sentences,
                            const std::vector<ArmName>& names) {
  const std::vector<const ArmName*> kept = chosen(sentences, names);
  std::vector<const ArmName*> ordered = kept;
  std::stable_sort(ordered.begin(), ordered.end(), [](const ArmName* a, const ArmName* b) {
    return first_place(*a) < first_place(*b);
  });
  std::vector<Arm> arms;
  for (const ArmName* name : ordered) {
    const ArmPhrase& phrase = best_phrase(*name);
    const Sentence& s = sentences[phrase.sentence];
    const Range at{s.tokens[phrase.first].begin, s.tokens[phrase.last - 1].end};
    const bool comparator = is_comparator(*name) || is_base(*name, kept);
    arms.push_back({.name = std::string(s.slice(at)),
                    .span = s.span(at),
                    .role = comparator ? ArmRole::comparator : ArmRole::active,
                    .n = std::nullopt,
                    .aliases = {},
                    .label = {}});
  }
  if (arms.size() < 2) arms.clear();
  return arms;
}

}  // namespace

std::vector<Arm> find_arms(const doc::RecordAnalysis& record,
                           const std::vector<Sentence>& sentences, const RecordFeatures& features) {
  const doc::Document& document = record.document();
  ArmVocabulary vocabulary(document, record.abbreviations());
  const std::vector<ArmPhrase> phrases = arm_phrases(sentences, tagged_arms(features), vocabulary);
  std::vector<Arm> arms = named_arms(sentences, arm_names(phrases));
  add_labels(document, sentences, record.abbreviations(), arms);
  if (arms.empty()) return arms;
  std::vector<Key> words;
  words.reserve(sentences.size());
  for (const Sentence& s : sentences) words.push_back(vocabulary.key_of(s, 0, s.tokens.size()));
  add_aliases(sentences, vocabulary, words, ArmMentions(document, arms, record.abbreviations()),
              arms);
  add_arm_sizes(sentences, ArmMentions(document, arms, record.abbreviations()), arms);
  return arms;
}

}  // namespace ev::read
