#include "store/store.hpp"

#include "store/migrations.hpp"
#include "store/postgres_library_index.hpp"
#include "store/postgres_schema.hpp"
#include "store/sqlite_library_index.hpp"

namespace ev::store {

namespace {

std::unique_ptr<LibraryIndex> library_of(SqlConnection& connection, SqlEngine engine) {
  if (engine == SqlEngine::sqlite) return std::make_unique<SqliteLibraryIndex>(connection);
  return std::make_unique<PostgresLibraryIndex>(connection);
}

Result<void> check_pages(Database& db) {
  EV_TRY(Stmt stmt, db.prepare("PRAGMA quick_check(1)"));
  EV_TRY(const bool found, stmt.step());
  if (found && stmt.bytes(0) == "ok") return {};
  return Error{.message = "the local store " + db.file().string() + " is damaged",
               .source = "store",
               .recovery =
                   "stop evidence-mcp, move the file and its -wal and -shm companions to another "
                   "folder and start again; a new store is then created"};
}

Result<void> count(SqlSession& db, std::int64_t now, StoreFigures& out) {
  EV_TRY(out.result_sets,
         db.integer("SELECT count(*) FROM result_set WHERE purged = 0 AND expires_at > " +
                    std::to_string(now)));
  EV_TRY(out.articles, db.integer("SELECT count(*) FROM article_latest"));
  EV_TRY(out.documents, db.integer("SELECT count(*) FROM document"));
  EV_TRY(out.cached_replies, db.integer("SELECT count(*) FROM http_cache"));
  EV_TRY(out.cached_bytes, db.integer("SELECT value FROM counter WHERE name = 'http_cache_bytes'"));
  return {};
}

}  // namespace

Store::Store(std::unique_ptr<SqlConnection> opened, SqlEngine engine, const Clock& clock)
    : connection_(std::move(opened)),
      library_(library_of(*connection_, engine)),
      connection(*connection_),
      result_sets(connection, clock),
      articles(connection, clock),
      documents(connection, clock),
      runs(connection, clock),
      library(*library_),
      mesh(connection, clock),
      http_cache(connection) {}

Result<StoreFigures> inspect(const std::filesystem::path& file, const Clock& clock) {
  EV_TRY(Database db, Database::open(file, OpenMode::existing));
  EV_CHECK(check_compatible(db));
  EV_CHECK(check_pages(db));
  StoreFigures out;
  std::error_code ec;
  for (const char* suffix : {"", "-wal"}) {
    const std::uintmax_t bytes = std::filesystem::file_size(file.string() + suffix, ec);
    if (!ec) out.file_bytes += bytes;
  }
  EV_TRY(out.version, db.integer("PRAGMA user_version"));
  if (out.version == schema_version()) EV_CHECK(count(db, clock.unix_time().count(), out));
  return out;
}

Result<StoreFigures> inspect(const PostgresAddress& address, const Clock& clock) {
  EV_TRY(const auto db, PostgresSession::connect(address, {}));
  StoreFigures out;
  EV_TRY(out.version, stored_schema_version(*db, address));
  EV_TRY(const std::int64_t bytes,
         db->integer("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint "
                     "FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace "
                     "WHERE c.relkind = 'r' AND s.nspname = '" +
                     address.schema + "'"));
  out.file_bytes = static_cast<std::uintmax_t>(bytes);
  if (out.version > postgres_schema_version()) {
    EV_CHECK(check_postgres_schema(*db, address));
  }
  if (out.version == postgres_schema_version()) {
    EV_CHECK(count(*db, clock.unix_time().count(), out));
  }
  return out;
}

}  // namespace ev::store
