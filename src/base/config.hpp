// The effective configuration: values only. app/config.cpp fills it from the environment and an
// optional TOML or JSON file; every floor borrows it as const. Secrets are in `Secret` so that they
// cannot be printed by accident. Thread rule: immutable after start.
#pragma once

#include "base/log.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ev {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}
  bool set() const { return !value_.empty(); }
  const std::string& reveal() const { return value_; }  // for the wire only
  std::string masked() const { return set() ? "set (hidden)" : "not set"; }

 private:
  std::string value_;
};

// One external service: base URL without a trailing slash; "off" in the configuration disables it.
struct Endpoint {
  std::string url;
  bool enabled = true;
};

struct Config {
  std::filesystem::path home;         // state folder
  std::filesystem::path limiter_dir;  // shared limiter state, outside `home`
  // postgresql://… of a laboratory's store; "" = a file in `home`.
  std::string store;
  Secret store_password;
  std::filesystem::path store_password_file;
  Secret ncbi_api_key;
  std::string ncbi_email;
  std::string unpaywall_email;
  // By the services' ids (pipeline/sources/catalog.hpp).
  std::map<std::string, Endpoint> endpoints;
  std::map<std::string, Secret> keys;  // of services that take one of their own
  std::vector<std::string> sources;    // EVIDENCE_MCP_SOURCES; empty = all
  std::string llm_api;
  std::string llm_url;
  std::string llm_model;
  Secret llm_api_key;
  std::string embeddings_url;
  std::string embeddings_model;
  std::vector<std::filesystem::path> roots;  // folders from which tools may read files
  bool offline = false;                      // library and cache only
  bool sample = false;                       // the built-in sample only
  Level log_level = Level::warn;

  // Not set when there is none.
  const Secret& key(const std::string& service) const {
    static const Secret none;
    const auto it = keys.find(service);
    return it == keys.end() ? none : it->second;
  }
};

}  // namespace ev
