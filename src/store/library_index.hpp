// The index of the local library: which stored records contain which words and keys. Port of plain
// words: what the words mean (fields, folding, headings) is decided above. A record's text is a
// list of parts (at most kIndexParts); each part is a list of segments, and a phrase is found only
// within a segment. Keys are whole values ("mh:heart failure") in lower case. Thread rule: any
// thread, any number of processes.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ev::store {

inline constexpr std::size_t kIndexParts = 7;

struct IndexText {
  // Words of a part separated by single spaces, segments by '\n'. Words are letters and digits,
  // lower case.
  std::vector<std::string> parts;
  std::vector<std::string> keys;
};

// The same as it is written: made ahead, as many threads make text and one writes.
struct IndexColumns {
  std::vector<std::string> parts;  // kIndexParts of them; none = not to be searchable
  std::string keys;
};
IndexColumns index_columns(const IndexText& text);

// What is asked. words: neighbouring words in one of the parts (bit n = part n), the last one by
// its beginning when `prefix`. near: all words in any order, at most `gap` others between the first
// and the last; may cross segments. key: a whole key, or any that begins with it.
struct IndexQuery {
  enum class Kind { words, near, key, all_of, any_of, difference };
  Kind kind = Kind::words;
  unsigned parts = 0;
  std::vector<std::string> words;
  bool prefix = false;
  int gap = 0;
  std::string key;
  std::vector<IndexQuery> children;  // difference: the first without the others
};

struct IndexHit {
  std::int64_t record = 0;  // the index's own number
  std::string item_id;
};

// The first of what was found.
struct IndexPage {
  std::size_t count = 0;  // of all
  std::vector<IndexHit> hits;
};
// As LibraryIndex::newest() has them.
void order_newest(std::vector<IndexHit>& hits);

struct LibraryFigures {
  std::int64_t records = 0;
  std::int64_t outdated = 0;  // entries of replaced versions, which no search shows
};

class LibraryIndex {
 public:
  virtual ~LibraryIndex() = default;
  // All records that match, by record number.
  virtual Result<std::vector<IndexHit>> find(const IndexQuery& query, const Context& ctx) = 0;
  virtual Result<bool> any(const IndexQuery& query, const Context& ctx) = 0;
  virtual Result<std::size_t> count(const IndexQuery& query, const Context& ctx) = 0;
  // The best first, by BM25 over the words and keys of the query, those of one score by id; at most
  // `limit`. A longer list begins with the shorter one.
  virtual Result<IndexPage> best(const IndexQuery& query, std::size_t limit,
                                 const Context& ctx) = 0;
  // The highest PMID first, ids of other kinds after them; at most `limit`.
  virtual Result<IndexPage> newest(const IndexQuery& query, std::size_t limit,
                                   const Context& ctx) = 0;
  virtual Result<LibraryFigures> figures() = 0;
  // Writes the entries of all its records anew, all or none, and drops those of replaced versions.
  // `text_of` makes the text of a stored record's JSON; its error ends the work. Holds the writer's
  // place throughout. Returns the number of records.
  using TextOf = std::function<Result<IndexColumns>(const std::string&)>;
  virtual Result<std::size_t> rebuild(const TextOf& text_of) = 0;
};

}  // namespace ev::store
