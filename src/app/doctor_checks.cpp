#include "app/doctor_checks.hpp"

#include "app/json_edit.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace ev::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* kInstallCertificates =
    "install the system's certificates (Debian: apt install ca-certificates), or set SSL_CERT_FILE "
    "to a file of them";
constexpr std::size_t kHostFileBytes = 64u << 20;
constexpr std::size_t kCertificateBytes = 16u << 20;
// No version of this program existed before.
constexpr std::chrono::seconds kFirstVersion =
    std::chrono::sys_days(std::chrono::year(2026) / 1 / 1).time_since_epoch();
constexpr std::chrono::minutes kClockTolerance(5);

std::string value_of(const Environment& environment, const char* name) {
  const auto it = environment.find(name);
  return it == environment.end() ? std::string() : it->second;
}

NamedValue first_of(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::string value = value_of(environment, name); !value.empty()) return {name, value};
  }
  return {};
}

// In libcurl's order, for https.
NamedValue proxy_in(const Environment& environment) {
  return first_of(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
}

// A proxy's address may carry a password.
std::string without_login(const std::string& url) {
  const std::size_t at = url.rfind('@');
  if (at == std::string::npos) return url;
  const std::size_t scheme = url.find("://");
  return (scheme == std::string::npos ? "" : url.substr(0, scheme + 3)) + "***@" +
         url.substr(at + 1);
}

// Why the file is no set of certificates; "" when it is one.
std::string trouble_with_certificates(const fs::path& file) {
  const auto content = read_file(file, kCertificateBytes);
  if (!content) return content.error().message;
  if (content->find("-----BEGIN") == std::string::npos) {
    return file.string() + " holds no certificates (PEM)";
  }
  return {};
}

void check_certificates(const Environment& environment, const net::CurlFacts& curl, Checked& out) {
  const NamedValue named = first_of(environment, {"CURL_CA_BUNDLE", "SSL_CERT_FILE"});
  const std::string folder = value_of(environment, "SSL_CERT_DIR");
  std::error_code ignored;
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    out.findings.push_back({Severity::problem, "SSL_CERT_DIR",
                            "names " + folder + ", which is no folder", "correct or unset it"});
  }
  if (!named.name.empty()) {
    out.values.push_back({"certificates", named.value + "  (" + named.name + ")"});
    const std::string trouble = trouble_with_certificates(named.value);
    if (trouble.empty()) return;
    out.findings.push_back(
        {Severity::problem, named.name,
         "names a file that is of no use, and no service can be trusted: " + trouble,
         "correct or unset it"});
    return;
  }
  if (curl.ca_file.empty() && curl.ca_dir.empty()) return;  // libcurl does not say where it looks
  out.values.push_back({"certificates", curl.ca_file.empty() ? curl.ca_dir : curl.ca_file});
  const bool there = (!curl.ca_file.empty() && fs::exists(curl.ca_file, ignored)) ||
                     (!curl.ca_dir.empty() && fs::is_directory(curl.ca_dir, ignored) &&
                      !fs::is_empty(curl.ca_dir, ignored)) ||
                     !folder.empty();
  if (there) return;
  out.findings.push_back(
      {Severity::problem, "certificates",
       "are missing (" + out.values.back().value + "): no service can be trusted, so none is asked",
       kInstallCertificates});
}

void check_proxy(const Environment& environment, Checked& out) {
  const NamedValue proxy = proxy_in(environment);
  out.values.push_back({"proxy", proxy.name.empty()
                                     ? "none"
                                     : without_login(proxy.value) + "  (" + proxy.name + ")"});
  const NamedValue plain = first_of(environment, {"http_proxy", "HTTP_PROXY"});
  if (proxy.name.empty() && !plain.name.empty()) {
    out.findings.push_back({Severity::warning, plain.name,
                            "has no effect: all services are asked by https",
                            "set HTTPS_PROXY to the same value"});
  }
}

// Everything of a host's file that a support person would look for.
class HostFile {
 public:
  HostFile(const Host& host, fs::path file) : host_(host), file_(std::move(file)) {}

  void check(Checked& out) {
    out_ = &out;
    const std::vector<std::string> path = {std::string(host_.servers), "evidence"};
    const auto content = read_file(file_, kHostFileBytes);
    const auto entry = content ? member_text(*content, path) : Result<std::string>(content.error());
    if (!entry) return broken(entry.error().message);
    if (entry->empty()) return say("no entry; `" + remedy() + "` adds it");
    const auto parsed = parse_json(*entry, "entry");
    if (!parsed || !parsed->is_object()) return wrong("its entry is no object");
    const auto command = parsed->find("command");
    if (command == parsed->end() || !command->is_string())
      return wrong("its entry names no command");
    check_command(command->get<std::string>());
    const auto args = parsed->find("args");
    if (args == parsed->end() || !args->is_array()) return;
    for (const Json& arg : *args) {
      if (arg.is_string() && arg.get<std::string>() == "--sample") {
        add(Severity::warning, "serves the built-in sample: every record is invented",
            "take --sample out of the entry's args in " + file_.string());
      }
    }
  }

