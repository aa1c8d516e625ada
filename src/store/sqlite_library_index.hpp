// LibraryIndex in SQLite (FTS5 without content). A replaced version leaves its old entry behind,
// which no search shows and rebuild() removes. Thread rule: any thread, any number of
// processes.
#pragma once

#include "store/library_index.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class SqliteLibraryIndex final : public LibraryIndex {
 public:
  explicit SqliteLibraryIndex(SqlConnection& connection) : connection_(connection) {}
  Result<std::vector<IndexHit>> find(const IndexQuery& query, const Context& ctx) override;
  Result<bool> any(const IndexQuery& query, const Context& ctx) override;
  Result<std::size_t> count(const IndexQuery& query, const Context& ctx) override;
  Result<IndexPage> best(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<IndexPage> newest(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<LibraryFigures> figures() override;
  Result<std::size_t> rebuild(const TextOf& text_of) override;

 private:
  SqlConnection& connection_;
};

}  // namespace ev::store
