#include "store/store.hpp"

#include "base/file.hpp"
#include "store/migrations.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <thread>
#include <vector>

TEST_CASE("a store touches nothing before its first use") {
  const ev::test::TempDir dir;
  const ev::test::FakeClock clock;
  ev::store::Store store(dir.path() / "home" / "evidence.db", clock);
  CHECK(std::filesystem::is_empty(dir.path()));
  REQUIRE(store.documents.put("k", "i", "{}"));
  CHECK(std::filesystem::exists(dir.path() / "home" / "evidence.db"));
}

TEST_CASE("the threads of one process share a store") {
  const ev::test::FakeClock clock;
  ev::store::Store store(":memory:", clock);
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t t = 0; t < good.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        const std::string id = std::to_string(t) + "/" + std::to_string(i);
        if (!store.documents.put("k", id, id)) continue;
        const auto back = store.documents.get("k", id);
        if (back && *back == id) ++good[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == std::vector<int>(4, 25));
}

TEST_CASE("figures of a store are counted without changing it") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "evidence.db";
  ev::test::FakeClock clock;
  const auto none = ev::store::inspect(file, clock);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ev::Errc::not_found);
  CHECK(std::filesystem::is_empty(dir.path()));

  ev::store::Store store(file, clock);
  REQUIRE(store.result_sets.put({.stage = "records", .meta = "{}"}));
  REQUIRE(store.articles.put({{"", "1", "{}"}, {"", "2", "[]"}}));
  REQUIRE(store.documents.put("k", "i", "{}"));
  store.http_cache.put("a", {.status = 200, .content_type = "t", .body = "b"});
  const auto figures = ev::store::inspect(file, clock);
  REQUIRE(figures);
  CHECK(figures->version == ev::store::schema_version());
  CHECK(figures->result_sets == 1);
  CHECK(figures->articles == 2);
  CHECK(figures->documents == 1);
  CHECK(figures->cached_replies == 1);
  CHECK(figures->cached_bytes > 0);
  CHECK(figures->file_bytes > 0);
  clock.advance(std::chrono::hours(24 * 31));
  CHECK(ev::store::inspect(file, clock)->result_sets == 0);
}

TEST_CASE("damage is found by inspect()") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "evidence.db";
  const ev::test::FakeClock clock;
  {
    ev::store::Store store(file, clock);
    for (int i = 0; i < 400; ++i) {
      REQUIRE(store.documents.put("k", std::to_string(i), std::string(200, 'x')));
    }
  }
  std::string content = *ev::read_file(file);
  REQUIRE(content.size() > 40'000);
  content.replace(20'000, 16'000, 16'000, '\xee');
  REQUIRE(ev::write_file_atomically(file, content));
  const auto figures = ev::store::inspect(file, clock);
  REQUIRE_FALSE(figures);
  CHECK(figures.error().message.find("damaged") != std::string::npos);
}
