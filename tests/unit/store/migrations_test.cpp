#include "store/migrations.hpp"

#include "store/connection.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <array>
#include <thread>
#include <vector>

namespace {

using ev::store::Database;

constexpr std::array<std::string_view, 3> kTestSteps = {
    "CREATE TABLE a (x); INSERT INTO a VALUES (1);", "ALTER TABLE a ADD COLUMN y;",
    "CREATE TABLE b (z);"};

std::span<const std::string_view> test_steps(std::size_t n) {
  return std::span<const std::string_view>(kTestSteps).first(n);
}

}  // namespace

TEST_CASE("missing steps are applied once and data is kept") {
  auto db = Database::open(":memory:");
  REQUIRE(db);
  REQUIRE(ev::store::migrate(*db, test_steps(1)));
  REQUIRE(ev::store::migrate(*db, test_steps(3)));
  REQUIRE(ev::store::migrate(*db, test_steps(3)));
  CHECK(*db->integer("PRAGMA user_version") == 3);
  CHECK(*db->integer("SELECT x FROM a WHERE y IS NULL") == 1);
}

TEST_CASE("a failing step leaves the file at the version it had") {
  auto db = Database::open(":memory:");
  REQUIRE(db);
  REQUIRE(ev::store::migrate(*db, test_steps(1)));
  const std::array<std::string_view, 3> broken = {kTestSteps[0], "CREATE TABLE c (x)",
                                                  "CREATE NONSENSE"};
  CHECK_FALSE(ev::store::migrate(*db, broken));
  CHECK(*db->integer("PRAGMA user_version") == 1);
  CHECK(*db->integer("SELECT count(*) FROM sqlite_master WHERE name = 'c'") == 0);
}

TEST_CASE("a newer file is refused with the way out") {
  auto db = Database::open(":memory:");
  REQUIRE(db);
  REQUIRE(ev::store::migrate(*db, test_steps(3)));
  const auto refused = ev::store::migrate(*db, test_steps(2));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("newer evidence-mcp") != std::string::npos);
  CHECK(refused.error().recovery.find("update") != std::string::npos);
  CHECK(*db->integer("PRAGMA user_version") == 3);
}

TEST_CASE("another program's database is refused and stays as it is") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "other.db";
  {
    auto db = Database::open(file);
    REQUIRE(db);
    REQUIRE(db->exec("CREATE TABLE theirs (x)"));
  }
  ev::store::Connection connection(file);
  const auto used = connection.use([](Database& db) { return db.integer("SELECT 1"); });
  REQUIRE_FALSE(used);
  CHECK(used.error().message.find("another program") != std::string::npos);
  auto db = Database::open(file);
  CHECK(*db->integer("PRAGMA user_version") == 0);
  CHECK(*db->integer("SELECT count(*) FROM sqlite_master") == 1);
}

TEST_CASE("many openers of a new file all succeed") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "s.db";
  std::vector<int> good(6, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&, i] {
      ev::store::Connection connection(file);
      const auto n = connection.use(
          [](Database& db) { return db.integer("SELECT count(*) FROM result_set"); });
      good[i] = n && *n == 0 ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == std::vector<int>(6, 1));
}
