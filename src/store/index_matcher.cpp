#include "store/index_matcher.hpp"

#include "base/text.hpp"
#include "store/index_match.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace ev::store {

namespace {

constexpr double kTermSaturation = 1.2;  // BM25's k1 and b, as word_relevance.cpp has them
constexpr double kLengthShare = 0.75;
constexpr double kLeastWeight = 1e-6;
constexpr std::int64_t kNowhere = std::numeric_limits<std::int64_t>::max();

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

bool stands_at(const std::vector<std::string_view>& text, std::size_t at,
               const IndexMatcher::Phrase& phrase) {
  const std::size_t last = phrase.tokens.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    if (text[at + i] != phrase.tokens[i]) return false;
  }
  return phrase.prefix ? begins_with(text[at + last], phrase.tokens[last])
                       : text[at + last] == phrase.tokens[last];
}

double weight_of(std::int64_t records, std::int64_t hits) {
  const double weight =
      std::log((static_cast<double>(records - hits) + 0.5) / (static_cast<double>(hits) + 0.5));
  return weight > 0 ? weight : kLeastWeight;
}

}  // namespace

IndexMatcher::IndexMatcher(const IndexQuery& query) : root_(compile(query)) {}

std::size_t IndexMatcher::add(unsigned columns, const std::string& text, bool prefix) {
  Phrase phrase{.columns = columns, .prefix = prefix};
  const std::string lower = text::to_lower_ascii(text);
  for (const std::string_view token : index_tokens(lower)) phrase.tokens.emplace_back(token);
  if (columns == 0) phrase.tokens.clear();
  phrases_.push_back(std::move(phrase));
  return phrases_.size() - 1;
}

IndexMatcher::Node IndexMatcher::compile(const IndexQuery& q) {
  Node node{.kind = q.kind, .first = phrases_.size(), .count = 1};
  switch (q.kind) {
    case IndexQuery::Kind::words:
      add(q.parts, text::join(q.words, " "), q.prefix);
      return node;
    case IndexQuery::Kind::key:
      add(1U << kIndexParts, key_token(q.key), q.prefix);
      return node;
    case IndexQuery::Kind::near: {
      const std::size_t inner = q.words.size() > 2 ? q.words.size() - 2 : 0;
      node.gap = q.gap + static_cast<std::int64_t>(inner);
      for (const std::string& word : q.words) add(q.parts, word, false);
      if (q.words.empty() || q.parts == 0) {
        phrases_.resize(node.first);
        add(0, "", false);
      }
      node.count = phrases_.size() - node.first;
      return node;
    }
    default:
      return compile_children(q);
  }
}

// As in match_expression(): a term that is said again changes nothing.
IndexMatcher::Node IndexMatcher::compile_children(const IndexQuery& q) {
  Node node{.kind = q.kind};
  if (q.children.empty()) {
    add(0, "", false);
    return {.first = phrases_.size() - 1, .count = 1};
  }
  std::set<std::string> said;
  const bool subtracts = q.kind == IndexQuery::Kind::difference;
  for (const IndexQuery& child : q.children) {
    const bool first = node.children.empty();
    if (!(first && subtracts) && !said.insert(match_expression(child)).second) continue;
    node.children.push_back(compile(child));
  }
  return node;
}

IndexMatcher::Places IndexMatcher::places_of(const Phrase& phrase) const {
  Places out;
  if (phrase.tokens.empty()) return out;
  for (std::size_t column = 0; column < kIndexColumnCount; ++column) {
    if ((phrase.columns >> column & 1U) == 0) continue;
    const auto& tokens = tokens_[column];
    for (std::size_t at = 0; at + phrase.tokens.size() <= tokens.size(); ++at) {
      if (stands_at(tokens, at, phrase)) {
        out.push_back(static_cast<std::int64_t>(column) << 32 | static_cast<std::int64_t>(at));
      }
    }
  }
  return out;
}

