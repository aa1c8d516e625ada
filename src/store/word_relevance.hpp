// The SQL function relevance(table, weight of each column…): what FTS5's own bm25() gives, to the
// bit, but with the lengths of records remembered as long as nobody writes. bm25() looks each up in
// a table of its own, which is half of its time; a batch of questions meets the same records again
// and again. `watched` names the call that a question works for, as it is then: the work ends when
// the call must. Thread rule: belongs to its connection.
#pragma once

#include "base/context.hpp"

struct sqlite3;

namespace ev::store {

// Returns an SQLite code.
int add_word_relevance(sqlite3* db, const Context* const& watched);

}  // namespace ev::store
