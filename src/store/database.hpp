// One SQLite connection, its statements and transactions: synchronous NORMAL, foreign keys, 5 s
// busy wait; the file is 0600 in a 0700 folder. A process that dies at any point leaves the last
// committed state. SQLite's header is included by database.cpp and word_relevance.cpp only. Errors:
// Errc::store_unavailable with a message that names the file and a remedy; SQLite's own words go to
// the log.
// A statement that runs while a call watched by watch() must end is interrupted (Errc::cancelled).
// Thread rule: a Database and its statements belong to one thread at a time (connection.hpp guards
// them); any number of processes may share the file.
#pragma once

#include "store/sql_session.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;

namespace ev::store {

struct WordStatistics;

enum class OpenMode { create, existing };

class Database final : public SqlSession {
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

  SqlEngine engine() const override { return SqlEngine::sqlite; }
  Result<void> exec(const std::string& sql) override;
  Result<Stmt> prepare(std::string_view sql) override;
  std::int64_t changes() const override;
  // Of the last row inserted.
  std::int64_t last_id() const;
  const std::filesystem::path& file() const { return file_; }

  static std::string library_version();

 private:
  struct Close {
    void operator()(sqlite3* db) const noexcept;
  };
  static Result<Database> connect(const std::filesystem::path& file, const std::string& name,
                                  int flags);
  Database(std::filesystem::path file, sqlite3* db);
  // Takes the writer's place at once; there is one.
  Result<void> begin_write(std::string_view turn) override;
  Result<void> begin_read() override;

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> db_;
  std::shared_ptr<IdleStatements> idle_;
  std::unique_ptr<const WordStatistics*> statistics_ =
      std::make_unique<const WordStatistics*>(nullptr);
  std::unique_ptr<const Context*> watched_ = std::make_unique<const Context*>(nullptr);
};

}  // namespace ev::store
