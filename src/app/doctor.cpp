#include "app/doctor.hpp"

#include "app/doctor_checks.hpp"
#include "base/date.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/record_file.hpp"
#include "base/text.hpp"
#include "base/together.hpp"
#include "net/url.hpp"
#include "store/mirror.hpp"

#include <algorithm>

namespace ev::app {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLowSpace = std::uintmax_t{1} << 30;

std::string count_of(std::size_t value) {
  return std::to_string(value);
}
std::string mib(std::size_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}
template <class Rep, class Period>
std::string seconds_of(std::chrono::duration<Rep, Period> d) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
  if (ms % 1000 == 0) return std::to_string(ms / 1000) + " s";
  return std::to_string(ms) + " ms";
}

std::string minutes_of(Nanos d) {
  return std::to_string(std::chrono::ceil<std::chrono::minutes>(d).count()) + " min";
}

std::vector<NamedValue> all_limits() {
  using namespace limits;
  return {{"one JSON-RPC line", mib(kLineBytes)},
          {"nesting of JSON", count_of(kJsonDepth)},
          {"one reply of a service", mib(kBodyBytes)},
          {"one PubMed record", mib(kXmlRecordBytes)},
          {"one record of a reference file", mib(kRecordBytes)},
          {"records of one import file", count_of(kImportRecords)},
          {"unreadable records of one import file", count_of(kImportBadRecords)},
          {"one reference to be verified", count_of(kReferenceBytes) + " bytes"},
          {"requests for the queries of one goal", count_of(kQueryRequests)},
          {"different words of an offline query", count_of(kLocalQueryWords)},
          {"tool calls waiting", mib(kQueuedCallBytes)},
          {"answers not yet read", mib(kOutboxBytes)},
          {"calls at the same time", count_of(kWorkers)},
          {"one call", seconds_of(kCallTimeout)},
          {"one call, with progress", seconds_of(kCallTimeoutHard)},
          {"connecting", seconds_of(kConnectTimeout)},
          {"a transfer without a byte", seconds_of(kIdleTimeout)},
          {"tries of one request", count_of(kTries)},
          {"one wait before a retry", seconds_of(kRetryWaitCap)},
          {"citation counts and the like after a search", seconds_of(kEnrichmentBudget)},
          {"one answer (max_response_tokens)", count_of(kResponseTokens) + " tokens"},
          {"records one PubMed query can page through", count_of(kPubMedReachable)},
          {"ids in one request", count_of(kFetchBatch)},
          {"life of a result set", count_of(kResultSetDays) + " days"},
          {"HTTP cache on disk", mib(store::kHttpCacheBytes)}};
}

std::vector<NamedValue> all_libraries() {
  std::vector<NamedValue> out = {{"sqlite", store::Database::library_version()}};
  for (const std::string& entry : text::split(EV_BUILT_WITH, '|')) {
    const std::size_t blank = entry.find(' ');
    const std::string version = blank == std::string::npos ? "" : entry.substr(blank + 1);
    if (!version.empty()) out.push_back({entry.substr(0, blank), version});
  }
  std::sort(out.begin(), out.end(),
            [](const NamedValue& a, const NamedValue& b) { return a.name < b.name; });
  return out;
}

// The folder is there, or can be made, and takes a file.
Result<void> usable(const fs::path& folder) {
  EV_CHECK(ensure_private_dir(folder));
  const fs::path trial = folder / ".doctor";
  EV_CHECK(write_file_atomically(trial, ""));
  std::error_code ignored;
  fs::remove(trial, ignored);
  return {};
}

bool open_to_others(const fs::path& path) {
  std::error_code ec;
  const fs::perms perms = fs::status(path, ec).permissions();
  return !ec && perms != fs::perms::unknown &&
         (perms & (fs::perms::group_all | fs::perms::others_all)) != fs::perms::none;
}

class Examination {
 public:
  Examination(const LoadedConfig& loaded, const DoctorOptions& options)
      : config_(loaded.config), loaded_(loaded), options_(options) {}

