// Several processes on one store, as with several windows of a host.
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int kProcesses = 4;
constexpr int kRounds = 50;

pid_t start_process(const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(work());
  return pid;
}

int finish_process(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// 0 = every round went well.
int put_and_get(const ev::test::Shelf& shelf, int process) {
  const ev::test::FakeClock clock;
  const auto opened = shelf.open(clock);
  ev::store::Store& store = *opened;
  for (int i = 0; i < kRounds; ++i) {
    const std::string item = std::to_string(process) + "-" + std::to_string(i);
    const auto keys = store.articles.put({{"", item, "{\"id\":\"" + item + "\"}"}});
    if (!keys) return 1;
    const auto id = store.result_sets.put(
        {.stage = "records", .meta = "{}", .rows = {{item, (*keys)[0]}, {"shared", "k"}}});
    if (!id) return 2;
    const auto set = store.result_sets.get(*id);
    if (!set || set->rows.size() != 2 || set->rows[0].item_id != item) return 3;
    store.http_cache.put(item,
                         {.status = 200, .content_type = "t", .body = std::string(2'000, 'x')});
    if (!store.http_cache.get(item)) return 4;
    // The same content from all processes.
    if (!store.result_sets.put({.stage = "records", .meta = std::to_string(i)})) return 5;
  }
  return 0;
}

}  // namespace

TEST_CASE("four processes open a new store and use it at once") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    children.push_back(start_process([&, p] { return put_and_get(shelf, p); }));
  }
  for (const pid_t child : children) CHECK(finish_process(child) == 0);

  const ev::test::FakeClock clock;
  const auto figures = shelf.inspect(clock);
  REQUIRE(figures);
  CHECK(figures->articles == kProcesses * kRounds);
  CHECK(figures->result_sets == kProcesses * kRounds + kRounds);
  CHECK(figures->cached_replies == kProcesses * kRounds);
}

TEST_CASE("killed writers leave a whole store") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  for (int round = 0; round < 6; ++round) {
    const pid_t child = start_process([&] {
      while (put_and_get(shelf, 1000 + round) == 0) {
      }
      return 0;
    });
    ::usleep(static_cast<useconds_t>(3'000 + 17'000 * round));
    ::kill(child, SIGKILL);
    CHECK(finish_process(child) == -1);
    REQUIRE(put_and_get(shelf, round) == 0);
    const ev::test::FakeClock clock;
    const auto figures = shelf.inspect(clock);
    REQUIRE(figures);
  }
}
