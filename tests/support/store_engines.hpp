// The engines a store runs on, for tests that every one of them must pass: SQLite in memory, and
// PostgreSQL where it is installed (a server of this process's own, started at the first use). A
// test takes an engine from GENERATE(from_range(ev::test::engines())) and opens stores by a Shelf.
// Thread rule: the test's.
#pragma once

#include "base/file.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/skipped.hpp"
#include "support/temp_dir.hpp"

#include <memory>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ev::test {

class PostgresProcess {
 public:
  // "" when there is no PostgreSQL; the test says so.
  static const std::string& uri() {
    static const PostgresProcess server;
    return server.uri_;
  }
  PostgresProcess(const PostgresProcess&) = delete;
  PostgresProcess& operator=(const PostgresProcess&) = delete;

 private:
  PostgresProcess() {
    int in[2];
    int out[2];
    if (::pipe(in) != 0 || ::pipe(out) != 0) return;
    const std::string script = env("EV_SOURCE_DIR") + "/tests/support/postgres_server.py";
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::close(in[1]);
      ::close(out[0]);
      ::execlp("python3", "python3", script.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    owner_ = ::getpid();
    stop_ = UniqueFd(in[1]);
    const UniqueFd answer(out[0]);
    for (char c = 0; ::read(answer.get(), &c, 1) == 1 && c != '\n';) uri_ += c;
  }
  ~PostgresProcess() {
    if (::getpid() != owner_) return;
    stop_ = UniqueFd();
    ::waitpid(pid_, nullptr, 0);
  }

  pid_t pid_ = -1;
  pid_t owner_ = -1;
  UniqueFd stop_;
  std::string uri_;
};

inline std::vector<std::string> engines() {
  std::vector<std::string> out = {"sqlite"};
  // A sanitizer makes calls many times slower, and PostgreSQL's deadlines are of real time.
  if (env("EV_TEST_ENGINES") == "sqlite") return out;
  if (PostgresProcess::uri().empty()) {
    skipped("no PostgreSQL: this runs on SQLite only");
  } else {
    out.push_back("postgresql");
  }
  return out;
}

// One store, empty at first, opened as often as a test likes.
class Shelf {
 public:
  explicit Shelf(const std::string& engine) {
    if (engine == "sqlite") return;
    address_ = *store::parse_postgres_address(PostgresProcess::uri());
    static int made = 0;
    address_->schema = "shelf_" + std::to_string(++made);
  }
  std::unique_ptr<store::Store> open(const Clock& clock) const {
    if (address_) return std::make_unique<store::Store>(*address_, clock);
    return std::make_unique<store::Store>(dir_.path() / "home" / "evidence.db", clock);
  }
  Result<store::StoreFigures> inspect(const Clock& clock) const {
    if (address_) return store::inspect(*address_, clock);
    return store::inspect(dir_.path() / "home" / "evidence.db", clock);
  }
  const std::optional<store::PostgresAddress>& address() const { return address_; }

 private:
  TempDir dir_;
  std::optional<store::PostgresAddress> address_;
};

// A shelf with its store open.
struct OpenShelf {
  explicit OpenShelf(const std::string& engine) : shelf(engine) {}

  FakeClock clock;
  Shelf shelf;
  std::unique_ptr<store::Store> opened = shelf.open(clock);
  store::Store& store = *opened;
};

// For GENERATE: the same test on each.
#define EV_ENGINES from_range(ev::test::engines())

}  // namespace ev::test
