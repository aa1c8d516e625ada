#include "app/config.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/temp_dir.hpp"

#include <cstdlib>

namespace {

using ev::app::Environment;
using ev::app::LoadedConfig;

ev::Result<LoadedConfig> load_from(Environment environment) {
  return ev::app::load_settings({.environment = std::move(environment)});
}

ev::Result<LoadedConfig> load_with_file(const std::string& content, Environment environment = {}) {
  const ev::test::TempDir dir;
  REQUIRE(ev::write_file_atomically(dir.path() / "evidence.toml", content));
  return ev::app::load_settings(
      {.file = dir.path() / "evidence.toml", .environment = std::move(environment)});
}

std::string origin_of(const LoadedConfig& loaded, const std::string& variable) {
  for (const auto& s : loaded.settings) {
    if (s.variable == variable) return ev::app::to_string(s.origin);
  }
  return "missing";
}

// The message about one variable; "" when there is none.
std::string problem_with(const ev::Result<LoadedConfig>& loaded, const std::string& variable) {
  if (loaded) return {};
  for (const ev::Problem& p : loaded.error().problems) {
    if (p.path == variable) return p.message;
  }
  return {};
}

}  // namespace

TEST_CASE("without any setting the real services are used and nothing else") {
  const auto loaded = load_from({});
  REQUIRE(loaded);
  const ev::Config& c = loaded->config;
  CHECK(c.endpoints.at("pubmed").url == "https://eutils.ncbi.nlm.nih.gov/entrez/eutils");
  CHECK(c.endpoints.at("idconv").url ==
        "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles");
  REQUIRE(c.endpoints.size() == 11);
  for (const auto& [name, endpoint] : c.endpoints) {
    INFO(name);
    CHECK(endpoint.enabled);
    CHECK(endpoint.url.rfind("https://", 0) == 0);
    CHECK(endpoint.url.back() != '/');
  }
  CHECK(c.sources.empty());
  CHECK(c.roots.empty());
  CHECK_FALSE(c.offline);
  CHECK_FALSE(c.sample);
  CHECK_FALSE(c.ncbi_api_key.set());
  CHECK(c.llm_api.empty());
  CHECK(c.llm_url.empty());
  CHECK(c.log_level == ev::Level::warn);
  CHECK(c.home.is_absolute());
  CHECK_FALSE(c.limiter_dir.empty());
  CHECK(loaded->warnings.empty());
  CHECK(origin_of(*loaded, "EVIDENCE_MCP_PUBMED_URL") == "default");
}

TEST_CASE("the environment wins over the file, blanks count as unset") {
  const auto loaded = load_with_file(
      "ncbi_api_key = \"from-file\"\nevidence_mcp_log = \"debug\"\npubmed_url = "
      "\"https://file.example/x/\"\n"
      "offline = true\n[openalex]\napi_key = \"oa\"\n",
      {{"EVIDENCE_MCP_LOG", "error"},
       {"NCBI_API_KEY", "${user_config.ncbi_api_key}"},
       {"EVIDENCE_MCP_PUBMED_URL", "  "}});
  REQUIRE(loaded);
  CHECK(loaded->config.log_level == ev::Level::error);
  CHECK(loaded->config.ncbi_api_key.reveal() == "from-file");
  CHECK(loaded->config.key("openalex").reveal() == "oa");
  CHECK(loaded->config.endpoints.at("pubmed").url == "https://file.example/x");
  CHECK(loaded->config.offline);
  CHECK(origin_of(*loaded, "EVIDENCE_MCP_LOG") == "environment");
  CHECK(origin_of(*loaded, "NCBI_API_KEY") == "file");
}

TEST_CASE("base URLs lose trailing slashes, may be off, and http stays on this machine") {
  const auto loaded = load_from({{"EVIDENCE_MCP_PUBMED_URL", "http://127.0.0.1:8080/eutils//"},
                                 {"EVIDENCE_MCP_ICITE_URL", "http://[::1]:9/api/pubs"},
                                 {"EVIDENCE_MCP_CROSSREF_URL", "OFF"}});
  REQUIRE(loaded);
  CHECK(loaded->config.endpoints.at("pubmed").url == "http://127.0.0.1:8080/eutils");
  CHECK(loaded->config.endpoints.at("icite").enabled);
  CHECK_FALSE(loaded->config.endpoints.at("crossref").enabled);
  CHECK(loaded->config.endpoints.at("crossref").url.empty());

  for (const char* bad : {"http://example.org", "ftp://example.org", "example.org", "https://",
                          "https://example.org/?api_key=abcdef", "http://localhost.example.org",
                          "http://127.evil.example", "https://me:abcdef@example.org"}) {
    INFO(bad);
    const auto refused = load_from({{"EVIDENCE_MCP_PUBMED_URL", bad}});
    REQUIRE_FALSE(refused);
    CHECK_FALSE(problem_with(refused, "EVIDENCE_MCP_PUBMED_URL").empty());
    CHECK_FALSE(ev::has(refused.error().message, "abcdef"));
  }
}

