// The sessions of this process with a laboratory's database: made when they are needed, kept for
// the next use, given up when they were lost. After a failure to connect or a session that was too
// slow, uses are refused with the same error for a moment, so that a call that asks the store many
// times does not wait as many times. Thread rule: any thread.
#pragma once

#include "base/guarded.hpp"
#include "store/postgres_session.hpp"
#include "store/sql_connection.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <optional>
#include <vector>

namespace ev::store {

class PostgresConnection final : public SqlConnection {
 public:
  static constexpr std::size_t kMostSessions = 6;

  explicit PostgresConnection(PostgresAddress address) : address_(std::move(address)) {}
  const PostgresAddress& address() const { return address_; }

 private:
  struct Sessions {
    std::vector<std::unique_ptr<PostgresSession>> idle;
    std::vector<std::unique_ptr<PostgresSession>> lent;
    std::size_t being_made = 0;
    std::optional<Error> refusal;
    std::chrono::steady_clock::time_point refused_until{};
  };
  Result<SqlSession*> borrow(const Context& ctx) override;
  void give_back(SqlSession& session) noexcept override;
  Result<std::unique_ptr<PostgresSession>> make_session(const Context& ctx);

  const PostgresAddress address_;
  Guarded<Sessions> sessions_;
  std::condition_variable free_;
};

}  // namespace ev::store
