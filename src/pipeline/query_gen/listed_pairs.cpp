#include "pipeline/query_gen/listed_pairs.hpp"

#include "pipeline/query_gen/concept_parts.hpp"
#include "pipeline/query_gen/strategies.hpp"
#include "pipeline/query_gen/words.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ev::query_gen {

namespace {

constexpr std::size_t kShortestPart = 4;
constexpr std::size_t kPairCompletions = 2000;

// The word itself, or cut off before one of the endings that are cut off.
bool begins(const std::string& part, std::string_view word) {
  if (!word.starts_with(part)) return false;
  return word.size() == part.size() || is_ending(word.substr(part.size()));
}

std::size_t shortest_tree(const mesh::Heading& heading) {
  std::size_t least = std::string::npos;
  for (const std::string& tree : heading.tree_numbers) least = std::min(least, tree.size());
  return least;
}

bool is_below(const mesh::Heading& heading, const mesh::Heading& other) {
  return heading.ui != other.ui &&
         std::any_of(other.tree_numbers.begin(), other.tree_numbers.end(),
                     [&heading](const std::string& tree) { return in_branch(heading, tree); });
}

struct Pair {
  const mesh::Heading* heading;
  std::string term;  // as the vocabulary writes it
  std::size_t first;
  std::size_t second;
};

class PairFinder {
 public:
  PairFinder(const std::vector<ListedWord>& words, const mesh::Vocabulary& vocabulary)
      : words_(words), vocabulary_(vocabulary) {}

  std::vector<Pair> run() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].key.size() >= kShortestPart) look_from(i);
    }
    std::vector<Pair> out;
    for (auto& [places, pair] : best_) out.push_back(std::move(pair));
    return out;
  }

 private:
  void look_from(std::size_t i) {
    for (const mesh::Completion& c : vocabulary_.complete(words_[i].key, kPairCompletions)) {
      const std::string key = mesh::term_key(c.text);
      const std::size_t space = key.find(' ');
      if (c.supplementary || space == std::string::npos || space != key.rfind(' ')) continue;
      if (!begins(words_[i].key, std::string_view(key).substr(0, space))) continue;
      for (std::size_t j = 0; j < words_.size(); ++j) {
        const std::string& second = words_[j].key;
        if (j == i || second.size() < kShortestPart) continue;
        if (begins(second, std::string_view(key).substr(space + 1))) take(c, i, j);
      }
    }
  }

  // Of several headings the most general, which is what two words alone say.
  void take(const mesh::Completion& c, std::size_t i, std::size_t j) {
    const mesh::Heading* heading = vocabulary_.by_name(c.heading);
    if (heading == nullptr) return;
    const auto places = std::minmax(i, j);
    const auto at = best_.find(places);
    if (at == best_.end()) {
      best_.emplace(places, Pair{heading, c.text, i, j});
    } else if (shortest_tree(*heading) < shortest_tree(*at->second.heading)) {
      at->second = {heading, c.text, i, j};
    }
  }

  const std::vector<ListedWord>& words_;
  const mesh::Vocabulary& vocabulary_;
  std::map<std::pair<std::size_t, std::size_t>, Pair> best_;  // in the list's order
};

}  // namespace

void join_listed_pairs(std::vector<Concept>& concepts, const std::vector<ListedWord>& words,
                       const mesh::Vocabulary& vocabulary) {
  const bool facets = words.size() <= kQuorumSize;
  const auto is_part = [&](const Concept& c, const Pair& pair) {
    const bool of_it = c.begin == words[pair.first].token || c.begin == words[pair.second].token;
    if (!of_it || c.end != c.begin + 1 || c.negated) return false;
    const mesh::Heading* own = c.heading.empty() ? nullptr : vocabulary.by_name(c.heading);
    if (own == nullptr) return true;
    return own->ui != pair.heading->ui && (facets || !is_below(*pair.heading, *own));
  };
  std::vector<Concept> joined;
  std::vector<bool> said(concepts.size(), false);
  for (const Pair& pair : PairFinder(words, vocabulary).run()) {
    if (is_study_kind(*pair.heading)) continue;
    for (std::size_t i = 0; i < concepts.size(); ++i) {
      said[i] = said[i] || is_part(concepts[i], pair);
    }
    const auto is_known = [&pair](const Concept& c) { return c.heading == pair.heading->name; };
    if (std::any_of(concepts.begin(), concepts.end(), is_known)) continue;
    if (std::any_of(joined.begin(), joined.end(), is_known)) continue;
    Concept c = concept_of(pair.term, *pair.heading, vocabulary.source());
    c.begin = words[std::min(pair.first, pair.second)].token;
    c.end = c.begin + 1;
    c.remark = "\"" + words[pair.first].key + "\" and \"" + words[pair.second].key +
               "\" of the list, together";
    joined.push_back(std::move(c));
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < concepts.size(); ++i) {
    if (!said[i]) {
      if (kept != i) concepts[kept] = std::move(concepts[i]);
      ++kept;
    }
  }
  concepts.resize(kept);
  for (Concept& c : joined) {
    const auto at = std::find_if(concepts.begin(), concepts.end(),
                                 [&c](const Concept& other) { return other.begin > c.begin; });
    concepts.insert(at, std::move(c));
  }
}

}  // namespace ev::query_gen
