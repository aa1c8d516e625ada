#include "app/commands.hpp"
#include "app/host_config.hpp"
#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"

#include <cstdio>
#include <optional>

namespace ev::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEntryName = "evidence";

// "20261122T093000Z"
std::string stamp(std::chrono::seconds now) {
  std::string out;
  for (const char c : iso_time(now)) {
    if (c != '-' && c != ':') out += c;
  }
  return out;
}

// Links stay links: the file they lead to is changed.
fs::path behind_links(const fs::path& file) {
  std::error_code failed;
  const fs::path target = fs::weakly_canonical(file, failed);
  return failed ? file : target;
}

Error by_hand(Error error, const fs::path& file, const Host& host, const ServerEntry& entry) {
  error.message = file.string() + ": " + error.message;
  error.recovery =
      "nothing was changed. Mend the file (comments and trailing commas are not JSON), "
      "or add this to \"" +
      std::string(host.servers) + "\" by hand:\n  \"" + kEntryName +
      "\": " + entry_text(host, entry);
  return error;
}

// The old file beside the new one; a name that is taken is never overwritten.
Result<fs::path> back_up(const fs::path& file, std::chrono::seconds now) {
  fs::path backup = file;
  backup += ".backup-" + stamp(now);
  std::error_code failed;
  for (int i = 2; fs::exists(backup, failed); ++i) {
    backup = file;
    backup += ".backup-" + stamp(now) + "-" + std::to_string(i);
  }
  fs::copy_file(file, backup, failed);
  if (!failed) return backup;
  return Error{
      .code = Errc::internal,
      .message = "the backup " + backup.string() + " cannot be written: " + failed.message(),
      .recovery = "make the folder writable; nothing was changed"};
}

// Hosts start servers with few variables of their own.
void say_what_stays_here() {
  std::vector<std::string> variables = {"NCBI_API_KEY", "NCBI_EMAIL"};
  for (const sources::Service& service : sources::catalog()) {
    if (!service.key.empty()) variables.emplace_back(service.key);
  }
  for (const char* other :
       {"UNPAYWALL_EMAIL", "EVIDENCE_MCP_HOME", "HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE"}) {
    variables.emplace_back(other);
  }
  std::erase_if(variables, [](const std::string& name) { return env(name.c_str()).empty(); });
  const std::string names = text::join(variables, ", ");
  if (names.empty()) return;
  std::printf(
      "The host does not pass on what is set in this shell (%s): add it to the entry's "
      "\"env\" there.\n",
      names.c_str());
}

}  // namespace

int command_install(const InstallCommand& command, const Clock& clock) {
  const Host* const host = find_host(command.host);
  if (host == nullptr) return 2;  // the command line knows the names
  if (command.project && host->project_file.empty()) {
    return report_failure({.code = Errc::invalid_argument,
                           .message = std::string(host->title) + " has no file for one project",
                           .recovery = "leave out --project"});
  }
  ServerEntry entry{.command = command.binary.string(), .args = {"serve"}};
  if (command.sample) entry.args.emplace_back("--sample");
  const fs::path file =
      behind_links(command.project ? fs::current_path() / std::string(host->project_file)
                                   : host_file(*host, surroundings_of_process()));
  if (!file.is_absolute()) {
    return report_failure({.message = "your home folder is not known",
                           .recovery = "set HOME (on Windows APPDATA and USERPROFILE)"});
  }
  std::string before;
  std::error_code ignored;
  const bool exists = fs::exists(file, ignored);
  if (exists) {
    auto read = read_file(file, kHostConfigBytes);
    if (!read) return report_failure(read.error());
    before = *std::move(read);
  }
  const auto after = with_entry(before, *host, kEntryName, entry);
  if (!after) return report_failure(by_hand(after.error(), file, *host, entry));
  if (exists && *after == before) {
    std::printf("%s has it already: %s\n", std::string(host->title).c_str(), file.c_str());
    return 0;
  }
  const std::string shown = std::string("\"") + kEntryName + "\": " + entry_text(*host, entry);
  if (command.dry_run) {
    std::printf("Would %s %s, in \"%s\":\n%s\n", exists ? "change" : "write", file.c_str(),
                std::string(host->servers).c_str(), shown.c_str());
    return 0;
  }
  if (exists) {
    const auto backup = back_up(file, clock.unix_time());
    if (!backup) return report_failure(backup.error());
    std::printf("Backup: %s\n", backup->c_str());
  }
  const auto was = exists ? std::optional(before) : std::nullopt;
  if (auto written = replace_unchanged(file, was, *after); !written) {
    return report_failure(written.error());
  }
  std::printf("%s: %s\n%s\n%s\n", exists ? "Changed" : "Wrote", file.c_str(), shown.c_str(),
              std::string(host->then).c_str());
  say_what_stays_here();
  return 0;
}

}  // namespace ev::app
