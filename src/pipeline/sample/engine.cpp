#include "pipeline/sample/engine.hpp"

#include "base/guarded.hpp"
#include "pipeline/sample/answers.hpp"
#include "pipeline/sample/enrichment.hpp"

#include <algorithm>
#include <condition_variable>
#include <optional>
#include <utility>
#include <vector>

namespace ev::sample {

namespace {

class SampleEngine final : public net::Engine {
 public:
  using LoadServices = OtherServices (*)();
  SampleEngine(std::string_view article_set, std::string_view icite, LoadServices load_others,
               const Clock& clock)
      : icite_(icite), load_others_(load_others), clock_(clock) {
    Result<SampleLibrary> loaded = SampleLibrary::load(article_set, date_of(clock.unix_time()));
    if (loaded) library_.emplace(*std::move(loaded));
  }

  void start(std::uint64_t id, const net::WireRequest& request) override {
    net::Completion done{.id = id};
    const Form form = read_form(request);
    auto enriched = library_ ? answer_enrichment(*library_, form) : std::nullopt;
    if (enriched) {
      done.response = *std::move(enriched);
    } else if (auto other = answer_of_others(form)) {
      done.response = *std::move(other);
    } else if (library_) {
      done.response = answer(*library_, icite_, form);
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
  // Read at the first request that is none of NCBI's.
  std::optional<net::HttpResponse> answer_of_others(const Form& form) {
    if (is_ncbi_route(form)) return std::nullopt;
    if (!others_) others_.emplace(load_others_());
    return answer(*others_, form);
  }

  std::string_view icite_;
  LoadServices load_others_;
  std::optional<OtherServices> others_;
  const Clock& clock_;
  std::optional<SampleLibrary> library_;
  std::vector<net::Completion> ready_;  // HTTP thread only
  Guarded<bool> woken_{false};
  std::condition_variable changed_;
};

// The embedded records are checked by tests; a service that cannot be read is absent.
OtherServices embedded_services() {
  OtherServices out;
  if (auto e = EuropePmcSample::load(embedded_file("europepmc.json"))) {
    out.europepmc.emplace(*std::move(e));
  }
  if (auto o = OpenAlexSample::load(embedded_file("openalex.json"))) {
    out.openalex.emplace(*std::move(o));
  }
  if (auto c = ClinicalTrialsSample::load(embedded_file("clinicaltrials.json"))) {
    out.clinicaltrials.emplace(*std::move(c));
  }
  out.full_text = embedded_file("fulltext.xml");
  return out;
}

}  // namespace

std::unique_ptr<net::Engine> make_engine(const Clock* clock) {
  static const SystemClock system;
  return std::make_unique<SampleEngine>(embedded_file("pubmed.xml"), embedded_file("icite.json"),
                                        embedded_services, clock == nullptr ? system : *clock);
}

std::unique_ptr<net::Engine> make_engine_over(std::string_view article_set, std::string_view icite,
                                              const Clock& clock) {
  return std::make_unique<SampleEngine>(
      article_set, icite, [] { return OtherServices{}; }, clock);
}

}  // namespace ev::sample
