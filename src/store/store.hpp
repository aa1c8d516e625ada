// Store: everything the program keeps (result sets, articles, documents, research runs, the
// imported MeSH, HTTP cache), in one SQLite file or in a PostgreSQL database that several machines
// share, and the figures `doctor` prints about it. Nothing is opened before the first use. Thread
// rule: any thread, any number of processes. The clock must outlive the store.
#pragma once

#include "base/clock.hpp"
#include "store/connection.hpp"
#include "store/http_cache_store.hpp"
#include "store/library_index.hpp"
#include "store/postgres_connection.hpp"
#include "store/postgres_limit_book.hpp"
#include "store/sql_articles.hpp"
#include "store/sql_documents.hpp"
#include "store/sql_mesh_table.hpp"
#include "store/sql_result_sets.hpp"
#include "store/sql_runs.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ev::store {

class Store {
  std::unique_ptr<SqlConnection> connection_;
  std::unique_ptr<LibraryIndex> library_;
  std::unique_ptr<net::LimitBook> limit_book_;

 public:
  Store(std::filesystem::path file, const Clock& clock)
      : Store(std::make_unique<Connection>(std::move(file)), SqlEngine::sqlite, clock) {}
  Store(PostgresAddress address, const Clock& clock)
      : Store(std::make_unique<PostgresConnection>(address), SqlEngine::postgres, clock) {
    limit_book_ = std::make_unique<PostgresLimitBook>(std::move(address), clock);
  }

  SqlConnection& connection;
  SqlResultSets result_sets;
  SqlArticles articles;
  SqlDocuments documents;
  SqlRuns runs;
  LibraryIndex& library;
  SqlMeshTable mesh;
  HttpCacheStore http_cache;
  // Where machines that share the store keep one rate budget; null for a store of one machine.
  net::LimitBook* limit_book() { return limit_book_.get(); }

 private:
  Store(std::unique_ptr<SqlConnection> opened, SqlEngine engine, const Clock& clock);
};

struct StoreFigures {
  std::uintmax_t file_bytes = 0;  // with the write-ahead log; of PostgreSQL's tables and indexes
  std::int64_t version = 0;  // of the tables; the rest is 0 when it is not this program's version
  std::int64_t result_sets = 0;  // not expired
  std::int64_t articles = 0;
  std::int64_t documents = 0;
  std::int64_t cached_replies = 0;
  std::int64_t cached_bytes = 0;
};

// Looks at a store without making or changing its tables. not_found when there is no file; internal
// when it is damaged, foreign or of a newer program. Reads the whole file.
Result<StoreFigures> inspect(const std::filesystem::path& file, const Clock& clock);
// The same of a laboratory's database; version 0 = there are no tables yet.
Result<StoreFigures> inspect(const PostgresAddress& address, const Clock& clock);

}  // namespace ev::store
