// The SQL function relevance(table, weight of each column…): what FTS5's own bm25() gives, to the
// bit, but with the lengths of records remembered as long as nobody writes. bm25() looks each up in
// a table of its own, which is half of its time; a batch of questions meets the same records again
// and again. `watched` names the call that a question works for, as it is then: the work ends when
// the call must. `whole`: the statistics of all the tables of which this one is a part, as they are
// then; null: its own. Thread rule: belongs to its connection.
#pragma once

#include "base/context.hpp"

#include <cstdint>
#include <vector>

struct sqlite3;

namespace ev::store {

struct WordStatistics {
  std::int64_t records = 0;
  std::int64_t words = 0;          // of all records together
  std::vector<std::int64_t> hits;  // records with each of the question's phrases, in its order
};

// Returns an SQLite code.
int add_word_relevance(sqlite3* db, const Context* const& watched,
                       const WordStatistics* const& whole);

}  // namespace ev::store
