#include "store/postgres_limit_book.hpp"

#include "store/postgres_schema.hpp"

#include <algorithm>
#include <string>

namespace ev::store {

namespace {

using namespace std::chrono_literals;
using Microseconds = std::chrono::microseconds;

constexpr auto kFarthest = 1h;  // a later time is garbage

// A time of the server as one of this process, `now` being the same moment as `server_now`.
TimePoint local(std::int64_t at, std::int64_t server_now, TimePoint now) {
  const Microseconds ahead(at - server_now);
  if (ahead <= Microseconds(0)) return ahead < -kFarthest ? TimePoint{} : now + ahead;
  return now + std::min<Nanos>(ahead, kFarthest);
}

std::int64_t of_server(TimePoint at, std::int64_t server_now, TimePoint now) {
  if (at == TimePoint{}) return 0;
  return server_now + std::chrono::ceil<Microseconds>(at - now).count();
}

}  // namespace

Result<void> PostgresLimitBook::open(const Context& ctx) {
  if (session_ && session_->usable()) return {};
  session_.reset();
  EV_TRY(session_, PostgresSession::connect(address_, ctx));
  session_->watch(&ctx);
  // A process that stops in the middle must not stop the others for long.
  Result<void> ready = migrate_postgres(*session_, address_);
  if (ready) {
    const std::string patience = std::to_string((patience_ * 4 / 5).count());
    ready = session_->exec("SET lock_timeout = '" + patience +
                           "ms'; SET idle_in_transaction_session_timeout = '1s'");
  }
  if (!ready) session_.reset();
  return ready;
}

Result<void> PostgresLimitBook::change(const std::string& identity,
                                       const std::function<bool(net::LimitRecord&)>& change) {
  const Context ctx{.clock = &clock_, .deadline = clock_.now() + patience_, .tag = "limiter"};
  EV_CHECK(open(ctx));
  session_->watch(&ctx);
  const Result<void> changed = change_row(identity, change);
  session_->watch(nullptr);
  return changed;
}

Result<void> PostgresLimitBook::change_row(const std::string& identity,
                                           const std::function<bool(net::LimitRecord&)>& change) {
  EV_TRY(Stmt add, session_->prepare("INSERT INTO rate_budget (identity) VALUES (?) "
                                     "ON CONFLICT DO NOTHING"));
  // The time is taken once the row is held.
  EV_TRY(Stmt look,
         session_->prepare(
             "WITH held AS MATERIALIZED (SELECT * FROM rate_budget "
             "WHERE identity = ? FOR UPDATE) "
             "SELECT next_start, not_before, blocked_until, gap, consecutive_429, last_start, "
             "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint, "
             "(extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000000)::bigint "
             "FROM held"));
  EV_TRY(Stmt keep,
         session_->prepare("UPDATE rate_budget SET next_start = ?, not_before = ?, "
                           "blocked_until = ?, gap = ?, consecutive_429 = ?, last_start = ? "
                           "WHERE identity = ?"));
  const auto work = [&]() -> Result<void> {
    TimePoint asked = clock_.now();
    EV_TRY(bool there, look.bind(identity).step());
    if (!there) {
      EV_CHECK(add.bind(identity).run());
      asked = clock_.now();
      EV_TRY(there, look.bind(identity).step());
    }
    const TimePoint now = clock_.now();
    const std::int64_t server_now = look.integer(6);
    // What of the way there and back was not waiting for the row: the server's time may be so old.
    const Nanos on_the_way = std::max<Nanos>(now - asked - Microseconds(look.integer(7)), Nanos(0));
    net::LimitRecord record{.next_start = local(look.integer(0), server_now, now),
                            .not_before = local(look.integer(1), server_now, now),
                            .blocked_until = local(look.integer(2), server_now, now),
                            .last_start = local(look.integer(5), server_now, now),
                            .consecutive_429 = static_cast<std::uint32_t>(look.integer(4)),
                            .gap = Nanos(look.integer(3))};
    const TimePoint last_start = record.last_start;
    if (!there || !change(record)) return {};
    // Noted too early, a start would let the next one come too near.
    const Nanos late = record.last_start == last_start ? Nanos(0) : on_the_way;
    return keep
        .bind(of_server(record.next_start, server_now, now),
              of_server(record.not_before, server_now, now),
              of_server(record.blocked_until, server_now, now), record.gap.count(),
              record.consecutive_429, of_server(record.last_start, server_now, now - late),
              identity)
        .run();
  };
  EV_CHECK(session_->exec("BEGIN"));
  Result<void> changed = work();
  if (changed) return session_->exec("COMMIT");
  const Result<void> ended = session_->exec("ROLLBACK");
  (void)ended;
  return changed;
}

}  // namespace ev::store
