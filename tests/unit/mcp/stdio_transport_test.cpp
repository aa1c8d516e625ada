#include "mcp/stdio_transport.hpp"

#include "base/limits.hpp"
#include "support/catch.hpp"

#include <csignal>
#include <fcntl.h>
#include <future>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;

enum class Channel { pipes, sockets };

// Echoes every line at once; "later <text>" is sent through send() instead.
class Echo final : public LineHandler {
 public:
  explicit Echo(Transport*& transport) : transport_(transport) {}
  void on_line(std::string_view line, std::string& replies) override {
    lines.emplace_back(line);
    if (line.substr(0, 6) == "later ") return transport_->send(std::string(line.substr(6)));
    replies += line;
    replies += '\n';
  }
  void on_oversized_line(std::string& replies) override { replies += "too long\n"; }
  std::vector<std::string> lines;

 private:
  Transport*& transport_;
};

// A transport that runs on its own thread, and the client's ends.
class Peer {
 public:
  explicit Peer(Channel channel = Channel::pipes) : echo_(transport_pointer_) {
    int in[2];
    int out[2];
    if (channel == Channel::pipes) {
      REQUIRE(::pipe(in) == 0);
      REQUIRE(::pipe(out) == 0);
    } else {
      REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, in) == 0);
      REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, out) == 0);
    }
    to_.reset(in[1]);
    from_.reset(out[0]);
    ::signal(SIGPIPE, SIG_IGN);
    transport_ = std::make_unique<StdioTransport>(UniqueFd(in[0]), UniqueFd(out[1]));
    transport_pointer_ = transport_.get();
    ended_ = std::async(std::launch::async, [this] { return transport_->run(echo_); });
  }
  ~Peer() { to_.reset(); }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t wrote = ::write(to_.get(), bytes.data(), bytes.size());
      if (wrote <= 0) throw std::runtime_error("the server closed its input");
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
  }
  // Reads until `size` bytes have come, or 10 s have passed, or the other end closed.
  std::string read(std::size_t size) {
    std::string out;
    std::vector<char> chunk(1 << 16);
    while (out.size() < size) {
      pollfd fd = {from_.get(), POLLIN, 0};
      if (::poll(&fd, 1, 10'000) <= 0) break;
      const ssize_t got =
          ::read(from_.get(), chunk.data(), std::min(chunk.size(), size - out.size()));
      if (got <= 0) break;
      out.append(chunk.data(), static_cast<std::size_t>(got));
    }
    return out;
  }
  Ended ended() {
    REQUIRE(ended_.wait_for(300s) == std::future_status::ready);
    return ended_.get();
  }
  void close_input() { to_.reset(); }
  void close_output() { from_.reset(); }
  StdioTransport& transport() { return *transport_; }
  const std::vector<std::string>& lines() const { return echo_.lines; }

 private:
  UniqueFd to_;
  UniqueFd from_;
  Transport* transport_pointer_ = nullptr;
  Echo echo_;
  std::unique_ptr<StdioTransport> transport_;
  std::future<Ended> ended_;
};

}  // namespace

TEST_CASE("lines arrive whole however the bytes arrive") {
  for (const Channel channel : {Channel::pipes, Channel::sockets}) {
    Peer p(channel);
    p.write("two\nlines\n");
    CHECK(p.read(10) == "two\nlines\n");
    for (const char c : std::string("é byte by byte ✓\r\n")) p.write({&c, 1});
    CHECK(p.read(21) == "é byte by byte ✓\r\n");
    p.write("half a ");
    std::this_thread::sleep_for(5ms);
    p.write("line\n\nunfinished");
    CHECK(p.read(13) == "half a line\n\n");
    p.close_input();
    CHECK(p.read(11) == "unfinished\n");
    CHECK(p.ended() == Ended::eof);
    CHECK(p.lines().size() == 6);
  }
}

