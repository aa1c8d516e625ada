// Writes entries of the library's index within the caller's transaction: first the numbers of all
// records, then their words. (FTS5 writes out what it holds in memory whenever a statement on
// another table may have to be undone; with one in between, each record would be a segment of its
// own, to be merged again.) Thread rule: belongs to its session.
#pragma once

#include "store/library_index.hpp"
#include "store/sql_session.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ev::store {

class IndexWriter {
 public:
  static Result<IndexWriter> open(SqlSession& db);
  // The number that the record's words are to have; nullopt when its entry is there already.
  Result<std::optional<std::int64_t>> number(std::string_view item_id, std::string_view key);
  Result<void> write_words(std::int64_t record, const IndexColumns& text);

 private:
  struct Statements {
    Stmt known;
    Stmt forget;
    Stmt replaced;
    Stmt record;
    Stmt words;
  };
  IndexWriter(SqlSession& db, Statements statements)
      : db_(db), statements_(std::move(statements)) {}

  SqlSession& db_;
  Statements statements_;
};

}  // namespace ev::store
