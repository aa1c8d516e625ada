#include "store/postgres_session.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <chrono>

namespace {

using ev::store::PostgresSession;

std::optional<ev::store::PostgresAddress> some_server() {
  if (ev::test::engines().size() < 2) return std::nullopt;
  return *ev::store::parse_postgres_address(ev::test::PostgresProcess::uri());
}

std::unique_ptr<PostgresSession> session_of(const ev::store::PostgresAddress& address) {
  return *PostgresSession::connect(address, {});
}

}  // namespace

TEST_CASE("values of every type come back from PostgreSQL as they were bound") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  const std::string bytes("\0\xff'\\x", 5);
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  auto stmt = *db->prepare("SELECT ?, ?2, ?3, ?1 = -1, 0.5::float8, 7::int4, '?'");
  REQUIRE(*stmt.bind(least, "it's ü", ev::store::Blob{bytes}).step());
  CHECK(stmt.integer(0) == least);
  CHECK(stmt.text(1) == "it's ü");
  CHECK(stmt.bytes(2) == bytes);
  CHECK(stmt.integer(3) == 0);
  CHECK(stmt.real(4) == 0.5);
  CHECK(stmt.integer(5) == 7);
  CHECK(stmt.text(6) == "?");
  CHECK_FALSE(*stmt.step());
  REQUIRE(*stmt.bind(-1, "", ev::store::Blob{""}).step());
  CHECK(stmt.integer(3) == 1);
  CHECK(stmt.bytes(2).empty());
}

TEST_CASE("text PostgreSQL cannot hold is stored with U+FFFD in its place") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  auto stmt = *db->prepare("SELECT ?");
  REQUIRE(*stmt.bind(std::string("a\0b\xff", 4)).step());
  CHECK(stmt.text(0) ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
}

TEST_CASE("a transaction in which something failed is not taken for kept") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  REQUIRE(db->exec("CREATE TEMP TABLE kept (n BIGINT)"));
  const auto swallowed = db->write([&]() -> ev::Result<void> {
    EV_CHECK(db->exec("INSERT INTO kept VALUES (1)"));
    CHECK_FALSE(db->exec("NONSENSE"));
    return {};
  });
  REQUIRE_FALSE(swallowed);
  CHECK(swallowed.error().retry_after_s);
  CHECK(*db->integer("SELECT count(*) FROM kept") == 0);
  CHECK(db->usable());
}

TEST_CASE("a statement that takes too long ends with an error that says so") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  ev::Result<void> result;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; result && i < 20; ++i) result = db->exec("SELECT pg_sleep(2)");
  const auto took = std::chrono::steady_clock::now() - begin;
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ev::Errc::store_unavailable);
  CHECK(result.error().message.find("in time") != std::string::npos);
  CHECK(result.error().retry_after_s);
  CHECK(took < std::chrono::seconds(9));
  CHECK_FALSE(db->usable());
}

TEST_CASE("a call that must end leaves its statement at once") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  ev::SystemClock clock;
  const ev::Context ctx{.clock = &clock, .deadline = clock.now() + std::chrono::milliseconds(100)};
  db->watch(&ctx);
  const auto begin = std::chrono::steady_clock::now();
  const auto result = db->exec("SELECT pg_sleep(3)");
  CHECK(result.error().code == ev::Errc::cancelled);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
}

TEST_CASE("what the database refuses has a typed error") {
  const auto address = some_server();
  if (!address) return;
  const auto db = session_of(*address);
  REQUIRE(db->exec("SET default_transaction_read_only = on"));
  const auto read_only = db->exec("CREATE TABLE nothing (n BIGINT)");
  CHECK(read_only.error().code == ev::Errc::store_unavailable);
  CHECK(read_only.error().message.find("only be read") != std::string::npos);
  const auto full = db->exec("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$");
  CHECK(full.error().message.find("used up") != std::string::npos);
  CHECK(full.error().retry_after_s);

  auto nowhere = *address;
  nowhere.uri = "postgresql://ann@/nowhere?host=%2Fnowhere";
  nowhere.password = "s3cret";
  const auto absent = PostgresSession::connect(nowhere, {});
  REQUIRE_FALSE(absent);
  CHECK(absent.error().code == ev::Errc::store_unavailable);
  CHECK(absent.error().retry_after_s);
  CHECK((absent.error().message + absent.error().recovery).find("s3cret") == std::string::npos);
}
