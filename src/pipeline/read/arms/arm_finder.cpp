#include "pipeline/read/arms/arm_finder.hpp"

#include "pipeline/read/arms/arm_labels.hpp"
#include "pipeline/read/arms/arm_phrases.hpp"
#include "pipeline/read/arms/arm_sizes.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ev::read {

namespace {

constexpr std::size_t kMaxArms = 5;
constexpr double kEnough = 1.3;        // of odds, for an arm of its own
constexpr double kEager = 0.7;         // of the tagger, where it marked no two arms
constexpr double kEnoughListed = 0.8;  // for one that stands beside another

struct Cluster {
  Key key;
  bool combined = false;
  double score = 0;
  std::vector<const ArmPhrase*> phrases;
  std::set<int> lists;
};

void add_to(Cluster& cluster, const ArmPhrase& phrase) {
  cluster.phrases.push_back(&phrase);
  cluster.score += phrase.weight;
  if (phrase.list >= 0) cluster.lists.insert(phrase.list);
}

std::vector<Cluster> clusters_of(const std::vector<ArmPhrase>& phrases) {
  std::vector<Cluster> out;
  for (const ArmPhrase& phrase : phrases) {
    auto same = std::find_if(out.begin(), out.end(), [&](const Cluster& cluster) {
      return cluster.key == phrase.key && cluster.combined == phrase.combined;
    });
    if (same == out.end())
      same = out.insert(
          out.end(),
          Cluster{.key = phrase.key, .combined = phrase.combined, .phrases = {}, .lists = {}});
    add_to(*same, phrase);
  }
  return out;
}

bool share_a_list(const Cluster& a, const Cluster& b) {
  return std::any_of(a.lists.begin(), a.lists.end(),
                     [&](int list) { return b.lists.count(list) > 0; });
}

// A longer wording of one name joins the shorter when no other name holds the shorter too.
void join_wordings(std::vector<Cluster>& clusters) {
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const Cluster& a, const Cluster& b) { return a.key.size() < b.key.size(); });
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    std::vector<std::size_t> longer;
    bool rival = false;
    for (std::size_t j = i + 1; j < clusters.size(); ++j) {
      const bool wording = clusters[j].key.size() > clusters[i].key.size() &&
                           is_subset(clusters[i].key, clusters[j].key);
      if (!wording) continue;
      if (clusters[j].combined != clusters[i].combined) continue;
      rival = rival || share_a_list(clusters[i], clusters[j]);
      longer.push_back(j);
    }
    for (std::size_t a = 0; a < longer.size() && !rival; ++a) {
      for (std::size_t b = a + 1; b < longer.size(); ++b)
        rival = rival || share_a_list(clusters[longer[a]], clusters[longer[b]]);
    }
    if (rival) continue;
    for (auto j = longer.rbegin(); j != longer.rend(); ++j) {
      for (const ArmPhrase* phrase : clusters[*j].phrases) add_to(clusters[i], *phrase);
      clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(*j));
    }
  }
}

// Words of a name, a short form counting as many as it stands for.
std::size_t words_of(const ArmPhrase& phrase) {
  return std::max(phrase.last - phrase.first, phrase.key.size());
}

// The words to show: the fewest of those that are sure enough, spelled out where that is no longer.
const ArmPhrase& best_phrase(const Cluster& cluster) {
  double most = 0;
  for (const ArmPhrase* phrase : cluster.phrases) most = std::max(most, phrase->weight);
  const ArmPhrase* best = nullptr;
  for (const ArmPhrase* phrase : cluster.phrases) {
    const bool sure = phrase->weight >= most / 2 && phrase->key == cluster.key;
    const auto better = [&] {
      const std::size_t here = words_of(*phrase), there = words_of(*best);
      return here != there ? here < there : phrase->last - phrase->first > best->last - best->first;
    };
    if (sure && (best == nullptr || better())) best = phrase;
  }
  return best != nullptr ? *best : *cluster.phrases.front();
}

bool is_comparator(const Cluster& cluster) {
  return std::any_of(cluster.key.begin(), cluster.key.end(),
                     [](const std::string& word) { return comparator_words().has(word); });
}

// How many sentences hold all words of a name.
std::size_t sentences_with(const Key& key, const std::vector<Key>& words) {
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(), [&](const Key& held) { return is_subset(key, held); }));
}

// Parts of a combination are no arms of their own unless they are set against it.
bool is_part(const Cluster& cluster, const std::vector<Cluster>& all) {
  for (const Cluster& other : all) {
    if (&other == &cluster || other.key == cluster.key) continue;
    if (other.combined && !cluster.combined && is_subset(cluster.key, other.key) &&
        other.score >= kEnough && !share_a_list(cluster, other)) {
      return true;
    }
  }
  return false;
}

std::vector<const Cluster*> chosen(const std::vector<Cluster>& clusters) {
  std::vector<const Cluster*> out;
  for (const Cluster& cluster : clusters) {
    const bool comparator = is_comparator(cluster) && cluster.key.size() == 1;
    const double needed = comparator ? 1 : cluster.lists.empty() ? kEnough : kEnoughListed;
    if (cluster.score >= needed && !is_part(cluster, clusters)) out.push_back(&cluster);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Cluster* a, const Cluster* b) { return a->score > b->score; });
  // "Controls" are those on placebo where both are named.
  const bool placebo = std::any_of(out.begin(), out.end(),
                                   [](const Cluster* c) { return c->key == Key{"placebo"}; });
  if (placebo) std::erase_if(out, [](const Cluster* c) { return c->key == Key{"control"}; });
  if (out.size() > kMaxArms) out.resize(kMaxArms);
  return out;
}

// "a" beside "a plus b": what b was added to.
bool is_base(const Cluster& cluster, const std::vector<const Cluster*>& all) {
  return !cluster.combined && std::any_of(all.begin(), all.end(), [&](const Cluster* other) {
    return other != &cluster && other->combined && is_subset(cluster.key, other->key);
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
std::pair<std::size_t, std::size_t> first_place(const Cluster& cluster) {
  std::pair<std::size_t, std::size_t> out{cluster.phrases.front()->sentence,
                                          cluster.phrases.front()->first};
  for (const ArmPhrase* phrase : cluster.phrases)
    out = std::min(out, {phrase->sentence, phrase->first});
  return out;
}

// The arms by name, in the order in which the record first names them; fewer than two are none.
std::vector<Arm> named_arms(const std::vector<Sentence>& sentences, const RecordFeatures& features,
                            ArmVocabulary& vocabulary, double eager) {
  const std::vector<ArmPhrase> phrases = arm_phrases(sentences, features, vocabulary, eager);
  std::vector<Cluster> clusters = clusters_of(phrases);
  join_wordings(clusters);
  const std::vector<const Cluster*> kept = chosen(clusters);
  std::vector<const Cluster*> ordered = kept;
  std::stable_sort(ordered.begin(), ordered.end(), [](const Cluster* a, const Cluster* b) {
    return first_place(*a) < first_place(*b);
  });
  std::vector<Arm> arms;
  for (const Cluster* cluster : ordered) {
    const ArmPhrase& name = best_phrase(*cluster);
    const Sentence& s = sentences[name.sentence];
    const Range at{s.tokens[name.first].begin, s.tokens[name.last - 1].end};
    const bool comparator = is_comparator(*cluster) || is_base(*cluster, kept);
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
  std::vector<Arm> arms = named_arms(sentences, features, vocabulary, 0);
  if (arms.empty()) arms = named_arms(sentences, features, vocabulary, kEager);
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
