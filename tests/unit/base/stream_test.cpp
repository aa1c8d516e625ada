#include "base/stream.hpp"

#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <unistd.h>

using namespace ev;

namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> fds{};
    REQUIRE(::pipe(fds.data()) == 0);
    read_end.reset(fds[0]);
    write_end.reset(fds[1]);
  }
  UniqueFd read_end;
  UniqueFd write_end;
};

}  // namespace

TEST_CASE("bytes, then the end") {
  Pipe pipe;
  REQUIRE(::write(pipe.write_end.get(), "abc", 3) == 3);
  pipe.write_end.reset();
  InStream in(std::move(pipe.read_end));
  const Wake wake;
  std::array<char, 8> bytes{};
  CHECK(in.read(bytes, wake) == 3);
  CHECK(in.read(bytes, wake) == -1);
}

TEST_CASE("a reader that waits is woken") {
  Pipe pipe;
  InStream in(std::move(pipe.read_end));
  const Wake wake;
  std::thread other([&wake] { wake.poke(); });
  std::array<char, 8> bytes{};
  CHECK(in.read(bytes, wake) == 0);
  other.join();
  // Until it is drained it wakes again.
  CHECK(in.read(bytes, wake) == 0);
  wake.drain();
  REQUIRE(::write(pipe.write_end.get(), "x", 1) == 1);
  CHECK(in.read(bytes, wake) == 1);
}

TEST_CASE("what a full pipe does not take is left, without waiting") {
  Pipe pipe;
  const OutStream out(std::move(pipe.write_end));
  const std::string much(1u << 20, 'x');
  std::size_t written = 0;
  CHECK(out.write_available(much, written) == OutStream::Wrote::part);
  CHECK(written > 0);
  CHECK(written < much.size());
  const Wake wake;
  wake.poke();
  out.wait(wake, -1);  // returns at once, and drains
  std::array<char, 8> bytes{};
  CHECK(::read(wake.descriptor(), bytes.data(), bytes.size()) < 0);
}

TEST_CASE("a peer that is gone is told") {
  on_end_signals([](int) {});
  Pipe pipe;
  pipe.read_end.reset();
  const OutStream out(std::move(pipe.write_end));
  std::size_t written = 0;
  CHECK(out.write_available("abc", written) == OutStream::Wrote::broken);
}
