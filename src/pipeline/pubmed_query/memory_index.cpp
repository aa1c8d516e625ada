#include "pipeline/pubmed_query/memory_index.hpp"

#include "pipeline/pubmed_query/search_keys.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ev::pubmed_query {

namespace {

bool word_fits(const std::string& have, const std::string& want, bool prefix) {
  return prefix ? have.starts_with(want) : have == want;
}

// Neighbouring words; the last one by prefix when `prefix`.
std::size_t phrase_count(const Words& segment, const Words& phrase, bool prefix) {
  std::size_t count = 0;
  for (std::size_t at = 0; at + phrase.size() <= segment.size(); ++at) {
    std::size_t i = 0;
    while (i < phrase.size() &&
           word_fits(segment[at + i], phrase[i], prefix && i + 1 == phrase.size())) {
      ++i;
    }
    count += i == phrase.size() ? 1 : 0;
  }
  return count;
}

// All words in one segment, any order, at most `gap` others between them.
bool near_each_other(const Words& segment, Words wanted, int gap) {
  std::sort(wanted.begin(), wanted.end());
  const std::size_t window = wanted.size() + static_cast<std::size_t>(gap);
  for (std::size_t at = 0; at < segment.size(); ++at) {
    if (!std::binary_search(wanted.begin(), wanted.end(), segment[at])) continue;
    const std::size_t end = std::min(segment.size(), at + window);
    Words slice(segment.begin() + static_cast<std::ptrdiff_t>(at),
                segment.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(slice.begin(), slice.end());
    if (std::includes(slice.begin(), slice.end(), wanted.begin(), wanted.end())) return true;
  }
  return false;
}

bool segment_fits(const Words& segment, const Term& term, const Words& words) {
  if (term.near && !term.truncated()) return near_each_other(segment, words, *term.near);
  return phrase_count(segment, words, term.truncated()) > 0;
}

bool any_fits(const SearchText& text, PartMask parts, const Term& term, const Words& words) {
  for (std::size_t i = 0; i < kParts; ++i) {
    if ((parts >> i & 1U) == 0) continue;
    for (const Words& segment : text[i]) {
      if (segment_fits(segment, term, words)) return true;
    }
  }
  return false;
}

bool has_key(const std::vector<std::string>& keys, const KeyQuery& query) {
  const auto at = std::lower_bound(keys.begin(), keys.end(), query.key);
  if (at == keys.end()) return false;
  return query.prefix ? at->starts_with(query.key) : *at == query.key;
}

}  // namespace

MemoryIndex::MemoryIndex(std::span<const model::Article> articles,
                         const mesh::Vocabulary& vocabulary, Date today)
    : articles_(articles), vocabulary_(vocabulary), today_(today) {
  texts_.reserve(articles.size());
  keys_.reserve(articles.size());
  for (const model::Article& article : articles) {
    texts_.push_back(search_text(article));
    keys_.push_back(keys_of(article));
  }
}

Hits MemoryIndex::find(const Term& term) const {
  const std::vector<KeyQuery> wanted =
      by_keys(term) ? keys_for(term, vocabulary_, today_) : std::vector<KeyQuery>();
  Hits out;
  for (RecordId id = 0; id < articles_.size(); ++id) {
    const bool hit = by_keys(term) ? has_any_key(id, wanted) : in_text(texts_[id], term);
    if (hit) out.push_back(id);
  }
  return out;
}

bool MemoryIndex::has_any_key(RecordId id, const std::vector<KeyQuery>& wanted) const {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const KeyQuery& query) { return has_key(keys_[id], query); });
}

bool in_text(const SearchText& text, const Term& term) {
  const Words words = words_of(term.text);
  const PartMask parts = parts_of(term.field);
  if (words.empty()) return false;
  if (term.field != Field::none || term.quoted) return any_fits(text, parts, term, words);
  // Without a tag: each word anywhere.
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    Term one = term;
    one.text = term.truncated() && &word == &words.back() ? word + "*" : word;
    return any_fits(text, parts, one, {word});
  });
}

double MemoryIndex::relevance(RecordId id, const Node& query) const {
  double score = 0;
  const SearchText& text = texts_[id];
  const auto part = [&text](Part p) -> const Segments& {
    return text[static_cast<std::size_t>(p)];
  };
  for_each_term(query, [&](const Term& term) {
    if (is_date(term.field)) return;
    if (by_keys(term)) {
      score += has_any_key(id, keys_for(term, vocabulary_, today_)) ? 1.0 : 0.0;
      return;
    }
    const Words words = words_of(term.text);
    std::size_t in_title = 0;
    std::size_t in_body = 0;
    for (const Words& s : part(Part::title)) in_title += phrase_count(s, words, term.truncated());
    for (const Words& s : part(Part::body)) in_body += phrase_count(s, words, term.truncated());
    score +=
        2.0 * std::log1p(static_cast<double>(in_title)) + std::log1p(static_cast<double>(in_body));
  });
  return score;
}

}  // namespace ev::pubmed_query