TEST_CASE("EVIDENCE_MCP_SOURCES switches the others off") {
  const auto loaded = load_from({{"EVIDENCE_MCP_SOURCES", " PubMed, icite,,pubmed "}});
  REQUIRE(loaded);
  CHECK(loaded->config.sources == std::vector<std::string>{"pubmed", "icite"});
  for (const auto& [name, endpoint] : loaded->config.endpoints) {
    CHECK(endpoint.enabled == (name == "pubmed" || name == "icite"));
  }
  const auto contradiction =
      load_from({{"EVIDENCE_MCP_SOURCES", "pubmed,icite"}, {"EVIDENCE_MCP_ICITE_URL", "off"}});
  REQUIRE(contradiction);
  REQUIRE(contradiction->warnings.size() == 1);
  CHECK(contradiction->warnings[0].path == "EVIDENCE_MCP_ICITE_URL");

  const auto typo = load_from({{"EVIDENCE_MCP_SOURCES", "pubmed,europmc"}});
  const std::string message = problem_with(typo, "EVIDENCE_MCP_SOURCES");
  CHECK(ev::has(message, "\"europmc\""));
  CHECK(ev::has(message, "did you mean europepmc?"));
}

TEST_CASE("every problem is reported, secrets never") {
  const auto bad = load_from({{"NCBI_API_KEY", "se cret-one"},
                              {"EVIDENCE_MCP_LLM_API_KEY", "secret\ntwo"},
                              {"NCBI_EMAIL", "nobody"},
                              {"UNPAYWALL_EMAIL", "a@b@c"},
                              {"EVIDENCE_MCP_OFFLINE", "maybe"},
                              {"EVIDENCE_MCP_LOG", "loud"},
                              {"EVIDENCE_MCP_ROOTS", "relative/folder"},
                              {"EVIDENCE_MCP_LLM_API", "mistral"}});
  REQUIRE_FALSE(bad);
  CHECK(bad.error().code == ev::Errc::invalid_argument);
  CHECK(bad.error().problems.size() == 9);  // the model of the endpoint is missing, too
  CHECK(ev::has(problem_with(bad, "NCBI_EMAIL"), "\"nobody\""));
  CHECK(ev::has(problem_with(bad, "EVIDENCE_MCP_OFFLINE"), "use 1 or 0"));
  CHECK(ev::has(problem_with(bad, "EVIDENCE_MCP_LOG"), "error, warn, info or debug"));
  CHECK(ev::has(problem_with(bad, "EVIDENCE_MCP_ROOTS"), "whole path"));
  CHECK(ev::has(problem_with(bad, "EVIDENCE_MCP_LLM_API"), "openai, ollama or anthropic"));
  CHECK_FALSE(problem_with(bad, "NCBI_API_KEY").empty());
  for (const char* piece : {"cret-one", "secret\ntwo", "secret two"}) {
    CHECK_FALSE(ev::has(bad.error().message, piece));
  }
  for (const ev::Problem& p : bad.error().problems) {
    CHECK(ev::has(bad.error().message, p.path + " " + p.message));
  }
}

TEST_CASE("flags are understood in the usual forms") {
  for (const char* yes : {"1", "true", "YES", "on"}) {
    CHECK(load_from({{"EVIDENCE_MCP_SAMPLE", yes}})->config.sample);
  }
  for (const char* no : {"0", "false", "no", "off", ""}) {
    CHECK_FALSE(load_from({{"EVIDENCE_MCP_SAMPLE", no}})->config.sample);
  }
}

TEST_CASE("folders are expanded and roots resolved") {
  const ev::test::TempDir dir;
  std::filesystem::create_directories(dir.path() / "papers");
  const std::string here = std::filesystem::canonical(dir.path()).string();
  const auto loaded = load_from({{"HOME", dir.path().string()},
                                 {"EVIDENCE_MCP_HOME", "~/state/"},
                                 {"EVIDENCE_MCP_ROOTS", "~/papers/../papers:" + here + "/none:"}});
  REQUIRE(loaded);
  CHECK(loaded->config.home == dir.path() / "state" / "");
  REQUIRE(loaded->config.roots.size() == 2);
  CHECK(loaded->config.roots[0] == std::filesystem::path(here) / "papers");
  REQUIRE(loaded->warnings.size() == 1);
  CHECK(ev::has(loaded->warnings[0].message, "no folder"));
  const auto from_list = load_with_file("roots = [\"" + here + "\", \"" + here + "/papers\"]\n");
  REQUIRE(from_list);
  CHECK(from_list->config.roots.size() == 2);
}

