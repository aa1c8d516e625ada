// FakeHttp: an Engine that answers from a script and moves a FakeClock instead of waiting, so that
// back-off and rate limits of minutes take no time. The script outlives the engine and is shared
// with the test. Replies are chosen by the first rule whose text occurs in the URL or form body, in
// order, the last one again and again; a request without a rule gets a permanent transport error.
// While the script is frozen time stands still and only wake() ends a wait: for tests that cancel.
// Thread rule: the script may be used from any thread.
#pragma once

#include "base/guarded.hpp"
#include "net/engine.hpp"
#include "support/fake_clock.hpp"

#include <condition_variable>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ev::test {

struct FakeReply {
  int status = 200;
  std::string body{};
  std::vector<net::Header> headers{};
  Nanos delay{0};
  bool hang = false;    // never answers
  bool failed = false;  // a transport error with `message`
  bool transient = true;
  std::string message = "connection reset";
};

struct FakeRequest {
  TimePoint at{};
  net::WireRequest wire{};
};

class HttpScript {
 public:
  explicit HttpScript(FakeClock& clock) : clock_(clock) {}

  void on(std::string part, std::vector<FakeReply> replies) {
    state_.lock()->rules.push_back({std::move(part), std::move(replies), 0});
  }
  void on(std::string part, std::string body) {
    on(std::move(part), std::vector<FakeReply>{{.body = std::move(body)}});
  }
  void freeze() { state_.lock()->frozen = true; }
  void thaw() {
    state_.lock()->frozen = false;
    changed_.notify_all();
  }

  std::vector<FakeRequest> requests() { return state_.lock()->requests; }
  std::size_t cancelled() { return state_.lock()->cancelled; }
  // Blocks (real time, bounded) until `n` requests have arrived.
  bool wait_for_requests(std::size_t n) {
    auto state = state_.lock();
    return state.wait_until(changed_, std::chrono::steady_clock::now() + std::chrono::seconds(300),
                            [&] { return state->requests.size() >= n; });
  }
  net::MakeEngine factory();

 private:
  friend class FakeHttp;
  struct Rule {
    std::string part;
    std::vector<FakeReply> replies;
    std::size_t next;
  };
  struct State {
    std::vector<Rule> rules;
    std::vector<FakeRequest> requests;
    std::map<std::uint64_t, std::pair<TimePoint, FakeReply>> flying;
    std::size_t cancelled = 0;
    bool woken = false;
    bool frozen = false;
  };

  static FakeReply choose(State& state, const net::WireRequest& wire) {
    for (Rule& rule : state.rules) {
      const bool fits = wire.url.find(rule.part) != std::string::npos ||
                        wire.body.find(rule.part) != std::string::npos;
      if (!fits || rule.replies.empty()) continue;
      const FakeReply& reply = rule.replies[rule.next];
      if (rule.next + 1 < rule.replies.size()) ++rule.next;
      return reply;
    }
    return {.failed = true, .transient = false, .message = "no rule for this request"};
  }

  FakeClock& clock_;
  Guarded<State> state_;
  std::condition_variable changed_;
};

class FakeHttp final : public net::Engine {
 public:
  explicit FakeHttp(HttpScript& script) : script_(script) {}

  void start(std::uint64_t id, const net::WireRequest& wire) override {
    {
      auto state = script_.state_.lock();
      const TimePoint now = script_.clock_.now();
      state->requests.push_back({now, wire});
      FakeReply reply = HttpScript::choose(*state, wire);
      const TimePoint at = reply.hang ? TimePoint::max() : now + reply.delay;
      state->flying[id] = {at, std::move(reply)};
    }
    script_.changed_.notify_all();
  }

  void cancel(std::uint64_t id) override {
    auto state = script_.state_.lock();
    state->cancelled += state->flying.erase(id);
  }

  std::vector<net::Completion> poll(TimePoint until) override {
    auto state = script_.state_.lock();
    while (true) {
      std::vector<net::Completion> done = take_landed(*state);
      if (!done.empty() || state->woken || script_.clock_.now() >= until) {
        state->woken = false;
        return done;
      }
      TimePoint next = until;
      for (const auto& [id, entry] : state->flying) next = std::min(next, entry.first);
      if (state->frozen || next == TimePoint::max()) {
        const bool frozen = state->frozen;
        state.wait(script_.changed_, [&] { return state->woken || state->frozen != frozen; });
      } else {
        script_.clock_.advance(next - script_.clock_.now());
      }
    }
  }

  void wake() override {
    script_.state_.lock()->woken = true;
    script_.changed_.notify_all();
  }

 private:
  std::vector<net::Completion> take_landed(HttpScript::State& state) {
    std::vector<net::Completion> done;
    if (state.frozen) return done;
    for (auto it = state.flying.begin(); it != state.flying.end();) {
      auto& [at, reply] = it->second;
      if (at > script_.clock_.now()) {
        ++it;
        continue;
      }
      net::Completion completion{.id = it->first, .failed = reply.failed};
      if (reply.failed) {
        completion.error = {.transient = reply.transient, .message = reply.message};
      } else {
        completion.response.status = reply.status;
        completion.response.headers = reply.headers;
        completion.response.body = reply.body;
      }
      done.push_back(std::move(completion));
      it = state.flying.erase(it);
    }
    return done;
  }

  HttpScript& script_;
};

inline net::MakeEngine HttpScript::factory() {
  return [this] { return std::make_unique<FakeHttp>(*this); };
}

}  // namespace ev::test
