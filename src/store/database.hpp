// One SQLite connection, its statements and transactions: synchronous NORMAL, foreign keys, 5 s
// busy wait; the file is 0600 in a 0700 folder. A process that dies at any point leaves the last
// committed state. SQLite's header is included by database.cpp and word_relevance.cpp only. Errors:
// Errc::store_unavailable with a message that names the file and a remedy; SQLite's own words go to
// the log.
// A statement that runs while a call watched by watch() must end is interrupted (Errc::cancelled).
// Thread rule: a Database and its statements belong to one thread at a time (connection.hpp guards
// them); any number of processes may share the file.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

struct sqlite3;
struct sqlite3_stmt;

namespace ev::store {

struct WordStatistics;

// Marks bytes that are stored as they are (BLOB).
struct Blob {
  std::string_view bytes;
};

// Statements that nobody runs just now, by their text: the same few are asked again and again, and
// preparing one takes longer than most take to run.
class IdleStatements;

// A prepared statement. Parameters are bound in order and copied; a bind that fails is reported by
// the next step(). Columns count from 0 and are valid until the next step() or bind().
class Stmt {
 public:
  template <class... Values>
  Stmt& bind(const Values&... values) {
    rewind();
    (bind_next(values), ...);
    return *this;
  }
  // true = a row is there; false = done.
  Result<bool> step();
  // For statements without rows: runs to the end.
  Result<void> run();

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::string_view bytes(int column) const;

 private:
  friend class Database;
  struct Release {
    std::shared_ptr<IdleStatements> idle;  // a statement may outlive its database
    void operator()(sqlite3_stmt* stmt) const noexcept;
  };
  Stmt(sqlite3_stmt* stmt, std::shared_ptr<IdleStatements> idle)
      : stmt_(stmt, Release{std::move(idle)}) {}

  void rewind();
  void bind_integer(std::int64_t value);
  void bind_next(std::string_view value);
  void bind_next(Blob value);
  template <class Number>
  requires std::is_integral_v<Number>
  void bind_next(Number value) { bind_integer(static_cast<std::int64_t>(value)); }

  std::unique_ptr<sqlite3_stmt, Release> stmt_;
  int next_ = 1;
  int bind_status_ = 0;
};

enum class OpenMode { create, existing };

class Database {
 public:
  // ":memory:" gives a private database in memory.
  static Result<Database> open(const std::filesystem::path& file, OpenMode mode = OpenMode::create);

  // A file that nobody may write to, as it stands.
  static Result<Database> open_unchanging(const std::filesystem::path& file);

  // A private file that is gone with the connection: room for what would take too much memory.
  static Result<Database> open_temporary();

  // Readers then never wait for the writer. Lasting; not done by open(), so that a foreign file
  // stays as it is.
  Result<void> use_wal();
  // Statements end early when the call must; null: nobody watches. `ctx` is borrowed.
  void watch(const Context* ctx) { *watched_ = ctx; }

  // For full-text tables: word_relevance.hpp.
  Result<void> use_word_relevance();
  // What relevance() weighs by, of a table that is a part of a larger whole; null: the table's own.
  // Borrowed.
  void weigh_by(const WordStatistics* whole) { *statistics_ = whole; }

  // One or more statements without parameters.
  Result<void> exec(const std::string& sql);
  Result<Stmt> prepare(std::string_view sql);
  // First column of the first row; not_found when there is none.
  Result<std::int64_t> integer(std::string_view sql);
  // Of the last row inserted.
  std::int64_t last_id() const;
  // Rows changed by the last statement.
  std::int64_t changes() const;
  const std::filesystem::path& file() const { return file_; }

  // Runs `body` (returning a Result) in a transaction that is committed if it succeeds and rolled
  // back otherwise. write: takes the writer's place at once, so that no step can fail for a lock
  // later. read: one snapshot for all reads.
  template <class Body>
  auto write(Body&& body) -> std::invoke_result_t<Body> {
    return transact("BEGIN IMMEDIATE", body);
  }
  template <class Body>
  auto read(Body&& body) -> std::invoke_result_t<Body> {
    return transact("BEGIN", body);
  }

  static std::string library_version();

 private:
  struct Close {
    void operator()(sqlite3* db) const noexcept;
  };
  static Result<Database> connect(const std::filesystem::path& file, const std::string& name,
                                  int flags);
  Database(std::filesystem::path file, sqlite3* db);
  template <class Body>
  auto transact(const char* begin, Body& body) -> std::invoke_result_t<Body> {
    EV_CHECK(exec(begin));
    auto result = body();
    const Result<void> end = exec(result ? "COMMIT" : "ROLLBACK");
    if (result && !end) {
      const Result<void> ignored = exec("ROLLBACK");
      (void)ignored;
      return Error(end.error());
    }
    return result;
  }

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> db_;
  std::shared_ptr<IdleStatements> idle_;
  std::unique_ptr<const WordStatistics*> statistics_ =
      std::make_unique<const WordStatistics*>(nullptr);
  std::unique_ptr<const Context*> watched_ = std::make_unique<const Context*>(nullptr);
};

}  // namespace ev::store
