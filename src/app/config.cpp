#include "app/config.hpp"

#include "app/config_file.hpp"
#include "base/codec.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "net/url.hpp"
#include "pipeline/sources/catalog.hpp"
#include "store/postgres_address.hpp"

#include <algorithm>
#include <set>

extern char** environ;

namespace ev::app {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "EVIDENCE_MCP_";
#if defined(_WIN32)
constexpr char kFolderSeparator = ';';
#else
constexpr char kFolderSeparator = ':';
#endif

struct ModelApi {
  std::string_view name;
  std::string_view url;
};
constexpr ModelApi kModelApis[] = {{"anthropic", "https://api.anthropic.com"},
                                   {"ollama", "http://localhost:11434"},
                                   {"openai", "https://api.openai.com/v1"}};

bool unset(std::string_view value) {
  const std::string_view trimmed = text::trim(value);
  return trimmed.empty() || trimmed.substr(0, 2) == "${";
}

std::string shown(std::string_view value) {
  return "\"" + text::ellipsize(text::displayable(value), 80) + "\"";
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string joined(const std::vector<std::string>& items) {
  return text::join(items, ", ");
}

// Reads one setting after another and keeps what was found out about each.
class Loader {
 public:
  explicit Loader(const LoadOptions& options) : options_(options) {}

  LoadedConfig load() {
    if (!options_.file.empty()) {
      if (auto read = read_file_settings(); !read) {
        problem(options_.file.string(), "cannot be used: " + read.error().message);
      }
    }
    read_identity();
    read_services();
    read_models();
    read_local();
    report_unknown();
    return std::move(out_);
  }

 private:
  struct Value {
    std::vector<std::string> items;  // empty = not given
    Origin origin = Origin::standard;
    std::string text() const { return items.empty() ? std::string() : items.front(); }
  };

  Result<void> read_file_settings() {
    EV_TRY(std::vector<FileSetting> settings, read_config_file(options_.file));
    for (FileSetting& setting : settings) {
      constexpr std::string_view kFilePrefix = "evidence_mcp_";
      const std::string name = setting.name.rfind(kFilePrefix, 0) == 0
                                   ? setting.name.substr(kFilePrefix.size())
                                   : setting.name;
      from_file_[name] = std::move(setting.items);
    }
    return {};
  }

  static std::string file_name(std::string_view variable) {
    if (variable.substr(0, kPrefix.size()) == kPrefix) variable.remove_prefix(kPrefix.size());
    return text::to_lower_ascii(variable);
  }

  Value find(const std::string& variable) {
    known_.push_back(variable);
    const auto env = options_.environment.find(variable);
    if (env != options_.environment.end() && !unset(env->second)) {
      return {{std::string(text::trim(env->second))}, Origin::environment};
    }
    const auto file = from_file_.find(file_name(variable));
    if (file == from_file_.end()) return {};
    Value value{{}, Origin::file};
    for (const std::string& item : file->second) {
      if (!unset(item)) value.items.emplace_back(text::trim(item));
    }
    return value.items.empty() ? Value{} : value;
  }

  Value find_single(const std::string& variable) {
    Value value = find(variable);
    if (value.items.size() > 1) problem(variable, "must be one text, not a list");
    return value;
  }

  void note(const std::string& variable, std::string value, Origin origin) {
    out_.settings.push_back({variable, std::move(value), origin});
  }
  void problem(const std::string& variable, std::string message) {
    out_.problems.push_back({variable, std::move(message)});
  }
  void warn(const std::string& variable, std::string message) {
    out_.warnings.push_back({variable, std::move(message)});
  }

  void secret(const std::string& variable, Secret& out) {
    const Value value = find_single(variable);
    const std::string content = value.text();
    for (const char c : content) {
      if (static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f) {
        problem(variable,
                "contains a blank, a control character or a letter outside ASCII; copy the "
                "key again");
        return note(variable, "not usable (hidden)", value.origin);
      }
    }
    out = Secret(content);
    note(variable, out.masked(), value.origin);
  }

  void text_setting(const std::string& variable, std::string& out) {
    const Value value = find_single(variable);
    out = value.text();
    note(variable, out, value.origin);
  }

  void email(const std::string& variable, std::string& out) {
    text_setting(variable, out);
    if (out.empty()) return;
    const std::size_t at = out.find('@');
    const bool good = at != 0 && at != std::string::npos && at + 1 < out.size() &&
                      out.rfind('@') == at && std::all_of(out.begin(), out.end(), [](char c) {
                        return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != ',' &&
                               c != ';' && c != '<' && c != '>';
                      });
    if (!good)
      problem(variable, "is " + shown(out) + ": give one e-mail address, name@example.org");
  }

  // A base URL; "" when it cannot be used. The value is not repeated: it may carry a password.
  std::string url(const std::string& variable, const std::string& value) {
    const auto checked = net::check_base_url(value);
    if (checked) return *checked;
    const bool repeat = value.find_first_of("@?") == std::string::npos;
    problem(variable,
            (repeat ? "is " + shown(value) + ": " : std::string(": ")) + checked.error().message);
    return {};
  }

  void flag(const std::string& variable, bool& out) {
    const Value value = find_single(variable);
    const std::string lower = text::to_lower_ascii(value.text());
    if (lower == "1" || lower == "true" || lower == "yes" || lower == "on") {
      out = true;
    } else if (!lower.empty() && lower != "0" && lower != "false" && lower != "no" &&
               lower != "off") {
      problem(variable, "is " + shown(value.text()) + ": use 1 or 0");
    }
    note(variable, out ? "1" : "0", value.origin);
  }

  void read_identity() {
    Config& c = out_.config;
    secret("NCBI_API_KEY", c.ncbi_api_key);
    email("NCBI_EMAIL", c.ncbi_email);
    for (const sources::Service& service : sources::catalog()) {
      if (service.key.empty()) continue;
      secret(std::string(service.key), c.keys[std::string(service.id)]);
    }
    email("UNPAYWALL_EMAIL", c.unpaywall_email);
  }

  void read_services() {
    Config& c = out_.config;
    read_sources();
    for (const std::string& name : service_names()) {
      const sources::Service& service = *sources::find_service(name);
      const std::string variable(service.variable);
      const Value value = find_single(variable);
      const bool off = text::equal_ignoring_ascii_case(value.text(), "off");
      Endpoint endpoint{.url = std::string(service.url), .enabled = !off};
      if (off) {
        endpoint.url.clear();
      } else if (!value.items.empty()) {
        endpoint.url = url(variable, value.text());
        endpoint.enabled = !endpoint.url.empty();
      }
      const bool listed = c.sources.empty() || contains(c.sources, service.id);
      if (off && !c.sources.empty() && listed) {
        warn(variable, "is off although EVIDENCE_MCP_SOURCES lists " + std::string(service.id));
      }
      endpoint.enabled = endpoint.enabled && listed;
      note(variable,
           off ? "off" : endpoint.url + (listed ? "" : "  (not listed in EVIDENCE_MCP_SOURCES)"),
           value.origin);
      c.endpoints[std::string(service.id)] = std::move(endpoint);
    }
  }

  void read_sources() {
    const std::string variable = "EVIDENCE_MCP_SOURCES";
    const Value value = find(variable);
    std::vector<std::string>& sources = out_.config.sources;
    for (const std::string& list : value.items) {
      for (const std::string& part : text::split(list, ',')) {
        const std::string name = text::to_lower_ascii(text::trim(part));
        if (name.empty() || contains(sources, name)) continue;
        sources.push_back(name);
        check_source(variable, name);
      }
    }
    note(variable, sources.empty() ? "all" : joined(sources), value.origin);
  }

  void check_source(const std::string& variable, const std::string& name) {
    const std::vector<std::string> names = service_names();
    if (contains(names, name)) return;
    const std::string near = codec::nearest(name, names);
    problem(variable, "lists " + shown(name) + ", which is no source" +
                          (near.empty() ? std::string() : " (did you mean " + near + "?)") +
                          "; known are " + joined(names));
  }

  void read_models() {
    Config& c = out_.config;
    text_setting("EVIDENCE_MCP_LLM_API", c.llm_api);
    c.llm_api = text::to_lower_ascii(c.llm_api);
    const ModelApi* api = std::find_if(std::begin(kModelApis), std::end(kModelApis),
                                       [&](const ModelApi& a) { return a.name == c.llm_api; });
    const bool known = api != std::end(kModelApis);
    if (!c.llm_api.empty() && !known) {
      problem("EVIDENCE_MCP_LLM_API",
              "is " + shown(c.llm_api) + ": use openai, ollama or anthropic");
    }
    read_llm_url(known ? api->url : std::string_view());
    text_setting("EVIDENCE_MCP_LLM_MODEL", c.llm_model);
    secret("EVIDENCE_MCP_LLM_API_KEY", c.llm_api_key);
    check_llm();

    const std::string variable = "EVIDENCE_MCP_EMBEDDINGS_URL";
    const Value value = find_single(variable);
    if (!value.items.empty()) c.embeddings_url = url(variable, value.text());
    note(variable, c.embeddings_url, value.origin);
    text_setting("EVIDENCE_MCP_EMBEDDINGS_MODEL", c.embeddings_model);
    if (value.items.empty() != c.embeddings_model.empty()) {
      problem(value.items.empty() ? variable : "EVIDENCE_MCP_EMBEDDINGS_MODEL",
              "is missing: an embeddings endpoint needs both URL and model");
    }
    // An embeddings endpoint by itself takes the key too.
    if (c.llm_api.empty() && c.llm_api_key.set() && value.items.empty()) {
      warn("EVIDENCE_MCP_LLM_API_KEY", "is not used: EVIDENCE_MCP_LLM_API is not set");
    }
  }

  void read_llm_url(std::string_view standard) {
    const std::string variable = "EVIDENCE_MCP_LLM_URL";
    Config& c = out_.config;
    const Value value = find_single(variable);
    llm_url_given_ = !value.items.empty();
    c.llm_url = llm_url_given_ ? url(variable, value.text()) : std::string(standard);
    note(variable, c.llm_url, value.origin);
    const bool versioned =
        c.llm_url.size() >= 3 && c.llm_url.compare(c.llm_url.size() - 3, 3, "/v1") == 0;
    if (c.llm_url.empty() || c.llm_api.empty()) return;
    if (c.llm_api == "openai" && !versioned) {
      warn(variable, "does not end in /v1, as OpenAI-style services do");
    } else if (c.llm_api != "openai" && versioned) {
      warn(variable, "ends in /v1, which " + c.llm_api + " services do not");
    }
  }

  void check_llm() {
    const Config& c = out_.config;
    if (c.llm_api.empty() && (llm_url_given_ || !c.llm_model.empty())) {
      problem("EVIDENCE_MCP_LLM_API",
              "is missing: say openai, ollama or anthropic, or unset the other "
              "EVIDENCE_MCP_LLM_ settings");
    }
    if (!c.llm_api.empty() && c.llm_model.empty()) {
      problem("EVIDENCE_MCP_LLM_MODEL", "is missing: name the model to use at the endpoint");
    }
  }

  void read_local() {
    Config& c = out_.config;
    const Value home = find_single("EVIDENCE_MCP_HOME");
    c.home = home.items.empty() ? default_state_dir() : fs::absolute(expand(home.text()));
    c.home = c.home.lexically_normal();
    note("EVIDENCE_MCP_HOME", c.home.string(), home.origin);
    c.limiter_dir = limiter_dir();
    read_store();
    read_roots();
    flag("EVIDENCE_MCP_OFFLINE", c.offline);
    flag("EVIDENCE_MCP_SAMPLE", c.sample);
    read_log_level();
  }

  void read_store() {
    Config& c = out_.config;
    const std::string variable = "EVIDENCE_MCP_STORE";
    const Value value = find_single(variable);
    const std::string uri = value.text();
    if (!uri.empty()) {
      if (const auto address = store::parse_postgres_address(uri); !address) {
        // What stands there may be a password.
        problem(variable, address.error().message + ": " + address.error().recovery);
        note(variable, "not usable (hidden)", value.origin);
      } else {
        c.store = uri;
      }
    }
    if (uri.empty() || !c.store.empty()) note(variable, c.store, value.origin);
    secret("EVIDENCE_MCP_STORE_PASSWORD", c.store_password);
    const Value file = find_single("EVIDENCE_MCP_STORE_PASSWORD_FILE");
    if (!file.items.empty()) c.store_password_file = fs::absolute(expand(file.text()));
    note("EVIDENCE_MCP_STORE_PASSWORD_FILE", c.store_password_file.string(), file.origin);
    if (c.store.empty() && (c.store_password.set() || !c.store_password_file.empty())) {
      warn(c.store_password.set() ? "EVIDENCE_MCP_STORE_PASSWORD"
                                  : "EVIDENCE_MCP_STORE_PASSWORD_FILE",
           "is not used: EVIDENCE_MCP_STORE is not set");
    }
  }

  // "~" is the shell's; hosts pass it as it stands.
  fs::path expand(const std::string& path) const {
    if (path != "~" && path.rfind("~/", 0) != 0) return path;
    const auto home = options_.environment.find("HOME");
    if (home == options_.environment.end() || home->second.empty()) return path;
    return fs::path(home->second) / (path.size() > 2 ? path.substr(2) : std::string());
  }

  void read_roots() {
    const std::string variable = "EVIDENCE_MCP_ROOTS";
    const Value value = find(variable);
    std::vector<std::string> names;
    std::vector<std::string> parts = value.items;
    if (value.origin == Origin::environment) parts = text::split(value.text(), kFolderSeparator);
    for (const std::string& part : parts) {
      if (text::trim(part).empty()) continue;
      const fs::path root = expand(std::string(text::trim(part)));
      // The folder a host starts a server in is not the user's choice and may be "/".
      if (!root.is_absolute()) {
        problem(variable, "lists " + shown(part) +
                              ": give the whole path (several are separated by '" +
                              std::string(1, kFolderSeparator) + "')");
        continue;
      }
      std::error_code ec;
      if (!fs::is_directory(root, ec))
        warn(variable, "lists " + shown(part) + ", which is no folder");
      const fs::path real = fs::weakly_canonical(root, ec);
      out_.config.roots.push_back(ec ? root.lexically_normal() : real);
      names.push_back(out_.config.roots.back().string());
    }
    note(variable, names.empty() ? "none" : joined(names), value.origin);
  }

  void read_log_level() {
    const std::string variable = "EVIDENCE_MCP_LOG";
    const Value value = find_single(variable);
    const std::string lower = value.items.empty() ? "warn" : text::to_lower_ascii(value.text());
    Level& level = out_.config.log_level;
    if (lower == "error") {
      level = Level::error;
    } else if (lower == "warn") {
      level = Level::warn;
    } else if (lower == "info") {
      level = Level::info;
    } else if (lower == "debug") {
      level = Level::debug;
    } else {
      problem(variable, "is " + shown(value.text()) + ": use error, warn, info or debug");
    }
    note(variable, lower, value.origin);
  }

  void report_unknown() {
    std::vector<std::string> in_file;
    for (const std::string& variable : known_) in_file.push_back(file_name(variable));
    for (const auto& [name, items] : from_file_) {
      if (contains(in_file, name)) continue;
      const std::string near = codec::nearest(name, in_file);
      problem(name, "in " + options_.file.filename().string() + " is no setting" +
                        (near.empty() ? std::string() : "; did you mean " + near + "?"));
    }
    for (const auto& [name, value] : options_.environment) {
      if (name.rfind(kPrefix, 0) != 0) continue;
      if (contains(known_, name)) continue;
      const std::string near = codec::nearest(name, known_);
      warn(name, "is no setting" + (near.empty() ? std::string() : "; did you mean " + near + "?"));
    }
  }

  const LoadOptions& options_;
  std::map<std::string, std::vector<std::string>> from_file_;
  std::vector<std::string> known_;
  LoadedConfig out_;
  bool llm_url_given_ = false;
};

}  // namespace

const char* to_string(Origin origin) {
  switch (origin) {
    case Origin::standard:
      return "default";
    case Origin::environment:
      return "environment";
    case Origin::file:
      return "file";
  }
  return "default";
}

Environment process_environment() {
  Environment out;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view line = *entry;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    out.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return out;
}

LoadedConfig examine_settings(const LoadOptions& options) {
  return Loader(options).load();
}

Result<LoadedConfig> load_settings(const LoadOptions& options) {
  LoadedConfig loaded = examine_settings(options);
  if (loaded.problems.empty()) return loaded;
  Error error{.code = Errc::invalid_argument,
              .message = "The configuration cannot be used:",
              .recovery = "correct the listed settings and start again",
              .problems = loaded.problems};
  for (const Problem& p : loaded.problems) error.message += "\n- " + p.path + " " + p.message;
  return error;
}

Result<Config> load_config(const fs::path& file) {
  EV_TRY(LoadedConfig loaded, load_settings({.file = file, .environment = process_environment()}));
  for (const Problem& warning : loaded.warnings) {
    log(Level::warn, "configuration", {{"setting", warning.path}, {"problem", warning.message}});
  }
  return std::move(loaded.config);
}

std::vector<std::string> service_names() {
  std::vector<std::string> out;
  for (const sources::Service& service : sources::catalog()) out.emplace_back(service.id);
  std::sort(out.begin(), out.end());
  return out;
}

std::string url_variable(std::string_view service) {
  const sources::Service* const known = sources::find_service(service);
  return known == nullptr ? std::string() : std::string(known->variable);
}

}  // namespace ev::app
