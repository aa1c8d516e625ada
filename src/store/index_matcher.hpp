// A question compared with the text of one record, for a database whose own index has no positions:
// whether and how often each of its phrases is there, to the occurrence what FTS5 counts, and the
// score that relevance() (word_relevance.hpp) would give. Thread rule: one thread at a time.
#pragma once

#include "store/library_index.hpp"
#include "store/word_relevance.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ev::store {

inline constexpr std::size_t kIndexColumnCount = kIndexParts + 1;  // the last: keys
// Of a word in each column: titles are written to say what a paper is about; names and places
// hardly do. (Title, body, subjects, affiliations, transliterated title, conflicts, rest, keys.)
inline constexpr std::array<double, kIndexColumnCount> kColumnWeights = {2.0, 1.0, 1.0, 0.2,
                                                                         1.0, 0.2, 0.2, 1.0};

class IndexMatcher {
 public:
  explicit IndexMatcher(const IndexQuery& query);

  struct Phrase {
    unsigned columns = 0;  // bit n = column n
    std::vector<std::string> tokens;
    bool prefix = false;
  };
  // As match_phrases() has them.
  const std::vector<Phrase>& phrases() const { return phrases_; }

  // `columns`: kIndexColumnCount texts as index_columns() made them.
  bool matches(const std::vector<std::string>& columns);
  // Of the record that was matched last. The lower the better.
  double relevance(const WordStatistics& whole, std::int64_t words) const;

 private:
  struct Node {
    IndexQuery::Kind kind = IndexQuery::Kind::words;
    std::size_t first = 0;  // of its phrases
    std::size_t count = 0;
    std::int64_t gap = 0;
    std::vector<Node> children;
  };
  // Column << 32 | place of the first word.
  using Places = std::vector<std::int64_t>;
  using Found = std::vector<Places>;  // by phrase

  Node compile(const IndexQuery& query);
  Node compile_children(const IndexQuery& query);
  std::size_t add(unsigned columns, const std::string& text, bool prefix);
  Places places_of(const Phrase& phrase) const;
  bool near(const Node& node, Found& found) const;
  bool holds(const Node& node, Found& found) const;

  std::vector<Phrase> phrases_;
  Node root_;
  std::vector<std::string> texts_;
  std::array<std::vector<std::string_view>, kIndexColumnCount> tokens_;
  std::vector<double> frequency_;
};

}  // namespace ev::store
