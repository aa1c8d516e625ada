#include "app/host_config.hpp"

#include "app/json_edit.hpp"
#include "base/file.hpp"
#include "base/json.hpp"

#include <nlohmann/json.hpp>

namespace ev::app {

namespace {

namespace fs = std::filesystem;

std::string arguments_text(const std::vector<std::string>& args) {
  Json out = Json::array();
  for (const std::string& arg : args) out.push_back(arg);
  return dump_json(out);
}

std::string text_json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

// The folder in which applications keep the files of one user.
fs::path application_folder(const Surroundings& around) {
  switch (around.platform) {
    case Platform::macos:
      return around.home / "Library" / "Application Support";
    case Platform::windows:
      return around.app_data;
    case Platform::linux_like:
      break;
  }
  return around.config_home;
}

}  // namespace

Surroundings surroundings_of_process() {
  Surroundings out;
#if defined(_WIN32)
  out.platform = Platform::windows;
  out.home = env("USERPROFILE");
#elif defined(__APPLE__)
  out.platform = Platform::macos;
  out.home = env("HOME");
#else
  out.home = env("HOME");
#endif
  out.app_data = env("APPDATA");
  const std::string config = env("XDG_CONFIG_HOME");
  out.config_home = config.empty() ? out.home / ".config" : fs::path(config);
  return out;
}

const std::vector<Host>& hosts() {
  static const std::vector<Host> all = {{.name = "claude-desktop",
                                         .title = "Claude Desktop",
                                         .servers = "mcpServers",
                                         .project_file = "",
                                         .then = "Quit Claude Desktop and start it again."},
                                        {.name = "claude-code",
                                         .title = "Claude Code",
                                         .servers = "mcpServers",
                                         .typed = true,
                                         .project_file = ".mcp.json",
                                         .then = "Start a new session; /mcp shows the server."},
                                        {.name = "vscode",
                                         .title = "VS Code",
                                         .servers = "servers",
                                         .typed = true,
                                         .comments = true,
                                         .project_file = ".vscode/mcp.json",
                                         .then = "Run \"MCP: List Servers\" and start it there."},
                                        {.name = "cursor",
                                         .title = "Cursor",
                                         .servers = "mcpServers",
                                         .project_file = ".cursor/mcp.json",
                                         .then = "Open Settings, MCP, and switch the server on."}};
  return all;
}

const Host* find_host(std::string_view name) {
  for (const Host& host : hosts()) {
    if (host.name == name) return &host;
  }
  return nullptr;
}

fs::path host_file(const Host& host, const Surroundings& around) {
  if (host.name == "claude-desktop") {
    return application_folder(around) / "Claude" / "claude_desktop_config.json";
  }
  if (host.name == "vscode") return application_folder(around) / "Code" / "User" / "mcp.json";
  if (host.name == "cursor") return around.home / ".cursor" / "mcp.json";
  return around.home / ".claude.json";
}

std::string entry_text(const Host& host, const ServerEntry& entry) {
  std::string out = "{\n";
  if (host.typed) out += "  \"type\": \"stdio\",\n";
  out += "  \"command\": " + text_json(entry.command) + ",\n";
  out += "  \"args\": " + arguments_text(entry.args) + "\n";
  return out + "}";
}

Result<std::string> with_entry(std::string_view file, const Host& host, const std::string& name,
                               const ServerEntry& entry) {
  const std::vector<std::string> path = {std::string(host.servers), name};
  EV_TRY(const std::string there, member_text(file, path));
  if (there.empty() || there.front() != '{') return set_member(file, path, entry_text(host, entry));
  const auto set = [&](std::string& text, const char* member,
                       const std::string& value) -> Result<void> {
    const std::vector<std::string> whole = {path[0], path[1], member};
    EV_TRY(const std::string old, member_text(text, whole));
    const auto before = parse_json(old.empty() ? "null" : old);
    const auto after = parse_json(value);
    if (before && after && *before == *after) return {};  // only the white space differs
    EV_TRY(text, set_member(text, whole, value));
    return {};
  };
  std::string out(file);
  if (host.typed) EV_CHECK(set(out, "type", "\"stdio\""));
  EV_CHECK(set(out, "command", text_json(entry.command)));
  EV_CHECK(set(out, "args", arguments_text(entry.args)));
  return out;
}

Result<void> replace_unchanged(const std::filesystem::path& file,
                               const std::optional<std::string>& was, const std::string& content) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::error_code failed;
  const bool exists = fs::exists(file, ignored);
  std::optional<std::string> is;
  if (exists) {
    EV_TRY(is, read_file(file, kHostConfigBytes));
  }
  if (is != was) {
    return Error{.code = Errc::invalid_argument,
                 .message = file.string() + " was changed by another program in the meantime",
                 .recovery = "nothing was written; run the command again"};
  }
  std::optional<fs::perms> mode;
  if (exists) mode = fs::status(file, ignored).permissions();
  fs::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{.message = "cannot create folder " + file.parent_path().string() + ": " +
                            failed.message()};
  }
  EV_CHECK(write_file_atomically(file, content));
  if (mode) fs::permissions(file, *mode, ignored);
  return {};
}

}  // namespace ev::app
