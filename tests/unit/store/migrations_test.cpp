#include "store/migrations.hpp"

#include "support/catch.hpp"

#include <array>

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

TEST_CASE("the rows of result sets keep their sets and places when their table is made anew") {
  auto db = Database::open(":memory:");
  REQUIRE(db);
  REQUIRE(ev::store::migrate(*db, ev::store::schema_steps().first(4)));
  REQUIRE(
      db->exec("INSERT INTO result_set (n, id, digest, stage, base, meta, row_count, created_at, "
               "expires_at) "
               "VALUES (7, 'rs-1', 'd', 'records', '', '{}', 2, 0, 1), "
               "(8, 'rs-2', 'e', 'records', '', '{}', 1, 0, 1);"
               "INSERT INTO result_row (set_n, position, item_id, payload) "
               "VALUES (8, 0, 'c', 'z'), (7, 1, 'b', 'y'), (7, 0, 'a', 'x')"));
  REQUIRE(ev::store::migrate(*db, ev::store::schema_steps()));
  auto rows = db->prepare(
      "SELECT n >> 32, n & 4294967295, item_id || payload FROM result_entry ORDER BY n");
  REQUIRE(rows);
  std::string all;
  while (*rows->step()) {
    all += std::to_string(rows->integer(0)) + "." + std::to_string(rows->integer(1)) +
           rows->text(2) + " ";
  }
  CHECK(all == "7.0ax 7.1by 8.0cz ");
}
