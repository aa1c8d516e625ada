#include "app/host_config.hpp"

#include "base/file.hpp"
#include "base/json.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <nlohmann/json.hpp>

namespace ev::app {

namespace {

const ServerEntry kEntry{.command = "/opt/evidence-mcp", .args = {"serve"}};

std::string file_on(std::string_view host, Platform platform) {
  return host_file(*find_host(host), {.platform = platform,
                                      .home = "/h",
                                      .config_home = "/h/.config",
                                      .app_data = "/h/AppData/Roaming"})
      .generic_string();
}

}  // namespace

TEST_CASE("every host's file, on every platform") {
  CHECK(file_on("claude-desktop", Platform::linux_like) ==
        "/h/.config/Claude/claude_desktop_config.json");
  CHECK(file_on("claude-desktop", Platform::macos) ==
        "/h/Library/Application Support/Claude/claude_desktop_config.json");
  CHECK(file_on("claude-desktop", Platform::windows) ==
        "/h/AppData/Roaming/Claude/claude_desktop_config.json");
  CHECK(file_on("vscode", Platform::linux_like) == "/h/.config/Code/User/mcp.json");
  CHECK(file_on("vscode", Platform::macos) == "/h/Library/Application Support/Code/User/mcp.json");
  CHECK(file_on("vscode", Platform::windows) == "/h/AppData/Roaming/Code/User/mcp.json");
  for (const Platform platform : {Platform::linux_like, Platform::macos, Platform::windows}) {
    CHECK(file_on("claude-code", platform) == "/h/.claude.json");
    CHECK(file_on("cursor", platform) == "/h/.cursor/mcp.json");
  }
  CHECK(find_host("emacs") == nullptr);
  CHECK(hosts().size() == 4);
}

TEST_CASE("an entry is written under the host's own member") {
  for (const Host& host : hosts()) {
    const Json file = parse_json(with_entry("", host, "evidence", kEntry).value()).value();
    const Json& entry = file.at(std::string(host.servers)).at("evidence");
    CHECK(entry.at("command") == "/opt/evidence-mcp");
    CHECK(entry.at("args") == Json::parse(R"(["serve"])"));
    CHECK(entry.contains("type") == host.typed);
  }
  CHECK(find_host("vscode")->servers == "servers");
  CHECK(find_host("cursor")->servers == "mcpServers");
}

TEST_CASE("what a user added to the entry stays; the same again changes nothing") {
  const Host& host = *find_host("claude-desktop");
  const std::string before =
      "{\n\t\"mcpServers\": {\n\t\t\"evidence\": {\"env\": {\"NCBI_API_KEY\": \"k\"}, \"command\": "
      "\"/old\", \"args\": []}\n\t},\n\t\"theme\": \"dark\"\n}\n";
  const std::string after = with_entry(before, host, "evidence", kEntry).value();
  CHECK(
      after ==
      "{\n\t\"mcpServers\": {\n\t\t\"evidence\": {\"env\": {\"NCBI_API_KEY\": \"k\"}, \"command\": "
      "\"/opt/evidence-mcp\", \"args\": [\"serve\"]}\n\t},\n\t\"theme\": \"dark\"\n}\n");
  CHECK(with_entry(after, host, "evidence", kEntry).value() == after);
  const std::string spread =
      R"({"mcpServers":{"evidence":{"command":"/opt/evidence-mcp","args":[ "serve" ]}}})";
  CHECK(with_entry(spread, host, "evidence", kEntry).value() == spread);
}

TEST_CASE("an entry that is no object is replaced whole") {
  const Host& host = *find_host("cursor");
  const std::string after =
      with_entry(R"({"mcpServers":{"evidence":null}})", host, "evidence", kEntry).value();
  CHECK(parse_json(after).value()["mcpServers"]["evidence"]["command"] == "/opt/evidence-mcp");
}

TEST_CASE("an edit made in between is not lost") {
  const test::TempDir dir;
  const auto file = dir.path() / "folder" / "host.json";
  CHECK_FALSE(replace_unchanged(file, "{}", "{1}"));  // it was removed
  REQUIRE(replace_unchanged(file, std::nullopt, "{1}"));
  std::filesystem::permissions(file, std::filesystem::perms(0640));
  CHECK_FALSE(replace_unchanged(file, std::nullopt, "{2}"));  // it was made
  const auto refused = replace_unchanged(file, "{0}", "{2}");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find(file.string()) != std::string::npos);
  CHECK_FALSE(refused.error().recovery.empty());
  CHECK(read_file(file).value() == "{1}");
  REQUIRE(replace_unchanged(file, "{1}", "{2}"));
  CHECK(read_file(file).value() == "{2}");
  CHECK(std::filesystem::status(file).permissions() == std::filesystem::perms(0640));
}

TEST_CASE("a broken file is refused") {
  CHECK_FALSE(with_entry("{\"mcpServers\":{},}", hosts().front(), "evidence", kEntry));
}

}  // namespace ev::app
