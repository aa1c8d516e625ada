#include "store/postgres_limit_book.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <chrono>

using namespace std::chrono_literals;

TEST_CASE("a budget is kept for all that share a database, each by its own clock") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  ev::SystemClock clock;
  ev::test::FakeClock other_clock;  // stands still, far from the other
  ev::store::PostgresLimitBook one(*shelf.address(), clock, 60s);
  ev::store::PostgresLimitBook other(*shelf.address(), other_clock, 60s);
  const ev::TimePoint begin = clock.now();
  REQUIRE(one.change("ncbi-1", [&](ev::net::LimitRecord& record) {
    CHECK(record.next_start <= clock.now());
    record.next_start = begin + 30s;
    record.not_before = begin + 90s;
    record.consecutive_429 = 3;
    record.gap = 400ms;
    return true;
  }));
  REQUIRE(other.change("ncbi-1", [&](ev::net::LimitRecord& record) {
    const ev::Nanos ahead = record.next_start - other_clock.now();
    CHECK(ahead > 20s);
    CHECK(ahead <= 30s);
    CHECK(record.not_before - record.next_start == 60s);
    CHECK(record.blocked_until <= other_clock.now());
    CHECK(record.consecutive_429 == 3);
    CHECK(record.gap == 400ms);
    record.consecutive_429 = 9;
    return false;  // nothing is kept
  }));
  REQUIRE(one.change("ncbi-1", [&](ev::net::LimitRecord& record) {
    CHECK(record.consecutive_429 == 3);
    return false;
  }));
  REQUIRE(one.change("ncbi-2", [&](ev::net::LimitRecord& record) {
    CHECK(record.consecutive_429 == 0);
    return false;
  }));
}

TEST_CASE("a budget that somebody holds, or that is not there, is an error in time") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  const ev::SystemClock clock;
  constexpr auto kPatience = 3s;  // for a busy machine; what is held meanwhile is held for minutes
  ev::store::PostgresLimitBook book(*shelf.address(), clock, kPatience);
  const auto nothing = [](ev::net::LimitRecord&) { return false; };
  REQUIRE(book.change("ncbi-1", nothing));
  const auto holder = *ev::store::PostgresSession::connect(*shelf.address(), {});
  REQUIRE(holder->exec("BEGIN; SELECT * FROM rate_budget FOR UPDATE"));
  CHECK_FALSE(book.change("ncbi-1", nothing));
  REQUIRE(holder->exec("ROLLBACK"));
  CHECK(book.change("ncbi-1", nothing));

  ev::store::PostgresLimitBook nowhere(
      *ev::store::parse_postgres_address("postgresql://a@/d?host=%2Fnowhere"), clock);
  CHECK_FALSE(nowhere.change("ncbi-1", nothing));
}
