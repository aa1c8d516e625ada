#include "store/postgres_connection.hpp"

#include "store/postgres_schema.hpp"

#include <algorithm>

namespace ev::store {

namespace {

using Steady = std::chrono::steady_clock;

constexpr auto kBetweenLooksForSession = std::chrono::milliseconds(10);
constexpr auto kMostWaitingForSession = std::chrono::seconds(5);
constexpr auto kRefusedUnreachable = std::chrono::seconds(1);
constexpr auto kRefusedSlow = std::chrono::seconds(5);

Error all_sessions_taken(const PostgresAddress& address) {
  return Error{.code = Errc::store_unavailable,
               .message = "the store " + address.shown + " is busy with other calls of this server",
               .source = "store",
               .retry_after_s = 2,
               .recovery = "call again"};
}

}  // namespace

Result<std::unique_ptr<PostgresSession>> PostgresConnection::make_session(const Context& ctx) {
  EV_TRY(std::unique_ptr<PostgresSession> session, PostgresSession::connect(address_, ctx));
  session->watch(&ctx);
  EV_CHECK(migrate_postgres(*session, address_));
  return session;
}

Result<SqlSession*> PostgresConnection::borrow(const Context& ctx) {
  const Steady::time_point end = Steady::now() + kMostWaitingForSession;
  std::vector<std::unique_ptr<PostgresSession>> lost;  // closed without the lock
  {
    auto sessions = sessions_.lock();
    while (true) {
      if (sessions->refusal && Steady::now() < sessions->refused_until) return *sessions->refusal;
      while (!sessions->idle.empty() && !sessions->idle.back()->usable()) {
        lost.push_back(std::move(sessions->idle.back()));
        sessions->idle.pop_back();
      }
      if (!sessions->idle.empty()) {
        sessions->lent.push_back(std::move(sessions->idle.back()));
        sessions->idle.pop_back();
        sessions->lent.back()->watch(&ctx);
        return sessions->lent.back().get();
      }
      if (sessions->lent.size() + sessions->being_made < kMostSessions) break;
      sessions.wait_until(free_, Steady::now() + kBetweenLooksForSession,
                          [&sessions] { return !sessions->idle.empty(); });
      EV_CHECK(ctx.check());
      if (Steady::now() > end) return all_sessions_taken(address_);
    }
    ++sessions->being_made;
  }
  auto made = make_session(ctx);
  auto sessions = sessions_.lock();
  --sessions->being_made;
  if (!made) {
    // Of a call that had to end nothing is known about the database.
    if (ctx.check()) {
      sessions->refusal = made.error();
      sessions->refused_until = Steady::now() + kRefusedUnreachable;
    }
    return std::move(made).error();
  }
  sessions->refusal.reset();
  sessions->lent.push_back(*std::move(made));
  return sessions->lent.back().get();
}

void PostgresConnection::give_back(SqlSession& session) noexcept {
  std::unique_ptr<PostgresSession> back;
  {
    auto sessions = sessions_.lock();
    const auto at = std::find_if(sessions->lent.begin(), sessions->lent.end(),
                                 [&](const auto& lent) { return lent.get() == &session; });
    back = std::move(*at);
    sessions->lent.erase(at);
    back->watch(nullptr);
    if (back->too_slow()) {
      sessions->refusal = back->too_slow();
      sessions->refused_until = Steady::now() + kRefusedSlow;
    }
    // Room for it was made when it was lent.
    if (back->usable()) sessions->idle.push_back(std::move(back));
  }
  free_.notify_one();
}

}  // namespace ev::store