// FTS5's walk over the lists side by side (fts5ExprNearIsMatch): only what takes part in a group is
// counted.
bool IndexMatcher::near(const Node& node, Found& found) const {
  std::vector<Places> all;
  for (std::size_t i = 0; i < node.count; ++i) {
    all.push_back(places_of(phrases_[node.first + i]));
    if (all.back().empty()) return false;
  }
  if (node.count == 1) {
    found[node.first] = std::move(all[0]);
    return true;
  }
  std::vector<std::size_t> at(node.count, 0);
  std::vector<Places> out(node.count);
  const auto end = [&] {
    for (std::size_t i = 0; i < node.count; ++i) found[node.first + i] = out[i];
    return !out[0].empty();
  };
  while (true) {
    std::int64_t last = all[0][at[0]];
    for (bool together = false; !together;) {
      together = true;
      for (std::size_t i = 0; i < node.count; ++i) {
        const auto size = static_cast<std::int64_t>(phrases_[node.first + i].tokens.size());
        const std::int64_t earliest = last - size - node.gap;
        if (all[i][at[i]] >= earliest && all[i][at[i]] <= last) continue;
        together = false;
        while (all[i][at[i]] < earliest) {
          if (++at[i] == all[i].size()) return end();
        }
        last = std::max(last, all[i][at[i]]);
      }
    }
    std::size_t next = 0;
    std::int64_t lowest = kNowhere;
    for (std::size_t i = 0; i < node.count; ++i) {
      const std::int64_t here = all[i][at[i]];
      if (out[i].empty() || out[i].back() != here) out[i].push_back(here);
      const std::int64_t ahead = at[i] + 1 < all[i].size() ? all[i][at[i] + 1] : kNowhere;
      if (ahead < lowest) {
        lowest = ahead;
        next = i;
      }
    }
    if (++at[next] == all[next].size()) return end();
  }
}

// Phrases count only where the whole of what they are a part of is there.
bool IndexMatcher::holds(const Node& node, Found& found) const {
  Found inner(phrases_.size());
  bool any = false;
  bool all = true;
  switch (node.kind) {
    case IndexQuery::Kind::words:
    case IndexQuery::Kind::key:
      found[node.first] = places_of(phrases_[node.first]);
      return !found[node.first].empty();
    case IndexQuery::Kind::near:
      return near(node, found);
    case IndexQuery::Kind::difference:
      for (std::size_t i = 1; i < node.children.size(); ++i) {
        Found ignored(phrases_.size());
        if (holds(node.children[i], ignored)) return false;
      }
      return holds(node.children[0], found);
    default:
      for (const Node& child : node.children) {
        Found of_child(phrases_.size());
        const bool there = holds(child, of_child);
        any = any || there;
        all = all && there;
        for (std::size_t i = 0; there && i < phrases_.size(); ++i) {
          if (!of_child[i].empty()) inner[i] = std::move(of_child[i]);
        }
      }
      if (!(node.kind == IndexQuery::Kind::all_of ? all : any)) return false;
      for (std::size_t i = 0; i < phrases_.size(); ++i) {
        if (!inner[i].empty()) found[i] = std::move(inner[i]);
      }
      return true;
  }
}

bool IndexMatcher::matches(const std::vector<std::string>& columns) {
  texts_.clear();
  for (const std::string& column : columns) texts_.push_back(text::to_lower_ascii(column));
  for (std::size_t i = 0; i < kIndexColumnCount; ++i) {
    tokens_[i] = i < texts_.size() ? index_tokens(texts_[i]) : std::vector<std::string_view>();
  }
  Found found(phrases_.size());
  const bool match = holds(root_, found);
  frequency_.assign(phrases_.size(), 0.0);
  for (std::size_t i = 0; match && i < found.size(); ++i) {
    for (const std::int64_t place : found[i]) {
      frequency_[i] += kColumnWeights[static_cast<std::size_t>(place >> 32)];
    }
  }
  return match;
}

double IndexMatcher::relevance(const WordStatistics& whole, std::int64_t words) const {
  const double average = static_cast<double>(whole.words) / static_cast<double>(whole.records);
  double score = 0;
  for (std::size_t i = 0; i < frequency_.size(); ++i) {
    const double tf = frequency_[i];
    score += weight_of(whole.records, whole.hits[i]) *
             ((tf * (kTermSaturation + 1.0)) /
              (tf + kTermSaturation *
                        (1 - kLengthShare + kLengthShare * static_cast<double>(words) / average)));
  }
  return -1.0 * score;
}

}  // namespace ev::store
