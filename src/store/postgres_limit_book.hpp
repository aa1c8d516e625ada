// One budget per service and key for all machines that share a database: a row each, which is
// locked while it is looked at. Times are kept by the server's clock, so that machines need not
// agree on theirs; the way there and back makes a start later, never earlier. Thread rule: one
// thread.
#pragma once

#include "net/limit_book.hpp"
#include "store/postgres_session.hpp"

#include <chrono>
#include <memory>

namespace ev::store {

class PostgresLimitBook final : public net::LimitBook {
 public:
  // The HTTP thread waits for a change, so long at most: who gives up starts beside the others, at
  // half the rate, and together they are too many.
  static constexpr std::chrono::milliseconds kMostPatience{2000};
  PostgresLimitBook(PostgresAddress address, const Clock& clock,
                    std::chrono::milliseconds patience = kMostPatience)
      : address_(std::move(address)), clock_(clock), patience_(patience) {}
  Result<void> change(const std::string& identity,
                      const std::function<bool(net::LimitRecord&)>& change) override;

 private:
  Result<void> open(const Context& ctx);
  Result<void> change_row(const std::string& identity,
                          const std::function<bool(net::LimitRecord&)>& change);

  const PostgresAddress address_;
  const Clock& clock_;
  const std::chrono::milliseconds patience_;
  std::unique_ptr<PostgresSession> session_;
};

}  // namespace ev::store
