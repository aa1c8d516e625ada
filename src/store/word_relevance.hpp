// The SQL function relevance(table, weight of each column…): what FTS5's own bm25() gives, to the
// bit, but with the lengths of records remembered as long as nobody writes. bm25() looks each up in
// a table of its own, which is half of its time; a batch of questions meets the same records again
// and again. Thread rule: belongs to its connection.
#pragma once

struct sqlite3;

namespace ev::store {

// Returns an SQLite code.
int add_word_relevance(sqlite3* db);

}  // namespace ev::store
