// What the store's tables are written against: prepared statements with typed binds and rows, and
// transactions, on either engine (SQLite: database.hpp; PostgreSQL: postgres_session.hpp). The SQL
// is what both understand: parameters `?` or `?1`, ON CONFLICT, RETURNING; where they differ, the
// session says which engine it is. Errors: Errc::store_unavailable with a message that names the
// store and a remedy; the engine's own words go to the log. Errc::cancelled when the call that is
// watched must end.
// Thread rule: a session and its statements belong to one thread at a time (sql_connection.hpp).
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ev::store {

// Marks bytes that are stored as they are (BLOB).
struct Blob {
  std::string_view bytes;
};

enum class SqlEngine { sqlite, postgres };

// A statement of one engine, as Stmt needs it. Binding copies; the first bind that fails is
// reported by step(). Columns count from 0.
class SqlStatement {
 public:
  virtual ~SqlStatement() = default;
  // As new: neither what was bound nor its transaction's snapshot is kept.
  virtual void rewind() noexcept = 0;
  virtual void bind_integer(std::int64_t value) = 0;
  virtual void bind_text(std::string_view value) = 0;
  virtual void bind_bytes(std::string_view value) = 0;
  virtual Result<bool> step() = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view bytes(int column) const = 0;
  const std::string& sql() const { return sql_; }

 protected:
  explicit SqlStatement(std::string_view sql) : sql_(sql) {}

 private:
  const std::string sql_;
};

// Statements that nobody runs just now, by their text: the same few are asked again and again, and
// preparing one takes longer than most take to run.
class IdleStatements {
 public:
  std::unique_ptr<SqlStatement> take(std::string_view sql);  // null: none of this text
  void put(std::unique_ptr<SqlStatement> statement) noexcept;
  void clear() { statements_.clear(); }

 private:
  std::multimap<std::string_view, std::unique_ptr<SqlStatement>> statements_;
};

// A prepared statement. Parameters are bound in order and copied; a bind that fails is reported by
// the next step(). Columns count from 0 and are valid until the next step() or bind().
class Stmt {
 public:
  // A statement may outlive its session.
  Stmt(std::unique_ptr<SqlStatement> statement, std::shared_ptr<IdleStatements> idle)
      : statement_(statement.release(), Release{std::move(idle)}) {}

  template <class... Values>
  Stmt& bind(const Values&... values) {
    statement_->rewind();
    (bind_next(values), ...);
    return *this;
  }
  // For SQL that is put together of parts.
  Stmt& bind_texts(std::span<const std::string> values) {
    statement_->rewind();
    for (const std::string& value : values) statement_->bind_text(value);
    return *this;
  }
  // true = a row is there; false = done.
  Result<bool> step() { return statement_->step(); }
  // For statements without rows: runs to the end.
  Result<void> run();

  std::int64_t integer(int column) const { return statement_->integer(column); }
  double real(int column) const { return statement_->real(column); }
  std::string text(int column) const { return std::string(statement_->bytes(column)); }
  std::string_view bytes(int column) const { return statement_->bytes(column); }

 private:
  struct Release {
    std::shared_ptr<IdleStatements> idle;
    void operator()(SqlStatement* statement) const noexcept {
      idle->put(std::unique_ptr<SqlStatement>(statement));
    }
  };

  void bind_next(std::string_view value) { statement_->bind_text(value); }
  void bind_next(Blob value) { statement_->bind_bytes(value.bytes); }
  template <class Number>
  requires std::is_integral_v<Number>
  void bind_next(Number value) { statement_->bind_integer(static_cast<std::int64_t>(value)); }

  std::unique_ptr<SqlStatement, Release> statement_;
};

class SqlSession {
 public:
  SqlSession() = default;
  SqlSession(SqlSession&&) = default;
  SqlSession& operator=(SqlSession&&) = default;
  virtual ~SqlSession() = default;

  virtual SqlEngine engine() const = 0;
  // One or more statements without parameters.
  virtual Result<void> exec(const std::string& sql) = 0;
  virtual Result<Stmt> prepare(std::string_view sql) = 0;
  // Rows changed by the last statement.
  virtual std::int64_t changes() const = 0;

  // First column of the first row; not_found when there is none.
  Result<std::int64_t> integer(std::string_view sql);

  // Runs `body` (returning a Result) in a transaction that is committed if it succeeds and rolled
  // back otherwise. write: no step can fail for a lock later; writers of the same `turn` follow
  // each other, on SQLite all of them do. read: one snapshot for all reads.
  template <class Body>
  auto write(std::string_view turn, Body&& body) -> std::invoke_result_t<Body> {
    EV_CHECK(begin_write(turn));
    return finish(body);
  }
  template <class Body>
  auto write(Body&& body) -> std::invoke_result_t<Body> {
    return write("store", body);
  }
  template <class Body>
  auto read(Body&& body) -> std::invoke_result_t<Body> {
    EV_CHECK(begin_read());
    return finish(body);
  }

 protected:
  virtual Result<void> begin_write(std::string_view turn) = 0;
  virtual Result<void> begin_read() = 0;

 private:
  void roll_back();
  template <class Body>
  auto finish(Body& body) -> std::invoke_result_t<Body> {
    auto result = body();
    if (!result) {
      roll_back();
      return result;
    }
    if (const Result<void> end = exec("COMMIT"); !end) {
      roll_back();
      return Error(end.error());
    }
    return result;
  }
};

}  // namespace ev::store
