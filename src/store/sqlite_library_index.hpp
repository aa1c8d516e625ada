// LibraryIndex in SQLite (FTS5 without content). A replaced version leaves its old entry behind,
// which no search shows and rebuild() removes. Thread rule: any thread, any number of
// processes.
#pragma once

#include "store/connection.hpp"
#include "store/library_index.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ev::store {

// Writes entries within the caller's transaction: first the numbers of all records, then their
// words. FTS5 writes out what it holds in memory whenever a statement on another table may have to
// be undone; with one in between, each record would be a segment of its own, to be merged again.
class IndexWriter {
 public:
  static Result<IndexWriter> open(Database& db);
  // The number that the record's words are to have; nullopt when its entry is there already.
  Result<std::optional<std::int64_t>> number(std::string_view item_id, std::string_view key);
  Result<void> write_words(std::int64_t record, const IndexColumns& text);

 private:
  IndexWriter(Database& db, Stmt known, Stmt forget, Stmt record, Stmt words)
      : db_(db),
        known_(std::move(known)),
        forget_(std::move(forget)),
        record_(std::move(record)),
        words_(std::move(words)) {}

  Database& db_;
  Stmt known_;
  Stmt forget_;
  Stmt record_;
  Stmt words_;
};

class SqliteLibraryIndex final : public LibraryIndex {
 public:
  explicit SqliteLibraryIndex(Connection& connection) : connection_(connection) {}
  Result<std::vector<IndexHit>> find(const IndexQuery& query, const Context& ctx) override;
  Result<bool> any(const IndexQuery& query, const Context& ctx) override;
  Result<std::size_t> count(const IndexQuery& query, const Context& ctx) override;
  Result<IndexPage> best(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<IndexPage> newest(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<LibraryFigures> figures() override;
  Result<std::size_t> rebuild(const TextOf& text_of) override;

 private:
  Connection& connection_;
};

}  // namespace ev::store
