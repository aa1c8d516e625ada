// Store: everything the program keeps in one file (result sets, articles, documents, research
// runs, the imported MeSH, HTTP cache),
// and the figures `doctor` prints about it. Nothing is opened before the first use. Thread rule:
// any thread, any number of processes. The clock must outlive the store.
#pragma once

#include "base/clock.hpp"
#include "store/connection.hpp"
#include "store/http_cache_store.hpp"
#include "store/sqlite_articles.hpp"
#include "store/sqlite_documents.hpp"
#include "store/sqlite_library_index.hpp"
#include "store/sqlite_mesh_table.hpp"
#include "store/sqlite_result_sets.hpp"
#include "store/sqlite_runs.hpp"

#include <cstdint>
#include <filesystem>

namespace ev::store {

struct Store {
  Store(std::filesystem::path file, const Clock& clock)
      : connection(std::move(file)),
        result_sets(connection, clock),
        articles(connection, clock),
        documents(connection, clock),
        runs(connection, clock),
        library(connection),
        mesh(connection, clock),
        http_cache(connection) {}

  Connection connection;
  SqliteResultSets result_sets;
  SqliteArticles articles;
  SqliteDocuments documents;
  SqliteRuns runs;
  SqliteLibraryIndex library;
  SqliteMeshTable mesh;
  HttpCacheStore http_cache;
};

struct StoreFigures {
  std::uintmax_t file_bytes = 0;  // with the write-ahead log
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

}  // namespace ev::store