 private:
  std::string remedy() const { return "evidence-mcp install " + std::string(host_.name); }
  void say(const std::string& what) {
    out_->values.push_back({std::string(host_.title), file_.string() + ": " + what});
  }
  void add(Severity severity, std::string message, std::string remedy) {
    out_->findings.push_back(
        {severity, std::string(host_.title), std::move(message), std::move(remedy)});
  }
  void broken(const std::string& why) {
    say("cannot be read");
    // Some hosts take comments and trailing commas in their files; this program does not.
    add(host_.comments ? Severity::hint : Severity::warning,
        "has a configuration that cannot be read: " + file_.string() + ": " + why,
        host_.comments ? "nothing, if these are comments; else mend the file at that place"
                       : "mend the file at that place: until then the host starts none of its "
                         "servers (comments and trailing commas are no JSON)");
  }
  void wrong(const std::string& why) {
    say(why);
    add(Severity::problem, "cannot start this server: " + why + " (" + file_.string() + ")",
        remedy());
  }
  void check_command(const std::string& command) {
    std::error_code ignored;
    if (!fs::path(command).is_absolute()) {
      say("starts " + command);
      return add(Severity::warning,
                 "starts \"" + command + "\", which a host finds only on its own, often empty PATH",
                 remedy() + " (writes the whole path)");
    }
    const fs::file_status status = fs::status(command, ignored);
    if (!fs::is_regular_file(status)) return wrong(command + " does not exist");
    if ((status.permissions() & fs::perms::owner_exec) == fs::perms::none) {
      return wrong(command + " is not executable");
    }
    say("starts " + command);
  }

  const Host& host_;
  const fs::path file_;
  Checked* out_ = nullptr;
};

// The service said something, only not what was wanted.
bool was_reached(const ProbeLine& line) {
  return line.ok || (line.code != Errc::upstream_unavailable && line.code != Errc::timeout &&
                     line.code != Errc::llm_unreachable && line.code != Errc::internal);
}

// "pubmed: NCBI refuses …" under the subject pubmed.
std::string without_name(const ProbeLine& line) {
  const std::string prefix = line.service + ": ";
  return line.detail.starts_with(prefix) ? line.detail.substr(prefix.size()) : line.detail;
}

}  // namespace

Checked check_way_out(const Environment& environment, const net::CurlFacts& curl) {
  Checked out;
  if (!curl.problem.empty()) {
    out.findings.push_back(
        {Severity::problem, "network library", curl.problem,
         "install libcurl (Debian: apt install libcurl4); without it only the sample "
         "and the local library work"});
  }
  check_proxy(environment, out);
  check_certificates(environment, curl, out);
  return out;
}

std::optional<Finding> check_clock(std::chrono::seconds now,
                                   const std::vector<ProbeLine>& network) {
  const auto wrong = [](std::string message) {
    return Finding{Severity::problem, "clock", std::move(message),
                   "set the clock of this machine (Linux: timedatectl set-ntp true): certificates, "
                   "\"last 5 years\" and the age of cached replies depend on it"};
  };
  if (now < kFirstVersion) {
    return wrong("says " + iso_date(now) + ", before this program existed");
  }
  // A reply that a proxy kept has an old date: the nearest of all counts.
  std::optional<std::chrono::seconds> least;
  for (const ProbeLine& line : network) {
    if (!line.clock_ahead) continue;
    if (!least || std::chrono::abs(*line.clock_ahead) < std::chrono::abs(*least)) {
      least = line.clock_ahead;
    }
  }
  if (!least || std::chrono::abs(*least) <= kClockTolerance) return std::nullopt;
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(std::chrono::abs(*least));
  return wrong("is " + std::to_string(minutes.count()) + " min " +
               (least->count() > 0 ? "ahead of" : "behind") + " the services'");
}

Checked check_hosts(const Surroundings& around) {
  Checked out;
  for (const Host& host : hosts()) {
    const fs::path file = host_file(host, around);
    std::error_code ignored;
    if (file.is_absolute() && fs::exists(file, ignored)) HostFile(host, file).check(out);
  }
  return out;
}

std::vector<Finding> check_answers(const std::vector<ProbeLine>& network,
                                   const Environment& environment) {
  std::vector<Finding> out;
  std::vector<const ProbeLine*> silent;
  for (const ProbeLine& line : network) {
    if (line.ok) continue;
    if (!was_reached(line)) {
      silent.push_back(&line);
      continue;
    }
    out.push_back({Severity::problem, line.service, "refuses: " + without_name(line), line.remedy});
  }
  if (silent.empty()) return out;
  if (silent.size() == network.size()) {
    const std::string proxy = proxy_in(environment).name;
    out.push_back({Severity::problem, "network",
                   "no service can be reached: " + without_name(*silent.front()),
                   proxy.empty() ? "check the connection; behind a proxy set HTTPS_PROXY, and "
                                   "SSL_CERT_FILE if it has a certificate of its own"
                                 : "check the proxy named by " + proxy +
                                       " and its certificate (SSL_CERT_FILE)"});
    return out;
  }
  for (const ProbeLine* line : silent) {
    out.push_back(
        {Severity::warning, line->service, "cannot be reached, others can: " + without_name(*line),
         line->remedy.empty() ? "try again later; searches go on without it" : line->remedy});
  }
  return out;
}

}  // namespace ev::app
