#include "store/database.hpp"

#include "base/file.hpp"
#include "base/log.hpp"
#include "store/word_relevance.hpp"

#include <sqlite3.h>

namespace ev::store {

namespace fs = std::filesystem;

namespace {

constexpr int kBusyTimeoutMs = 5'000;
constexpr int kWalRetryMs = 10;
constexpr int kStepsBetweenLooks = 5'000;  // of SQLite's machine: about a millisecond

struct Advice {
  const char* message;
  const char* recovery;
  Errc code = Errc::store_unavailable;
};

Advice advice(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {
          "is damaged or is not a database",
          "stop evidence-mcp, move the file and its -wal and -shm companions to another folder "
          "(they "
          "hold your result sets and library: restore a backup if there is one) and start again; a "
          "new store is then created"};
    case SQLITE_FULL:
      return {"cannot grow: the disk is full", "free some space and call again"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {"was held by another process for more than 5 s", "call again"};
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return {
          "cannot be opened for writing",
          "check the owner and permissions of the file and its folder, or set EVIDENCE_MCP_HOME to "
          "a folder that can be written"};
    case SQLITE_IOERR:
      return {"cannot be read or written", "check the disk and its free space, then call again"};
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      return {"cannot take an entry of this size", "ask for fewer records"};
    default:
      return {"refused an operation", "run `evidence-mcp doctor`", Errc::internal};
  }
}

Error store_error(const fs::path& file, int code, const char* detail) {
  if ((code & 0xff) == SQLITE_INTERRUPT) {
    return Error{.code = Errc::cancelled, .message = "cancelled", .source = "store"};
  }
  log(Level::error, "store",
      {{"file", file.string()}, {"code", code}, {"detail", detail != nullptr ? detail : ""}});
  const Advice a = advice(code);
  return Error{.code = a.code,
               .message = "the local store " + file.string() + " " + a.message,
               .source = "store",
               .recovery = a.recovery};
}

fs::path file_of(sqlite3* db) {
  const char* name = sqlite3_db_filename(db, "main");
  return name == nullptr || *name == '\0' ? fs::path(":memory:") : fs::path(name);
}

Error store_error(sqlite3* db, int code) {
  return store_error(file_of(db), code, sqlite3_errmsg(db));
}

bool must_end(const Context* ctx) {
  return ctx != nullptr && !ctx->check();
}

Result<void> prepare_place(const fs::path& file, OpenMode mode) {
  if (mode == OpenMode::existing) {
    std::error_code ec;
    if (fs::exists(file, ec)) return {};
    return Error{.code = Errc::not_found, .message = "there is no store " + file.string()};
  }
  Result<void> made =
      file.has_parent_path() ? ensure_private_dir(file.parent_path()) : Result<void>();
  if (made) made = ensure_private_file(file);
  if (made) return made;
  Error error = std::move(made).error();
  error.code = Errc::store_unavailable;
  error.source = "store";
  error.recovery =
      "make the state folder writable for the user that runs evidence-mcp, or set "
      "EVIDENCE_MCP_HOME to a folder that is; `evidence-mcp doctor` names it";
  return error;
}

}  // namespace

namespace {

class SqliteStatement final : public SqlStatement {
 public:
  SqliteStatement(std::string_view sql, sqlite3_stmt* stmt) : SqlStatement(sql), stmt_(stmt) {}

  void rewind() noexcept override {
    sqlite3_reset(stmt_.get());
    sqlite3_clear_bindings(stmt_.get());
    next_ = 1;
    bind_status_ = SQLITE_OK;
  }
  void bind_integer(std::int64_t value) override {
    note(sqlite3_bind_int64(stmt_.get(), next_++, value));
  }
  void bind_text(std::string_view value) override {
    // A null pointer would bind NULL, not the empty string.
    const char* data = value.data() != nullptr ? value.data() : "";
    note(sqlite3_bind_text64(stmt_.get(), next_++, data, value.size(), SQLITE_TRANSIENT,
                             SQLITE_UTF8));
  }
  void bind_bytes(std::string_view value) override {
    const char* data = value.data() != nullptr ? value.data() : "";
    note(sqlite3_bind_blob64(stmt_.get(), next_++, data, value.size(), SQLITE_TRANSIENT));
  }
  Result<bool> step() override;

  std::int64_t integer(int column) const override {
    return sqlite3_column_int64(stmt_.get(), column);
  }
  double real(int column) const override { return sqlite3_column_double(stmt_.get(), column); }
  std::string_view bytes(int column) const override {
    const void* data = sqlite3_column_blob(stmt_.get(), column);
    const int size = sqlite3_column_bytes(stmt_.get(), column);
    if (data == nullptr) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* stmt) const noexcept { sqlite3_finalize(stmt); }
  };
  void note(int code) {
    if (bind_status_ == SQLITE_OK) bind_status_ = code;
  }

