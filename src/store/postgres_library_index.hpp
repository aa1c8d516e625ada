// LibraryIndex in PostgreSQL. Candidates come from a tsvector without positions (words by part,
// keys); neighbourhood of words is verified in the text of the candidates, proximity and relevance
// by index_matcher.hpp, so that answers are those of SQLite's index. A replaced version's entry
// goes at once. Thread rule: any thread, any number of machines.
#pragma once

#include "store/library_index.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class PostgresLibraryIndex final : public LibraryIndex {
 public:
  explicit PostgresLibraryIndex(SqlConnection& connection) : connection_(connection) {}
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
