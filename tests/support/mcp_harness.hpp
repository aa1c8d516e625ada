// McpHarness: a whole server (ev::mcp::serve on its own thread) behind an in-memory transport.
// Lines go in with send(), lines come out with next() or answer(id); every wait gives up after 10 s
// and throws, so a server that stays silent is a failed test and not a hanging one. Thread rule:
// one test thread.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"
#include "mcp/server.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace ev::test {

inline constexpr std::chrono::seconds kPatience{300};

class MemoryTransport final : public mcp::Transport {
 public:
  mcp::Ended run(mcp::LineHandler& handler) override {
    while (true) {
      std::string line;
      {
        auto state = state_.lock();
        state.wait(changed_, [&] { return !state->in.empty() || state->ended; });
        if (state->in.empty()) return state->why;
        line = std::move(state->in.front());
        state->in.pop_front();
      }
      std::string replies;
      handler.on_line(line, replies);
      deliver(replies);
    }
  }
  void send(std::string line) override { deliver(line + "\n"); }
  void close(std::chrono::milliseconds) override { state_.lock()->closed = true; }

  void feed(std::string line) {
    state_.lock()->in.push_back(std::move(line));
    changed_.notify_all();
  }
  void end_input(mcp::Ended why) {
    {
      auto state = state_.lock();
      state->ended = true;
      state->why = why;
    }
    changed_.notify_all();
  }
  // The first line that `wanted` accepts; the others stay for later.
  template <class Predicate>
  bool take(std::string& out, std::chrono::milliseconds limit, Predicate wanted) {
    auto state = state_.lock();
    auto found = state->out.end();
    const bool got = state.wait_until(changed_, std::chrono::steady_clock::now() + limit, [&] {
      found = std::find_if(state->out.begin(), state->out.end(), wanted);
      return found != state->out.end();
    });
    if (!got) return false;
    out = std::move(*found);
    state->out.erase(found);
    return true;
  }

 private:
  struct State {
    std::deque<std::string> in;
    std::deque<std::string> out;
    bool ended = false;
    bool closed = false;
    mcp::Ended why = mcp::Ended::eof;
  };
  void deliver(std::string_view bytes) {
    {
      auto state = state_.lock();
      if (state->closed) return;
      while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos) throw std::logic_error("a reply without a newline");
        state->out.emplace_back(bytes.substr(0, end));
        bytes.remove_prefix(end + 1);
      }
    }
    changed_.notify_all();
  }

  Guarded<State> state_;
  std::condition_variable changed_;
};

inline mcp::ServerOptions test_server_options() {
  return {.name = "test-server", .version = "1.0.0", .instructions = "For tests."};
}

// A tool whose definition is the least that tools/list needs.
inline mcp::ToolDef test_tool(
    const std::string& name,
    std::function<mcp::ToolResult(const Json&, const mcp::CallContext&)> call) {
  return {.name = name,
          .definition =
              [name] { return R"({"name":")" + name + R"(","inputSchema":{"type":"object"}})"; },
          .call = std::move(call)};
}

class McpHarness {
 public:
  explicit McpHarness(std::vector<mcp::ToolDef> tools,
                      mcp::ServerOptions options = test_server_options())
      : McpHarness(mcp::Offer(std::move(tools)), std::move(options)) {}
  explicit McpHarness(mcp::Offer offer, mcp::ServerOptions options = test_server_options())
      : options_(std::move(options)) {
    exit_ = std::async(std::launch::async, [this, offer = std::move(offer)]() mutable {
      return mcp::serve(options_, std::move(offer), clock_, transport_);
    });
  }
  ~McpHarness() { transport_.end_input(mcp::Ended::broken); }
  McpHarness(const McpHarness&) = delete;
  McpHarness& operator=(const McpHarness&) = delete;

  void send(std::string line) { transport_.feed(std::move(line)); }
  std::string next() {
    return take("any line", [](const std::string&) { return true; });
  }
  // The answer to the request with this raw id.
  std::string answer(const std::string& id) {
    const std::string start = R"({"jsonrpc":"2.0","id":)" + id + ",";
    return take(start, [&](const std::string& line) { return line.rfind(start, 0) == 0; });
  }
  // Sends a request and waits for its answer.
  std::string ask(const std::string& id, const std::string& method,
                  const std::string& params = "{}") {
    send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params +
         "}");
    return answer(id);
  }
  // The same as a client of 2026-07-28; `capabilities` and `params` are members without braces.
  std::string ask_modern(const std::string& id, const std::string& method,
                         const std::string& params = "", const std::string& capabilities = "") {
    return ask(id, method, modern_params(params, capabilities));
  }
  static std::string modern_params(const std::string& params,
                                   const std::string& capabilities = "") {
    return "{" + params + (params.empty() ? "" : ",") +
           R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":{)" +
           capabilities + "}}}";
  }
  // Says hello as a legacy client.
  std::string initialize(const std::string& version = "2025-11-25",
                         const std::string& capabilities = "") {
    return ask("\"hello\"", "initialize",
               R"({"protocolVersion":")" + version + R"(","capabilities":{)" + capabilities +
                   R"(},"clientInfo":{"name":"c","version":"1"}})");
  }
  bool quiet_for(std::chrono::milliseconds time) {
    std::string line;
    return !transport_.take(line, time, [](const std::string&) { return true; });
  }
  // Ends the server the given way and returns its exit code.
  int finish(mcp::Ended why = mcp::Ended::eof) {
    transport_.end_input(why);
    if (exit_.wait_for(kPatience) != std::future_status::ready) {
      throw std::runtime_error("the server does not end");
    }
    return exit_.get();
  }

 private:
  template <class Predicate>
  std::string take(const std::string& what, Predicate wanted) {
    std::string line;
    if (transport_.take(line, kPatience, wanted)) return line;
    throw std::runtime_error("the server stayed silent; waited for " + what);
  }

  const mcp::ServerOptions options_;
  SystemClock clock_;
  MemoryTransport transport_;
  std::future<int> exit_;
};

}  // namespace ev::test
