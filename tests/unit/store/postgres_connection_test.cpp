#include "store/postgres_connection.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <chrono>
#include <thread>

TEST_CASE("a store goes on when its session was ended") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  const ev::test::FakeClock clock;
  const auto store = shelf.open(clock);
  REQUIRE(store->documents.put("kind", "a", "{}"));
  const auto other = *ev::store::PostgresSession::connect(*shelf.address(), {});
  REQUIRE(
      other->exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                  "WHERE pid <> pg_backend_pid() AND application_name = 'evidence-mcp'"));
  CHECK(store->documents.put("kind", "b", "{}"));
  CHECK(store->documents.list("kind", 10)->size() == 2);
}

TEST_CASE("a session that ends within a write keeps nothing of it") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  const ev::test::FakeClock clock;
  const auto store = shelf.open(clock);
  REQUIRE(store->documents.put("kind", "a", "{}"));
  const auto other = *ev::store::PostgresSession::connect(*shelf.address(), {});
  const auto result = store->connection.use([&](ev::store::SqlSession& db) {
    return db.write([&]() -> ev::Result<void> {
      EV_CHECK(db.exec("INSERT INTO document VALUES ('kind', 'half', '{}', 1)"));
      EV_CHECK(
          other->exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                      "WHERE pid <> pg_backend_pid() AND application_name = 'evidence-mcp'"));
      return db.exec("INSERT INTO document VALUES ('kind', 'rest', '{}', 1)");
    });
  });
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ev::Errc::store_unavailable);
  CHECK(result.error().retry_after_s);
  CHECK(store->documents.list("kind", 10)->size() == 1);
}

TEST_CASE("a database that is not there is asked for once in a moment") {
  if (ev::test::engines().size() < 2) return;
  auto address = *ev::store::parse_postgres_address("postgresql://a@/d?host=%2Fnowhere");
  const ev::test::FakeClock clock;
  ev::store::Store store(address, clock);
  for (int i = 0; i < 100; ++i) {
    const auto refused = store.documents.put("kind", "a", "{}");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().retry_after_s);
  }
  CHECK_FALSE(store.http_cache.get("a"));
}

TEST_CASE("several threads use a store at once, more than it has sessions") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  const ev::test::FakeClock clock;
  const auto store = shelf.open(clock);
  std::atomic<int> kept = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 5; ++j) {
        const std::string id = std::to_string(i) + "-" + std::to_string(j);
        // On a busy machine PostgreSQL may be too slow for a while: such a call is refused, and
        // made again.
        for (int tries = 0; tries < 600; ++tries) {
          if (store->articles.put({{"", id, "{\"id\":\"" + id + "\"}"}})) {
            ++kept;
            break;
          }
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(kept == 60);
  CHECK(*store->articles.count() == 60);
}

TEST_CASE("runs of two people do not mix; who made a handle is kept") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  const ev::test::FakeClock clock;
  const auto owner = shelf.open(clock);
  REQUIRE(owner->runs.start({.run_id = "run-1", .question = "q", .options = "{}"}));
  const auto db = *ev::store::PostgresSession::connect(*shelf.address(), {});
  const std::string schema = shelf.address()->schema;
  REQUIRE(db->exec("DROP ROLE IF EXISTS ben; CREATE ROLE ben LOGIN; GRANT USAGE ON SCHEMA " +
                   schema +
                   " TO ben; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " +
                   schema + " TO ben"));
  auto address = *shelf.address();
  address.uri.replace(address.uri.find("postgres@"), 8, "ben");
  {
    ev::store::Store other(address, clock);
    CHECK_FALSE((*other.runs.get("run-1")).has_value());
    REQUIRE(other.runs.start({.run_id = "run-1", .question = "q", .options = "{}"}));
    REQUIRE(other.runs.append("run-1", 0, {"search", "{}"}, {}));
    const auto id = other.result_sets.put({.stage = "records", .meta = "{}"});
    REQUIRE(id);
    CHECK(owner->result_sets.get(*id));
  }
  CHECK((*owner->runs.get("run-1"))->steps.empty());
  CHECK(*db->integer("SELECT count(*) FROM result_set WHERE made_by = 'ben'") == 1);
  REQUIRE(db->exec("DROP OWNED BY ben; DROP ROLE ben"));
}
