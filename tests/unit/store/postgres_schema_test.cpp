#include "store/postgres_schema.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace {

int store_something(const ev::store::PostgresAddress& address) {
  const ev::test::FakeClock clock;
  ev::store::Store store(address, clock);
  return store.documents.put("kind", std::to_string(::getpid()), "{}") ? 0 : 1;
}

}  // namespace

TEST_CASE("several programs open an empty database at once") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(store_something(*shelf.address()));
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = -1;
    ::waitpid(pid, &status, 0);
    CHECK(status == 0);
  }
  const ev::test::FakeClock clock;
  CHECK(shelf.open(clock)->documents.list("kind", 10)->size() == 4);
}

TEST_CASE("tables of a newer program are refused untouched") {
  if (ev::test::engines().size() < 2) return;
  const ev::test::Shelf shelf("postgresql");
  const ev::test::FakeClock clock;
  REQUIRE(shelf.open(clock)->documents.put("kind", "id", "{}"));
  const auto db = *ev::store::PostgresSession::connect(*shelf.address(), {});
  REQUIRE(db->exec("UPDATE store_version SET version = 99"));
  const auto refused = shelf.open(clock)->documents.put("kind", "other", "{}");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ev::Errc::store_unavailable);
  CHECK(refused.error().message.find("newer") != std::string::npos);
  CHECK(*db->integer("SELECT count(*) FROM document") == 1);
}