  std::unique_ptr<sqlite3_stmt, Finalize> stmt_;
  int next_ = 1;
  int bind_status_ = SQLITE_OK;
};

Result<bool> SqliteStatement::step() {
  sqlite3* db = sqlite3_db_handle(stmt_.get());
  if (bind_status_ != SQLITE_OK) return store_error(db, bind_status_);
  const int code = sqlite3_step(stmt_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    // An unfinished statement would keep its transaction's snapshot.
    sqlite3_reset(stmt_.get());
    return false;
  }
  Error error = store_error(db, code);
  sqlite3_reset(stmt_.get());
  return error;
}

}  // namespace

Database::Database(fs::path file, sqlite3* db)
    : file_(std::move(file)), db_(db), idle_(std::make_shared<IdleStatements>()) {}
void Database::Close::operator()(sqlite3* db) const noexcept {
  sqlite3_close_v2(db);
}

Result<Database> Database::connect(const fs::path& file, const std::string& name, int flags) {
  // Counting every allocation under one mutex is of no use here. Has no effect once SQLite runs.
  static const int without_statistics = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  (void)without_statistics;
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  Database db(file, raw);
  if (raw == nullptr) return store_error(file, SQLITE_NOMEM, "no connection");
  if (code != SQLITE_OK) return store_error(file, code, sqlite3_errmsg(raw));
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, kBusyTimeoutMs);
  sqlite3_progress_handler(
      raw, kStepsBetweenLooks,
      [](void* watched) { return must_end(*static_cast<const Context**>(watched)) ? 1 : 0; },
      db.watched_.get());
  return db;
}

Result<Database> Database::open(const fs::path& file, OpenMode mode) {
  const bool in_memory = file == ":memory:";
  if (!in_memory) EV_CHECK(prepare_place(file, mode));
  EV_TRY(Database db, connect(file, file.string(), SQLITE_OPEN_READWRITE));
  EV_CHECK(
      db.exec("PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
              "PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-65536; PRAGMA "
              "wal_autocheckpoint=8192"));
  return db;
}

Result<Database> Database::open_unchanging(const fs::path& file) {
  // Signs with a meaning in the name of a database file.
  std::string name = "file:";
  for (const char c : file.string()) {
    if (c == '%' || c == '?' || c == '#') {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      name += {'%', kHex[static_cast<unsigned char>(c) >> 4], kHex[c & 15]};
    } else {
      name += c;
    }
  }
  return connect(file, name + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Result<Database> Database::open_temporary() {
  EV_TRY(Database db, connect("", "", SQLITE_OPEN_READWRITE));  // SQLite's own name for such a file
  EV_CHECK(db.exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-4096"));
  return db;
}

Result<void> Database::use_wal() {
  // SQLite does not call the busy handler for a change of journal mode, and N processes may open a
  // new file at the same moment.
  int code = SQLITE_BUSY;
  for (int waited = 0; waited <= kBusyTimeoutMs; waited += kWalRetryMs) {
    code = sqlite3_exec(db_.get(), "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
    if ((code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED) break;
    sqlite3_sleep(kWalRetryMs);
  }
  if (code != SQLITE_OK) return store_error(file_, code, sqlite3_errmsg(db_.get()));
  return {};
}

Result<void> Database::use_word_relevance() {
  const int code = add_word_relevance(db_.get(), *watched_, *statistics_);
  if (code != SQLITE_OK) return store_error(file_, code, "no function of relevance");
  return {};
}

Result<void> Database::exec(const std::string& sql) {
  const int code = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return store_error(file_, code, sqlite3_errmsg(db_.get()));
  return {};
}

Result<Stmt> Database::prepare(std::string_view sql) {
  if (auto known = idle_->take(sql)) return Stmt(std::move(known), idle_);
  sqlite3_stmt* raw = nullptr;
  const int code =
      sqlite3_prepare_v2(db_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  if (code != SQLITE_OK) return store_error(file_, code, sqlite3_errmsg(db_.get()));
  return Stmt(std::make_unique<SqliteStatement>(sql, raw), idle_);
}

Result<void> Database::begin_write(std::string_view) {
  return exec("BEGIN IMMEDIATE");
}

Result<void> Database::begin_read() {
  return exec("BEGIN");
}

std::int64_t Database::last_id() const {
  return sqlite3_last_insert_rowid(db_.get());
}

std::int64_t Database::changes() const {
  return sqlite3_changes64(db_.get());
}

std::string Database::library_version() {
  return sqlite3_libversion();
}

}  // namespace ev::store
