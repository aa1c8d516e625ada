#include "pipeline/sample/engine.hpp"

#include "base/guarded.hpp"
#include "pipeline/sample/answers.hpp"

#include <algorithm>
#include <condition_variable>
#include <optional>
#include <utility>
#include <vector>

namespace ev::sample {

namespace {

class SampleEngine final : public net::Engine {
 public:
  SampleEngine(std::string_view article_set, std::string_view icite, const Clock& clock)
      : icite_(icite), clock_(clock) {
    Result<SampleLibrary> loaded = SampleLibrary::load(article_set, date_of(clock.unix_time()));
    if (loaded) library_.emplace(*std::move(loaded));
  }

  void start(std::uint64_t id, const net::WireRequest& request) override {
    net::Completion done{.id = id};
    if (library_) {
      done.response = answer(*library_, icite_, read_form(request));
    } else {
      done.failed = true;
      done.error = {.transient = false, .too_large = false, .message = "the sample cannot be read"};
    }
    if (request.max_body != 0 && done.response.body.size() > request.max_body) {
      done.failed = true;
      done.error = {.transient = false, .too_large = true, .message = "reply too large"};
    }
    ready_.push_back(std::move(done));
  }

  void cancel(std::uint64_t id) override {
    std::erase_if(ready_, [id](const net::Completion& c) { return c.id == id; });
  }

  std::vector<net::Completion> poll(TimePoint until) override {
    auto woken = woken_.lock();
    if (ready_.empty()) {
      // The clock may be a test's: what ends the wait is the wake, or real time of the same length.
      const Nanos hour = std::chrono::hours(1);
      const Nanos left = until == TimePoint::max() ? hour : until - clock_.now();
      woken.wait_until(changed_,
                       std::chrono::steady_clock::now() + std::clamp(left, Nanos{0}, hour),
                       [&] { return *woken; });
    }
    *woken = false;
    return std::exchange(ready_, {});
  }

  void wake() override {
    *woken_.lock() = true;
    changed_.notify_all();
  }

 private:
  std::string_view icite_;
  const Clock& clock_;
  std::optional<SampleLibrary> library_;
  std::vector<net::Completion> ready_;  // HTTP thread only
  Guarded<bool> woken_{false};
  std::condition_variable changed_;
};

}  // namespace

std::unique_ptr<net::Engine> make_engine(const Clock* clock) {
  static const SystemClock system;
  return make_engine_over(embedded_file("pubmed.xml"), embedded_file("icite.json"),
                          clock == nullptr ? system : *clock);
}

std::unique_ptr<net::Engine> make_engine_over(std::string_view article_set, std::string_view icite,
                                              const Clock& clock) {
  return std::make_unique<SampleEngine>(article_set, icite, clock);
}

}  // namespace ev::sample