TEST_CASE("a laboratory's store is an address without a password") {
  const auto loaded = load_from({{"EVIDENCE_MCP_STORE", "postgresql://ann@db/evidence"},
                                 {"EVIDENCE_MCP_STORE_PASSWORD", "s3cret"}});
  REQUIRE(loaded);
  CHECK(loaded->config.store == "postgresql://ann@db/evidence");
  CHECK(loaded->config.store_password.reveal() == "s3cret");
  for (const auto& setting : loaded->settings) CHECK_FALSE(ev::has(setting.value, "s3cret"));

  const auto unsafe = load_from({{"EVIDENCE_MCP_STORE", "postgresql://ann:s3cret@db/evidence"}});
  CHECK(ev::has(problem_with(unsafe, "EVIDENCE_MCP_STORE"), "PASSWORD_FILE"));
  CHECK_FALSE(ev::has(problem_with(unsafe, "EVIDENCE_MCP_STORE"), "s3cret"));
  CHECK_FALSE(
      problem_with(load_from({{"EVIDENCE_MCP_STORE", "/var/lib/x.db"}}), "EVIDENCE_MCP_STORE")
          .empty());
  const auto unused = load_from({{"EVIDENCE_MCP_STORE_PASSWORD", "s3cret"}});
  REQUIRE(unused);
  CHECK(unused->config.store.empty());
  CHECK(unused->warnings.size() == 1);
}

TEST_CASE("a model endpoint is complete or a problem") {
  const auto ollama =
      load_from({{"EVIDENCE_MCP_LLM_API", "Ollama"}, {"EVIDENCE_MCP_LLM_MODEL", "small"}});
  REQUIRE(ollama);
  CHECK(ollama->config.llm_api == "ollama");
  CHECK(ollama->config.llm_url == "http://localhost:11434");
  CHECK_FALSE(
      problem_with(load_from({{"EVIDENCE_MCP_LLM_API", "openai"}}), "EVIDENCE_MCP_LLM_MODEL")
          .empty());
  CHECK_FALSE(problem_with(load_from({{"EVIDENCE_MCP_LLM_URL", "https://x.example/v1"}}),
                           "EVIDENCE_MCP_LLM_API")
                  .empty());
  const auto odd = load_from({{"EVIDENCE_MCP_LLM_API", "openai"},
                              {"EVIDENCE_MCP_LLM_MODEL", "m"},
                              {"EVIDENCE_MCP_LLM_URL", "http://localhost:1/"}});
  REQUIRE(odd);
  REQUIRE(odd->warnings.size() == 1);
  CHECK(ev::has(odd->warnings[0].message, "/v1"));
  CHECK_FALSE(problem_with(load_from({{"EVIDENCE_MCP_EMBEDDINGS_URL", "https://x.example"}}),
                           "EVIDENCE_MCP_EMBEDDINGS_MODEL")
                  .empty());
}

TEST_CASE("a key without an endpoint is pointed out; embeddings alone may use it") {
  const Environment key = {{"EVIDENCE_MCP_LLM_API_KEY", "abcdef"}};
  REQUIRE(load_from(key)->warnings.size() == 1);
  CHECK(ev::has(load_from(key)->warnings[0].message, "not used"));
  Environment embeddings = key;
  embeddings["EVIDENCE_MCP_EMBEDDINGS_URL"] = "https://x.example/v1";
  embeddings["EVIDENCE_MCP_EMBEDDINGS_MODEL"] = "e";
  CHECK(load_from(embeddings)->warnings.empty());
}

TEST_CASE("unknown names: a problem in a file, a warning in the environment, both with a hint") {
  const auto file = load_with_file("ofline = true\n");
  CHECK(ev::has(problem_with(file, "ofline"), "did you mean offline?"));
  const auto environment = load_from({{"EVIDENCE_MCP_SOURCE", "pubmed"}, {"UNRELATED", "x"}});
  REQUIRE(environment);
  REQUIRE(environment->warnings.size() == 1);
  CHECK(environment->warnings[0].path == "EVIDENCE_MCP_SOURCE");
  CHECK(ev::has(environment->warnings[0].message, "EVIDENCE_MCP_SOURCES"));
}

TEST_CASE("settings show secrets masked") {
  const auto loaded = load_from({{"NCBI_API_KEY", "0123456789abcdef"}});
  REQUIRE(loaded);
  CHECK(loaded->settings.front() ==
        ev::app::Setting{"NCBI_API_KEY", "set (hidden)", ev::app::Origin::environment});
  for (const auto& s : loaded->settings) CHECK_FALSE(ev::has(s.value, "0123456789"));
}

TEST_CASE("the process's own environment is read") {
  ::setenv("EVIDENCE_MCP_LOG", "info", 1);
  CHECK(ev::app::process_environment().at("EVIDENCE_MCP_LOG") == "info");
  const auto config = ev::app::load_config({});
  ::unsetenv("EVIDENCE_MCP_LOG");
  REQUIRE(config);
  CHECK(config->log_level == ev::Level::info);
  CHECK(ev::app::url_variable("pubtator") == "EVIDENCE_MCP_PUBTATOR_URL");
  CHECK(ev::app::url_variable("nothing").empty());
}
