// The built-in sample's services behind the ports of a search, some of them dead on request: their
// requests get a refusal that no retry mends.
#pragma once

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/sample/engine.hpp"
#include "pipeline/search/ports.hpp"
#include "store/store.hpp"
#include "support/memory_cache.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ev::test {

struct Wire {
  std::vector<std::string> dead;  // parts of addresses
  std::vector<std::string> asked;
};

class FaultyEngine final : public net::Engine {
 public:
  explicit FaultyEngine(Wire& wire) : inner_(sample::make_engine()), wire_(wire) {}
  void start(std::uint64_t id, const net::WireRequest& request) override {
    wire_.asked.push_back(request.url + (request.body.empty() ? "" : "?" + request.body));
    for (const std::string& part : wire_.dead) {
      if (wire_.asked.back().find(part) == std::string::npos) continue;
      ready_.push_back(
          {.id = id, .failed = true, .error = {.transient = false, .message = "no route to host"}});
      return;
    }
    inner_->start(id, request);
  }
  void cancel(std::uint64_t id) override { inner_->cancel(id); }
  std::vector<net::Completion> poll(TimePoint until) override {
    if (!ready_.empty()) return std::exchange(ready_, {});
    return inner_->poll(until);
  }
  void wake() override { inner_->wake(); }

 private:
  std::unique_ptr<net::Engine> inner_;
  Wire& wire_;
  std::vector<net::Completion> ready_;
};

struct SampleWorld {
  SystemClock clock;
  Wire wire;
  MemoryCache cache;
  Config config = sample_config();
  store::Store store{":memory:", clock};
  net::Client http{options()};

  search::Ports ports() {
    return {config, clock, http, store.articles, store.library, mesh::built_in()};
  }
  Context context() const {
    return {.clock = &clock, .deadline = clock.now() + std::chrono::seconds(30)};
  }
  std::size_t asked(const std::string& part) const {
    std::size_t n = 0;
    for (const std::string& url : wire.asked) n += url.find(part) != std::string::npos ? 1 : 0;
    return n;
  }
  void switch_off(const std::string& service) { config.endpoints[service].enabled = false; }

 private:
  static Config sample_config() {
    Config config;
    config.sample = true;
    return config;
  }
  net::ClientOptions options() {
    net::ClientOptions o;
    o.clock = &clock;
    o.make_engine = [this] { return std::make_unique<FaultyEngine>(wire); };
    o.cache = &cache;
    return o;
  }
};

}  // namespace ev::test
