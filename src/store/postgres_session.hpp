// One PostgreSQL session, its statements and transactions. Every wait ends: with the call that is
// watched (Errc::cancelled), or when statements that are slow have taken kMostSlow in all since
// watch(). A session that was left in the middle of a statement, or lost its server, is not
// usable() any more. Text that PostgreSQL cannot hold (a zero byte, broken UTF-8) is stored, and
// looked for, with U+FFFD in its place. Errors: as sql_session.hpp says; what may work a moment
// later has a retry_after_s. Thread rule: one thread at a time.
#pragma once

#include "store/postgres_address.hpp"
#include "store/sql_session.hpp"

#include <chrono>
#include <optional>

namespace ev::store {

struct PostgresWire;

class PostgresSession final : public SqlSession {
 public:
  // Statements of less than a quarter of a second do not count.
  static constexpr std::chrono::seconds kMostSlow{6};
  static constexpr std::chrono::seconds kMostConnecting{5};

  static Result<std::unique_ptr<PostgresSession>> connect(const PostgresAddress& address,
                                                          const Context& ctx);
  ~PostgresSession() override;

  // null: nobody watches. Borrowed.
  void watch(const Context* ctx);
  // The server is there, as far as can be told without asking, and no transaction is open.
  bool usable() const;
  // Why it was given up, when its statements took too long.
  const std::optional<Error>& too_slow() const;

  SqlEngine engine() const override { return SqlEngine::postgres; }
  Result<void> exec(const std::string& sql) override;
  Result<Stmt> prepare(std::string_view sql) override;
  std::int64_t changes() const override;

 private:
  explicit PostgresSession(std::shared_ptr<PostgresWire> wire);
  Result<void> begin_write(std::string_view turn) override;
  Result<void> begin_read() override;

  std::shared_ptr<PostgresWire> wire_;
  std::shared_ptr<IdleStatements> idle_;
};

}  // namespace ev::store
