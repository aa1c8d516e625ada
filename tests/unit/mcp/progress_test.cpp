#include "mcp/progress.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <thread>
#include <vector>

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;

class Recorder final : public Transport {
 public:
  Ended run(LineHandler&) override { return Ended::eof; }
  void send(std::string line) override { lines.push_back(std::move(line)); }
  void close(std::chrono::milliseconds) override {}
  std::vector<std::string> lines;
};

struct Bench {
  explicit Bench(std::string token = "7", Progress::Text text = Progress::Text::with_message)
      : progress(out, clock, std::move(token), text) {}
  void report(std::string_view stage, double done, double total) {
    clock.advance(250ms);
    progress.report(stage, done, total);
  }
  Recorder out;
  test::FakeClock clock;
  Progress progress;
};

}  // namespace

TEST_CASE("a progress line has the token, the numbers and a message") {
  Bench b;
  b.report("fetching", 2, 3);
  CHECK(b.out.lines ==
        std::vector<std::string>{
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
            R"({"progressToken":7,"progress":2,"total":3,"message":"fetching 2/3"}})"});
}

TEST_CASE("a string token is echoed as a string; 2024-11-05 has no message; total is optional") {
  Bench b("\"7\"", Progress::Text::numbers_only);
  b.report("fetching", 0, 0);
  CHECK(b.out.lines ==
        std::vector<std::string>{R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                                 R"("params":{"progressToken":"7","progress":0}})"});
}

TEST_CASE("progress strictly increases within a stage and across stages") {
  Bench b;
  b.report("a", 1, 4);
  b.report("a", 1, 4);
  b.report("a", 0.5, 4);
  b.report("a", 4, 4);
  b.report("b", 0, 10);
  b.report("b", 10, 10);
  std::vector<std::string> numbers;
  for (const std::string& line : b.out.lines) {
    const std::size_t from = line.find("\"progress\":") + 11;
    numbers.push_back(line.substr(from, line.find(",\"message") - from));
  }
  CHECK(numbers == std::vector<std::string>{"1,\"total\":4", "4,\"total\":4", "5,\"total\":15",
                                            "15,\"total\":15"});
}

TEST_CASE("at most five lines leave in a second") {
  Bench b;
  for (int i = 1; i <= 1000; ++i) {
    b.clock.advance(1ms);
    b.progress.report("a", i, 1000);
  }
  CHECK(b.out.lines.size() == 5);
}

TEST_CASE("nothing leaves after close, and nonsense is not reported") {
  Bench b;
  b.report("a", std::numeric_limits<double>::quiet_NaN(), 1);
  b.report("a", -1, 1);
  CHECK(b.out.lines.empty());
  b.progress.close();
  b.report("a", 1, 1);
  CHECK(b.out.lines.empty());
}

TEST_CASE("close is a fence for reports of other threads") {
  for (int round = 0; round < 100; ++round) {
    Bench b;
    std::thread reporter([&] {
      for (int i = 1; i < 200; ++i) b.report("a", i, 0);
    });
    b.progress.close();
    const std::size_t at_close = b.out.lines.size();
    reporter.join();
    CHECK(b.out.lines.size() == at_close);
  }
}

}  // namespace ev::mcp
