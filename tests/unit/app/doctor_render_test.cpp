#include "app/doctor.hpp"
#include "base/json.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace {

constexpr const char* kSecretPart = "0123456789abcdef";

struct RenderedReports {
  std::string text;
  std::string json;
  std::string short_text;
};

RenderedReports render_with_secrets() {
  const ev::test::TempDir dir;
  const ev::test::FakeClock clock;
  const std::string secret = kSecretPart;
  auto loaded =
      ev::app::load_settings({.environment = {{"EVIDENCE_MCP_HOME", (dir.path() / "home").string()},
                                              {"NCBI_API_KEY", secret},
                                              {"OPENALEX_API_KEY", "x" + secret},
                                              {"EVIDENCE_MCP_LLM_API", "anthropic"},
                                              {"EVIDENCE_MCP_LLM_MODEL", "m"},
                                              {"EVIDENCE_MCP_LLM_API_KEY", secret + "y"}}});
  REQUIRE(loaded);
  loaded->config.limiter_dir = dir.path() / "limiter";
  {
    ev::store::Store store(loaded->config.home / "evidence.db", clock);
    REQUIRE(store.documents.put("k", "i", "{}"));
  }
  const auto report = ev::app::examine(
      *loaded,
      {.clock = &clock,
       .store_file = loaded->config.home / "evidence.db",
       .probe = [](const std::string&, const ev::Endpoint&) -> ev::Result<ev::app::Answered> {
         return ev::app::Answered{"an answer"};
       }});
  return {ev::app::render_text(report, true), ev::app::render_json(report),
          ev::app::render_text(report, false)};
}

}  // namespace

TEST_CASE("no secret reaches the doctor's output") {
  const RenderedReports out = render_with_secrets();
  CHECK(out.text.find(kSecretPart) == std::string::npos);
  CHECK(out.json.find(kSecretPart) == std::string::npos);
  CHECK(out.short_text.find(kSecretPart) == std::string::npos);
  CHECK(out.text.find("set (hidden)") != std::string::npos);
}

TEST_CASE("text names settings, state, limits, libraries and findings") {
  const RenderedReports out = render_with_secrets();
  for (const char* part : {"EVIDENCE_MCP_PUBMED_URL", "(environment)", "documents", "10 MiB",
                           "sqlite", "an answer", "NCBI_EMAIL is not set"}) {
    INFO(part);
    CHECK(out.text.find(part) != std::string::npos);
  }
}

TEST_CASE("without --all it is one screen: what is set, and what is wrong") {
  const std::string out = render_with_secrets().short_text;
  CHECK(std::count(out.begin(), out.end(), '\n') <= 50);
  for (const char* part :
       {"NCBI_API_KEY", "--all", "documents", "an answer", "NCBI_EMAIL is not"}) {
    INFO(part);
    CHECK(out.find(part) != std::string::npos);
  }
  for (const char* part : {"EVIDENCE_MCP_PUBMED_URL", "10 MiB", "sqlite"}) {
    INFO(part);
    CHECK(out.find(part) == std::string::npos);
  }
}

TEST_CASE("JSON has every part") {
  const auto report = ev::parse_json(render_with_secrets().json);
  REQUIRE(report);
  CHECK((*report)["healthy"] == true);
  CHECK((*report)["settings"].size() == 31);
  CHECK((*report)["settings"][0]["origin"] == "environment");
  CHECK((*report)["state"]["store"]["documents"] == 1);
  CHECK((*report)["network"].size() == 11);  // nine services and the model
  CHECK((*report)["network"][0]["ok"] == true);
  CHECK((*report)["limits"]["calls at the same time"] == "4");
  CHECK((*report)["libraries"].contains("sqlite"));
  CHECK((*report)["host_entry"]["mcpServers"]["evidence"]["args"][0] == "serve");
  CHECK((*report)["findings"].is_array());
}