  DoctorReport run() {
    report_.version = EV_VERSION;
    report_.config_file = options_.config_file.string();
    report_.settings = loaded_.settings;
    report_.limits = all_limits();
    report_.libraries = all_libraries();
    const fs::path self = this_executable();
    report_.host_entry = R"({"mcpServers":{"evidence":{"command":)";
    append_json_string(report_.host_entry, self.empty() ? "evidence-mcp" : self.string());
    report_.host_entry += R"(,"args":["serve"],"env":{"NCBI_API_KEY":"","NCBI_EMAIL":""}}}})";
    for (const Problem& p : loaded_.problems) {
      find(Severity::problem, p.path, p.message,
           "correct or unset it; until then the server does not start");
    }
    for (const Problem& w : loaded_.warnings) {
      find(Severity::warning, w.path, w.message, "correct or unset it");
    }
    check_state();
    check_limiter();
    check_identity();
    check_modes();
    check_model();
    check_secrets_on_disk();
    if (!config_.sample && !config_.offline) {
      take(check_way_out(options_.environment, options_.curl), report_.way_out);
    }
    take(check_hosts(options_.around), report_.hosts);
    if (options_.probe) ask_services();
    if (auto wrong = check_clock(options_.clock->unix_time(), report_.network)) {
      report_.findings.push_back(*std::move(wrong));
    }
    std::stable_sort(report_.findings.begin(), report_.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return std::move(report_);
  }

 private:
  void find(Severity severity, std::string subject, std::string message, std::string remedy) {
    report_.findings.push_back(
        {severity, std::move(subject), std::move(message), std::move(remedy)});
  }

  void take(Checked checked, std::vector<NamedValue>& values) {
    values = std::move(checked.values);
    for (Finding& f : checked.findings) report_.findings.push_back(std::move(f));
  }

  void check_state() {
    StateFolder& state = report_.state;
    state.path = config_.home.string();
    state.store_file = options_.store_file.string();
    const auto written = usable(config_.home);
    std::error_code ec;
    state.writable = written.has_value();
    if (!written) {
      find(Severity::problem, "state folder", written.error().message,
           "make it writable for you, or set EVIDENCE_MCP_HOME to a folder that is");
    } else if (open_to_others(config_.home)) {
      find(Severity::warning, "state folder",
           "other users of this machine can look into " + state.path, "chmod 700 " + state.path);
    }
    const fs::space_info space = fs::space(config_.home, ec);
    if (!ec) state.free_bytes = space.available;
    if (state.free_bytes && *state.free_bytes < kLowSpace) {
      find(Severity::warning, "state folder", "less than 1 GiB is free on its disk",
           "free some space");
    }
    check_store();
    check_mirror();
  }

  void check_mirror() {
    store::Mirror mirror(options_.mirror_folder, *options_.clock);
    if (options_.mirror_folder.empty() || !mirror.exists()) return;
    const auto figures = mirror.mirror_figures();
    if (!figures) {
      find(Severity::warning, "mirror", figures.error().message, figures.error().recovery);
      return;
    }
    report_.state.mirror = MirrorState{.folder = mirror.folder().string(),
                                       .date = figures->date,
                                       .records = figures->records,
                                       .files = figures->files,
                                       .bytes = figures->record_bytes + figures->word_bytes};
    constexpr long kOldDays = 30;
    const auto date = parse_date(figures->date);
    const auto today = std::chrono::duration_cast<std::chrono::hours>(options_.clock->unix_time());
    if (date && today.count() / 24 - days_since_epoch(*date) > kOldDays) {
      find(Severity::hint, "mirror", "its newest file is of " + figures->date,
           "evidence-mcp mirror update");
    }
  }

  void check_store() {
    StateFolder& state = report_.state;
    const auto& address = options_.store_address;
    if (address) state.store_file = address->shown;
    auto figures = address ? store::inspect(*address, *options_.clock)
                           : store::inspect(options_.store_file, *options_.clock);
    if (figures) {
      state.store_exists = true;
      state.figures = *figures;
    } else if (figures.error().code != Errc::not_found) {
      state.store_exists = true;
      find(Severity::problem, "store", figures.error().message, figures.error().recovery);
    }
  }

  void check_limiter() {
    report_.limiter_dir = config_.limiter_dir.string();
    if (config_.limiter_dir.empty()) return;
    // As the limiter judges it: another user's folder is not used.
    if (const auto made = check_shared_dir(config_.limiter_dir); !made) {
      find(Severity::warning, "limiter folder",
           made.error().message + "; each process keeps its own count, at half the rate",
           "make " + config_.limiter_dir.string() + " writable for you, or remove it");
    }
    const std::vector<std::string> ours = identities();
    for (net::LimiterStatus& s : net::limiter_status(config_.limiter_dir, *options_.clock)) {
      // Those of other keys and addresses are not this configuration's trouble.
      if (std::find(ours.begin(), ours.end(), s.identity) != ours.end()) {
        tell_of_pause(s);
        report_.limiter.push_back(std::move(s));
      } else if (s.blocked_for > Nanos{0} || s.paused_for > Nanos{0}) {
        report_.others_waiting.push_back(std::move(s));
      } else {
        ++report_.others_idle;
      }
    }
  }

  void tell_of_pause(const net::LimiterStatus& s) {
    if (s.blocked_for > Nanos{0}) {
      find(Severity::warning, s.identity,
           "the service has blocked this address; all requests wait " + minutes_of(s.blocked_for),
           "stop other programs that query it, then write to its help desk with time and address");
    } else if (s.paused_for > Nanos{0}) {
      find(Severity::hint, s.identity,
           "asked for a pause; all requests wait " + seconds_of(s.paused_for), "wait");
    }
  }

  // The limiter's names of the services this configuration talks to.
  std::vector<std::string> identities() const {
    std::vector<std::string> out;
    for (const auto& [service, policy] : options_.policies) {
      if (!enabled(service)) continue;
      if (auto name = net::limiter_identity(policy, config_.endpoints.at(service).url)) {
        out.push_back(*std::move(name));
      }
    }
    return out;
  }

  bool enabled(const std::string& service) const {
    const auto it = config_.endpoints.find(service);
    return it != config_.endpoints.end() && it->second.enabled;
  }

  void check_identity() {
    if (enabled("pubmed") && !config_.ncbi_api_key.set()) {
      find(Severity::hint, "NCBI_API_KEY",
           "is not set: PubMed answers 3 requests per second for this address, 10 with a key",
           "make a key at https://account.ncbi.nlm.nih.gov/settings/ (API Key Management) and set "
           "NCBI_API_KEY");
    }
    if (enabled("pubmed") && config_.ncbi_email.empty()) {
      find(Severity::hint, "NCBI_EMAIL",
           "is not set: NCBI cannot write to you before it blocks an address",
           "set NCBI_EMAIL to your address");
    }
  }

  void check_modes() {
    if (config_.sample) {
      find(Severity::warning, "EVIDENCE_MCP_SAMPLE", "is on: every record is invented",
           "unset it to search the literature");
    } else if (config_.offline) {
      find(Severity::warning, "EVIDENCE_MCP_OFFLINE",
           "is on: only the local library and cache answer", "unset it to search the services");
    }
  }

  void check_secrets_on_disk() {
    if (options_.config_file.empty()) return;
    const bool holds_secret =
        std::any_of(loaded_.settings.begin(), loaded_.settings.end(), [](const Setting& s) {
          return s.origin == Origin::file && s.value == Secret("x").masked();
        });
    if (holds_secret && open_to_others(options_.config_file)) {
      find(Severity::warning, options_.config_file.string(),
           "holds a key and can be read by other users of this machine",
           "chmod 600 " + options_.config_file.string());
    }
  }

  void ask_services() {
    std::vector<std::pair<std::string, Endpoint>> asked;
    for (const auto& [service, endpoint] : config_.endpoints) {
      // Unpaywall answers nobody without an address.
      if (service == "unpaywall" && config_.unpaywall_email.empty()) continue;
      if (endpoint.enabled) asked.emplace_back(service, endpoint);
    }
    if (!config_.llm_api.empty()) asked.push_back({kModelService, {.url = config_.llm_url}});
    if (!config_.embeddings_url.empty()) {
      asked.push_back({kEmbeddingsService, {.url = config_.embeddings_url}});
    }
    report_.network.resize(asked.size());
    // At once: a dead proxy lets each wait as long as it may.
    run_together(asked.size(), [&](std::size_t i) {
      report_.network[i] = probe(asked[i].first, asked[i].second);
    });
    for (Finding& f : check_answers(report_.network, options_.environment)) {
      report_.findings.push_back(std::move(f));
    }
  }

  ProbeLine probe(const std::string& service, const Endpoint& endpoint) const {
    const TimePoint start = options_.clock->now();
    const auto answer = options_.probe(service, endpoint);
    ProbeLine line{.service = service, .ok = answer.has_value(), .detail = {}, .remedy = {}};
    line.ms = std::chrono::duration<double, std::milli>(options_.clock->now() - start).count();
    if (answer) {
      line.detail = answer->detail;
      if (answer->date) line.clock_ahead = options_.clock->unix_time() - *answer->date;
    } else {
      line.detail = answer.error().message;
      line.remedy = answer.error().recovery;
      line.code = answer.error().code;
    }
    return line;
  }

  // A server on this machine wants no key; others do.
  void check_model() {
    const auto parts = net::parse_url(config_.llm_url);
    if (config_.llm_api.empty() || config_.llm_api_key.set() || !parts) return;
    if (net::is_loopback(parts->host)) return;
    find(Severity::warning, "EVIDENCE_MCP_LLM_API_KEY",
         "is not set, and " + parts->host + " is not this machine",
         "set it to the key of that service");
  }

  const Config& config_;
  const LoadedConfig& loaded_;
  const DoctorOptions& options_;
  DoctorReport report_;
};

}  // namespace

const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::hint:
      return "hint";
    case Severity::warning:
      return "warning";
    case Severity::problem:
      return "problem";
  }
  return "problem";
}

bool DoctorReport::healthy() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& f) { return f.severity == Severity::problem; }) &&
         std::all_of(network.begin(), network.end(), [](const ProbeLine& line) { return line.ok; });
}

DoctorReport examine(const LoadedConfig& loaded, const DoctorOptions& options) {
  return Examination(loaded, options).run();
}

}  // namespace ev::app
