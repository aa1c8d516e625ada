// Self-check: effective settings and where each came from (secrets masked), limits, state folder
// and store, the limiter's shared state, the way to the network, the hosts' entries, library
// versions, what is wrong or missing and how to mend it.
// Makes the state folder when it is not there yet (that is the test whether it can be made); the
// store's tables are not touched. Thread rule: one thread. Network is used only through
// DoctorOptions::probe.
#pragma once

#include "app/config.hpp"
#include "app/host_config.hpp"
#include "base/clock.hpp"
#include "net/curl_engine.hpp"
#include "net/rate_limit.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ev::app {

enum class Severity { hint, warning, problem };
const char* to_string(Severity severity);

// Something missing or wrong, and the remedy.
struct Finding {
  Severity severity = Severity::hint;
  std::string subject;
  std::string message;
  std::string remedy;
};

struct NamedValue {
  std::string name;
  std::string value;
};

struct MirrorState {
  std::string folder;
  std::string date;  // of the newest file applied; "" = none yet
  std::int64_t records = 0;
  std::int64_t files = 0;
  std::uintmax_t bytes = 0;
};

struct StateFolder {
  std::string path;
  bool writable = false;
  std::optional<std::uintmax_t> free_bytes;
  std::string store_file;
  bool store_exists = false;
  std::optional<store::StoreFigures> figures;  // absent when the store cannot be read
  std::optional<MirrorState> mirror;           // absent when there is none
};

struct ProbeLine {
  std::string service;
  bool ok = false;
  double ms = 0;
  std::string detail;  // what answered, or the error
  std::string remedy;
  Errc code = Errc::internal;  // of the error
  std::optional<std::chrono::seconds>
      clock_ahead{};  // of this machine, compared with the service's
};

struct DoctorReport {
  std::string version;
  std::string config_file;  // "" = none
  std::vector<Setting> settings;
  std::vector<NamedValue> limits;
  StateFolder state;
  std::string limiter_dir;
  std::vector<net::LimiterStatus> limiter;  // this configuration's services
  // Of other addresses or keys of this user: those that wait, and how many do not.
  std::vector<net::LimiterStatus> others_waiting;
  std::size_t others_idle = 0;
  std::vector<NamedValue> libraries;
  std::vector<NamedValue> way_out;  // proxy and certificates in effect
  std::vector<NamedValue> hosts;    // whose files exist, and what they start
  std::vector<ProbeLine> network;   // empty without a probe
  std::vector<Finding> findings;    // problems first
  std::string host_entry;           // JSON for a host's configuration

  // No finding is a problem and every probe was answered.
  bool healthy() const;
};

// The endpoints of models have names beside the services'.
inline constexpr const char* kModelService = "llm";
inline constexpr const char* kEmbeddingsService = "embeddings";

struct Answered {
  std::string detail;                          // what answered
  std::optional<std::chrono::seconds> date{};  // of the reply, since 1970
};
// One cheap request to a service. Called from several threads at once.
using Probe = std::function<Result<Answered>(const std::string& service, const Endpoint& endpoint)>;

struct DoctorOptions {
  const Clock* clock = nullptr;
  std::filesystem::path config_file{};
  std::filesystem::path store_file{};                     // the database this configuration uses
  std::optional<store::PostgresAddress> store_address{};  // used instead, when there is one
  std::filesystem::path mirror_folder{};                  // empty = not looked for
  Environment environment{};
  // Endpoint names and the policies their requests have: what the shared limiter knows them by.
  std::vector<std::pair<std::string, net::HostPolicy>> policies{};
  Probe probe{};  // empty = no network
  net::CurlFacts curl{};
  Surroundings around{};  // where the hosts' files are; no home = they are not looked for
};

DoctorReport examine(const LoadedConfig& loaded, const DoctorOptions& options);

// doctor_render.cpp
// One screen; with `all` also settings at their defaults, limits, libraries and a host's entry.
std::string render_text(const DoctorReport& report, bool all);
std::string render_json(const DoctorReport& report);  // indented, one document

}  // namespace ev::app
