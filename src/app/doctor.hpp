// Self-check: effective settings and where each came from (secrets masked), limits, state folder
// and store, the limiter's shared state, library versions, what is missing and how to mend it.
// Makes the state folder when it is not there yet (that is the test whether it can be made); the
// store's tables are not touched. Thread rule: one thread. Network is used only through
// DoctorOptions::probe.
#pragma once

#include "app/config.hpp"
#include "base/clock.hpp"
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

struct StateFolder {
  std::string path;
  bool writable = false;
  std::optional<std::uintmax_t> free_bytes;
  std::string store_file;
  bool store_exists = false;
  std::optional<store::StoreFigures> figures;  // absent when the store cannot be read
};

struct ProbeLine {
  std::string service;
  bool ok = false;
  double ms = 0;
  std::string detail;  // what answered, or the error
  std::string remedy;
};

struct DoctorReport {
  std::string version;
  std::string config_file;  // "" = none
  std::vector<Setting> settings;
  std::vector<NamedValue> limits;
  StateFolder state;
  std::string limiter_dir;
  std::vector<net::LimiterStatus> limiter;  // this configuration's services, and others that wait
  std::size_t idle_limiters = 0;            // of other addresses or keys, with nothing to tell
  std::vector<NamedValue> libraries;
  std::vector<ProbeLine> network;  // empty without a probe
  std::vector<Finding> findings;   // problems first
  std::string host_entry;          // JSON for a host's configuration

  // No finding is a problem and every probe was answered.
  bool healthy() const;
};

// The endpoints of models have names beside the services'.
inline constexpr const char* kModelService = "llm";
inline constexpr const char* kEmbeddingsService = "embeddings";

// One cheap request to a service; the text says what answered.
using Probe =
    std::function<Result<std::string>(const std::string& service, const Endpoint& endpoint)>;

struct DoctorOptions {
  const Clock* clock = nullptr;
  std::filesystem::path config_file{};
  std::filesystem::path store_file{};  // the database this configuration uses
  Environment environment{};
  // Endpoint names and the policies their requests have: what the shared limiter knows them by.
  std::vector<std::pair<std::string, net::HostPolicy>> policies{};
  Probe probe{};  // empty = no network
};

DoctorReport examine(const LoadedConfig& loaded, const DoctorOptions& options);

// doctor_render.cpp
std::string render_text(const DoctorReport& report);
std::string render_json(const DoctorReport& report);  // indented, one document

}  // namespace ev::app
