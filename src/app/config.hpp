// The configuration from the environment and an optional file; the environment wins. Blank values
// and
// "${…}" left by a host count as unset. A setting's name in a file is its variable's in lower case,
// with or without "evidence_mcp_". Every problem is reported at once with variable, value (never of
// a secret) and remedy (Errc::invalid_argument). Thread rule: pure, except process_environment().
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ev::app {

enum class Origin { standard, environment, file };
const char* to_string(Origin origin);  // "default", "environment", "file"

// One effective setting as `doctor` shows it; secrets are masked.
struct Setting {
  std::string variable;
  std::string value;
  Origin origin = Origin::standard;
  bool operator==(const Setting&) const = default;
};

struct LoadedConfig {
  Config config;
  std::vector<Setting> settings;  // all of them, in a fixed order
  std::vector<Problem> warnings;  // path = variable; accepted, but probably not what was meant
  std::vector<Problem> problems;  // path = variable, or the file; what cannot be used
};

using Environment = std::map<std::string, std::string>;
Environment process_environment();

struct LoadOptions {
  std::filesystem::path file{};  // empty = none
  Environment environment{};
};
Result<LoadedConfig> load_settings(const LoadOptions& options);
// The same for a look at what is wrong: what cannot be used is named in `problems` and stands at
// its default.
LoadedConfig examine_settings(const LoadOptions& options);
// The same from the process's environment, values only; warnings go to the log.
Result<Config> load_config(const std::filesystem::path& file);

// The services with an endpoint, sorted: "clinicaltrials", "crossref" …
std::vector<std::string> service_names();
// "EVIDENCE_MCP_PUBMED_URL" for "pubmed".
std::string url_variable(std::string_view service);

}  // namespace ev::app