TEST_CASE("a line of exactly the limit passes, one byte more is dropped to its end") {
  Peer p;
  const std::string most(limits::kLineBytes, 'x');
  auto writing = std::async(std::launch::async, [&] { p.write(most + "\n"); });
  CHECK(p.read(most.size() + 1) == most + "\n");
  writing.get();
  p.write(most + "y");
  p.write("more of the same\nnext\n");
  CHECK(p.read(14) == "too long\nnext\n");
  p.write(most + "y\nnext\n");
  CHECK(p.read(14) == "too long\nnext\n");
}

TEST_CASE("a client that writes a burst before it reads does not block the server") {
  for (const Channel channel : {Channel::pipes, Channel::sockets}) {
    Peer p(channel);
    const std::string line = std::string(64 << 10, 'b') + "\n";
    for (int i = 0; i < 200; ++i) p.write(line);
    std::size_t total = 0;
    for (int i = 0; i < 200; ++i) {
      if (p.read(line.size()) == line) ++total;
    }
    CHECK(total == 200);
  }
}

TEST_CASE("answers of other threads and of the reader do not mix within a line") {
  Peer p;
  std::vector<std::thread> senders;
  for (int t = 0; t < 4; ++t) {
    senders.emplace_back([&p, t] {
      for (int i = 0; i < 200; ++i)
        p.transport().send(std::string(700, static_cast<char>('a' + t)));
    });
  }
  std::string pings;
  for (int i = 0; i < 200; ++i) pings += std::string(700, 'z') + "\n";
  auto writing = std::async(std::launch::async, [&] { p.write(pings); });
  const std::string all = p.read(1000 * 701);
  writing.get();
  for (std::thread& t : senders) t.join();
  REQUIRE(all.size() == 1000 * 701);
  int whole = 0;
  for (std::size_t at = 0; at < all.size(); at += 701) {
    if (all.substr(at, 701) == std::string(700, all[at]) + "\n") ++whole;
  }
  CHECK(whole == 1000);
}

TEST_CASE("a line sent while a long one is on its way waits for its end") {
  Peer p;
  const std::string big(128 << 10, 'o');
  int in_order = 0;
  for (int i = 0; i < 200; ++i) {
    p.transport().send(big);
    std::this_thread::sleep_for(200us);  // the writer thread takes what did not fit
    std::string all = p.read(4 << 10);   // makes room that both could use
    p.transport().send("small");
    all += p.read(big.size() + 7 - all.size());
    if (all == big + "\nsmall\n") ++in_order;
  }
  CHECK(in_order == 200);
}

TEST_CASE("stop ends the run") {
  Peer p;
  p.write("later hello\n");
  CHECK(p.read(6) == "hello\n");
  p.transport().stop();
  CHECK(p.ended() == Ended::stopped);
}

TEST_CASE("a closed output ends the run as broken") {
  for (const Channel channel : {Channel::pipes, Channel::sockets}) {
    Peer p(channel);
    p.close_output();
    p.write("x\n");
    CHECK(p.ended() == Ended::broken);
    p.transport().send("ignored");
  }
}

TEST_CASE("more unread output than the outbox holds ends the run as broken") {
  Peer p;
  const std::string big(1 << 20, 'o');
  for (std::size_t i = 0; i <= (limits::kOutboxBytes >> 20) + 1; ++i) p.transport().send(big);
  CHECK(p.ended() == Ended::broken);
}

TEST_CASE("close delivers what is queued and gives up on a client that does not read") {
  const std::string big(1 << 20, 'o');
  {
    Peer p;
    p.transport().send(big);
    auto reading = std::async(std::launch::async, [&] { return p.read(big.size() + 1).size(); });
    p.transport().close(300s);
    CHECK(reading.get() == big.size() + 1);
    p.transport().send("ignored");
  }
  Peer p;
  p.transport().send(big);
  p.transport().close(50ms);  // returns, although nobody reads
}

TEST_CASE("descriptors keep their flags") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const int flags = ::fcntl(ends[1], F_GETFL);
  const int copy = ::dup(ends[1]);
  {
    StdioTransport transport{UniqueFd(ends[0]), UniqueFd(ends[1])};
    transport.send("x");
    CHECK(::fcntl(copy, F_GETFL) == flags);
  }
  ::close(copy);
}

}  // namespace ev::mcp
