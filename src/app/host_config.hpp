// Where MCP hosts keep the servers a user has added, and what an entry for this program looks like
// there. Sources: the hosts' documentation (Claude Desktop, Claude Code, VS Code, Cursor), as of
// November 2026. Pure functions but for the last; the environment comes in by value.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::app {

inline constexpr std::size_t kHostConfigBytes = 64u << 20;

enum class Platform { linux_like, macos, windows };

struct Surroundings {
  Platform platform = Platform::linux_like;
  std::filesystem::path home;
  std::filesystem::path config_home;  // $XDG_CONFIG_HOME or ~/.config
  std::filesystem::path app_data;     // %APPDATA%
};
Surroundings surroundings_of_process();

struct Host {
  std::string_view name;          // as the command line has it
  std::string_view title;         // as people call it
  std::string_view servers;       // the member of its file that holds the servers
  bool typed = false;             // entries say "type": "stdio"
  bool comments = false;          // its file may hold comments
  std::string_view project_file;  // for one project, "" = the host has none
  std::string_view then;          // what makes the host read it
};
const std::vector<Host>& hosts();
const Host* find_host(std::string_view name);

std::filesystem::path host_file(const Host& host, const Surroundings& around);

struct ServerEntry {
  std::string command;  // absolute
  std::vector<std::string> args;
};
// The entry as JSON text of several lines.
std::string entry_text(const Host& host, const ServerEntry& entry);

// The host's file with the entry `name` in it. Of an entry that is there already only command and
// arguments (and type) are set, so that keys the user put into its env stay.
Result<std::string> with_entry(std::string_view file, const Host& host, const std::string& name,
                               const ServerEntry& entry);

// Writes the file where it still holds what was read (nullopt: there was none), keeping its mode;
// an edit that somebody made in between is not lost. Creates its folder.
Result<void> replace_unchanged(const std::filesystem::path& file,
                               const std::optional<std::string>& was, const std::string& content);

}  // namespace ev::app
