#include "store/connection.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <thread>
#include <vector>

using ev::store::Database;

TEST_CASE("a failed opening is tried again at the next use") {
  const ev::test::TempDir dir;
  REQUIRE(ev::write_file_atomically(dir.path() / "s.db", std::string(8192, 'z')));
  ev::store::Connection connection(dir.path() / "s.db");
  const auto ask = [&] {
    return connection.use([](Database& db) { return db.integer("SELECT count(*) FROM document"); });
  };
  REQUIRE_FALSE(ask());
  std::filesystem::rename(dir.path() / "s.db", dir.path() / "aside.db");
  CHECK(*ask() == 0);
}

TEST_CASE("another program's database is refused and stays as it is") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "other.db";
  {
    auto db = Database::open(file);
    REQUIRE(db);
    REQUIRE(db->exec("CREATE TABLE theirs (x)"));
  }
  const std::string before = *ev::read_file(file);
  ev::store::Connection connection(file);
  const auto used = connection.use([](Database& db) { return db.integer("SELECT 1"); });
  REQUIRE_FALSE(used);
  CHECK(used.error().message.find("another program") != std::string::npos);
  CHECK(*ev::read_file(file) == before);
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

TEST_CASE("a store that was removed while it was open is made anew") {
  const ev::test::TempDir dir;
  ev::store::Connection connection(dir.path() / "home" / "s.db");
  const auto put = [&] {
    return connection.use([](Database& db) {
      return db.exec(
          "INSERT INTO document (kind, id, json, updated_at) VALUES ('k', 'i', '{}', 1)");
    });
  };
  const auto count = [&] {
    return connection.use([](Database& db) { return db.integer("SELECT count(*) FROM document"); });
  };
  REQUIRE(put());
  CHECK(*count() == 1);
  std::filesystem::remove_all(dir.path() / "home");
  CHECK(*count() == 0);
  CHECK(std::filesystem::exists(dir.path() / "home" / "s.db"));
}

TEST_CASE("who waits for another's turn can be cancelled") {
  ev::store::Connection connection(":memory:");
  std::stop_source stop;
  stop.request_stop();
  const ev::Context ended{.stop = stop.get_token()};
  const auto outer = connection.use([&](Database&) -> ev::Result<int> {
    const auto inner = connection.use([](Database&) -> ev::Result<int> { return 1; }, ended);
    REQUIRE_FALSE(inner);
    CHECK(inner.error().code == ev::Errc::cancelled);
    return 2;
  });
  CHECK(*outer == 2);
}

TEST_CASE("a connection that is not open has no memory to give back, an open one goes on") {
  const ev::test::TempDir dir;
  ev::store::Connection connection(dir.path() / "s.db");
  connection.shrink();
  CHECK_FALSE(std::filesystem::exists(dir.path() / "s.db"));
  const auto ask = [&] {
    return connection.use([](Database& db) { return db.integer("SELECT count(*) FROM document"); });
  };
  CHECK(*ask() == 0);
  connection.shrink();
  CHECK(*ask() == 0);
}
