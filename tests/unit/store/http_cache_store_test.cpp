#include "store/http_cache_store.hpp"

#include "base/file.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

namespace {

using ev::net::CachedResponse;
using ev::store::Connection;
using ev::store::Database;
using ev::store::HttpCacheStore;

CachedResponse reply(std::string body, int second = 1) {
  return {.status = 200,
          .content_type = "text/xml",
          .body = std::move(body),
          .stored_at = std::chrono::seconds(second)};
}

// Does not deflate.
std::string noise(std::size_t size, unsigned seed) {
  std::string out;
  std::uint32_t state = seed * 2'654'435'761u + 1;
  while (out.size() < size) {
    state = state * 1'664'525u + 1'013'904'223u;
    out += static_cast<char>(state >> 24);
  }
  return out;
}

std::int64_t number(Connection& connection, const std::string& sql) {
  return *connection.use([&](Database& db) { return db.integer(sql); });
}

}  // namespace

TEST_CASE("replies come back byte for byte, small, large and binary") {
  Connection connection(":memory:");
  HttpCacheStore cache(connection);
  CHECK_FALSE(cache.get("a"));
  for (const std::string& body :
       {std::string(), std::string("{}"), std::string(50'000, 'a'), noise(5'000, 7)}) {
    cache.put("a", reply(body, 42));
    const auto found = cache.get("a");
    REQUIRE(found);
    CHECK(found->body == body);
    CHECK(found->status == 200);
    CHECK(found->content_type == "text/xml");
    CHECK(found->stored_at == std::chrono::seconds(42));
  }
  CHECK(number(connection, "SELECT count(*) FROM http_cache") == 1);
}

TEST_CASE("large bodies are kept deflated and counted as kept") {
  Connection connection(":memory:");
  HttpCacheStore cache(connection);
  cache.put("a", reply(std::string(1'000'000, 'a')));
  CHECK(number(connection, "SELECT length(body) FROM http_cache") < 10'000);
  CHECK(number(connection, "SELECT value FROM counter") ==
        number(connection, "SELECT bytes FROM http_cache"));
}

TEST_CASE("past the cap the oldest replies go") {
  Connection connection(":memory:");
  HttpCacheStore cache(connection, 100'000);
  for (int i = 0; i < 60; ++i) cache.put("k" + std::to_string(i), reply(noise(5'000, 1), i));
  CHECK(number(connection, "SELECT value FROM counter") <= 100'000);
  CHECK(number(connection, "SELECT value FROM counter") ==
        number(connection, "SELECT sum(bytes) FROM http_cache"));
  CHECK_FALSE(cache.get("k0"));
  CHECK(cache.get("k59"));
}

TEST_CASE("replacing a reply replaces its share of the total") {
  Connection connection(":memory:");
  HttpCacheStore cache(connection, 100'000);
  for (int i = 0; i < 50; ++i) cache.put("same", reply(noise(9'000, 1), i));
  CHECK(number(connection, "SELECT value FROM counter") ==
        number(connection, "SELECT sum(bytes) FROM http_cache"));
  cache.put("huge", reply(noise(50'000, 2)));
  CHECK_FALSE(cache.get("huge"));
  CHECK(cache.get("same"));
}

TEST_CASE("a damaged row is a miss") {
  Connection connection(":memory:");
  HttpCacheStore cache(connection);
  cache.put("a", reply(std::string(5'000, 'a')));
  for (const char* damage :
       {"UPDATE http_cache SET raw_size = 4999", "UPDATE http_cache SET raw_size = -1",
        "UPDATE http_cache SET raw_size = 1099511627776", "UPDATE http_cache SET body = x'00'"}) {
    REQUIRE(connection.use([&](Database& db) { return db.exec(damage); }));
    CHECK_FALSE(cache.get("a"));
  }
  cache.put("a", reply(std::string(5'000, 'a')));
  CHECK(cache.get("a"));
}

TEST_CASE("an unusable store makes every look-up a miss") {
  const ev::test::TempDir dir;
  REQUIRE(ev::write_file_atomically(dir.path() / "s.db", std::string(8192, 'z')));
  Connection connection(dir.path() / "s.db");
  HttpCacheStore cache(connection);
  cache.put("a", reply("x"));
  CHECK_FALSE(cache.get("a"));
}
