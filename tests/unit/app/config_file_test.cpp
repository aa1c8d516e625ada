#include "app/config_file.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

namespace {

ev::Result<std::vector<ev::app::FileSetting>> read_text(const std::string& name,
                                                        const std::string& content) {
  const ev::test::TempDir dir;
  REQUIRE(ev::write_file_atomically(dir.path() / name, content));
  return ev::app::read_config_file(dir.path() / name);
}

std::string flat(const std::vector<ev::app::FileSetting>& settings) {
  std::string out;
  for (const auto& s : settings) {
    out += s.name + "=";
    for (const std::string& item : s.items) out += item + ";";
  }
  return out;
}

}  // namespace

TEST_CASE("TOML and JSON say the same") {
  const std::string expected =
      "llm_api=ollama;llm_model=small;offline=true;sources=pubmed;openalex;";
  const auto toml = read_text("c.toml",
                              "# mine\nOffline = true\nsources = [\"pubmed\", 'openalex']\n"
                              "[llm]\napi = \"ollama\"\nmodel = \"small\"\n");
  REQUIRE(toml);
  CHECK(flat(*toml) == expected);
  const std::string text =
      R"({"offline":true,"sources":["pubmed","openalex"],"llm_api":"ollama","llm":{"model":"small"},)"
      R"("home":null,"roots":[]})";
  CHECK(flat(*read_text("c.json", text)) == expected);
  CHECK(flat(*read_text("settings", "\n  " + text)) == expected);
}

TEST_CASE("syntax errors have a place and repeat no value") {
  const auto toml = read_text("c.toml", "offline = true\nncbi_api_key = \"abc-secret\n");
  REQUIRE_FALSE(toml);
  CHECK(toml.error().code == ev::Errc::invalid_argument);
  CHECK(toml.error().message.find("c.toml, line 2") != std::string::npos);
  CHECK(toml.error().message.find("abc-secret") == std::string::npos);
  const auto json = read_text("c.json", R"({"ncbi_api_key": "abc-secret)");
  REQUIRE_FALSE(json);
  CHECK(json.error().message.find("abc-secret") == std::string::npos);
}

TEST_CASE("values of other kinds are all named") {
  const auto bad =
      read_text("c.json", R"({"a":5,"b":[1],"c":{"d":1.5},"e":"fine","f":"x","F":"y"})");
  REQUIRE_FALSE(bad);
  REQUIRE(bad.error().problems.size() == 4);
  CHECK(bad.error().problems[0].path == "a");
  CHECK(bad.error().problems[1].path == "b");
  CHECK(bad.error().problems[2].path == "c_d");
  CHECK(bad.error().problems[3].path == "f");
  CHECK_FALSE(read_text("c.json", "[]"));
}

TEST_CASE("a file that is not there is an error that names it") {
  const auto none = ev::app::read_config_file("/nowhere/at/all.toml");
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("/nowhere/at/all.toml") != std::string::npos);
}

TEST_CASE("empty files hold no settings") {
  CHECK(read_text("c.toml", "")->empty());
  CHECK(read_text("c.json", "{}")->empty());
}
