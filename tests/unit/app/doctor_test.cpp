#include "app/doctor.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <algorithm>
#include <sys/stat.h>

namespace {

using ev::app::DoctorReport;
using ev::app::Environment;
using ev::app::Finding;
using ev::app::Severity;

struct Patient {
  ev::test::TempDir dir;
  ev::test::FakeClock clock;
  ev::app::Probe probe{};
  std::filesystem::path config_file{};

  DoctorReport examine(Environment environment = {}) {
    environment.try_emplace("EVIDENCE_MCP_HOME", (dir.path() / "home").string());
    auto loaded = ev::app::load_settings({.file = config_file, .environment = environment});
    REQUIRE(loaded);
    loaded->config.limiter_dir = dir.path() / "limiter";
    return ev::app::examine(*loaded, {.clock = &clock,
                                      .config_file = config_file,
                                      .store_file = loaded->config.home / "evidence.db",
                                      .environment = environment,
                                      .policies = {{"pubmed", {.service = "ncbi"}}},
                                      .probe = probe});
  }
};

const Finding* finding_about(const DoctorReport& report, const std::string& subject) {
  const auto it = std::find_if(report.findings.begin(), report.findings.end(),
                               [&](const Finding& f) { return f.subject == subject; });
  return it == report.findings.end() ? nullptr : &*it;
}

}  // namespace

TEST_CASE("a fresh installation is healthy and told what it lacks") {
  Patient patient;
  const DoctorReport report = patient.examine();
  CHECK(report.healthy());
  CHECK(report.state.writable);
  CHECK(report.state.free_bytes.has_value());
  CHECK_FALSE(report.state.store_exists);
  CHECK_FALSE(std::filesystem::exists(report.state.store_file));
  CHECK(std::filesystem::is_empty(report.state.path));
  CHECK(report.network.empty());
  for (const char* subject : {"NCBI_API_KEY", "NCBI_EMAIL"}) {
    const Finding* finding = finding_about(report, subject);
    REQUIRE(finding);
    CHECK(finding->severity == Severity::hint);
    CHECK_FALSE(finding->remedy.empty());
  }
  CHECK(finding_about(report, "NCBI_API_KEY")->message.find("3 requests") != std::string::npos);
}

TEST_CASE("what is set or switched off is not missing") {
  Patient patient;
  const DoctorReport report = patient.examine(
      {{"NCBI_API_KEY", "k"}, {"NCBI_EMAIL", "a@example.org"}, {"EVIDENCE_MCP_ICITE_URL", "off"}});
  for (const char* subject : {"NCBI_API_KEY", "NCBI_EMAIL"}) {
    CHECK(finding_about(report, subject) == nullptr);
  }
}

TEST_CASE("a state folder that cannot be used is a problem with a remedy") {
  Patient patient;
  REQUIRE(ev::write_file_atomically(patient.dir.path() / "file", "x"));
  const DoctorReport report =
      patient.examine({{"EVIDENCE_MCP_HOME", (patient.dir.path() / "file" / "home").string()}});
  CHECK_FALSE(report.healthy());
  CHECK_FALSE(report.state.writable);
  CHECK(report.findings.front().severity == Severity::problem);
  REQUIRE(finding_about(report, "state folder"));
  CHECK(finding_about(report, "state folder")->remedy.find("EVIDENCE_MCP_HOME") !=
        std::string::npos);
}

TEST_CASE("folders and files that others can read are pointed out") {
  Patient patient;
  REQUIRE(ev::ensure_private_dir(patient.dir.path() / "home"));
  REQUIRE(::chmod((patient.dir.path() / "home").c_str(), 0755) == 0);
  patient.config_file = patient.dir.path() / "c.toml";
  REQUIRE(ev::write_file_atomically(patient.config_file, "ncbi_api_key = \"abcdef-secret\"\n"));
  CHECK(finding_about(patient.examine(), patient.config_file.string()) == nullptr);
  REQUIRE(::chmod(patient.config_file.c_str(), 0644) == 0);
  const DoctorReport report = patient.examine();
  CHECK(finding_about(report, "state folder")->remedy.find("chmod 700") == 0);
  REQUIRE(finding_about(report, patient.config_file.string()));
  CHECK(report.healthy());
}

TEST_CASE("the store is counted, and a damaged one is a problem") {
  Patient patient;
  const auto file = patient.dir.path() / "home" / "evidence.db";
  {
    ev::store::Store store(file, patient.clock);
    REQUIRE(store.articles.put({{"", "90000001", "{}"}}));
  }
  DoctorReport report = patient.examine();
  REQUIRE(report.state.figures);
  CHECK(report.state.figures->articles == 1);
  REQUIRE(ev::write_file_atomically(file, std::string(8192, 'z')));
  report = patient.examine();
  CHECK_FALSE(report.healthy());
  CHECK(report.state.store_exists);
  CHECK_FALSE(report.state.figures);
  REQUIRE(finding_about(report, "store"));
  CHECK(finding_about(report, "store")->message.find(file.string()) != std::string::npos);
}

TEST_CASE("the shared limiter's pauses and blocks are shown") {
  Patient patient;
  const std::string ours = ev::net::limiter_identity(
                               {.service = "ncbi"}, "https://eutils.ncbi.nlm.nih.gov/entrez/eutils")
                               .value();
  const std::string another = "ncbi-0123456789abcdef";  // another key of the same user
  const std::string idle = "ncbi-fedcba9876543210";
  {
    ev::net::RateLimiter limiter(patient.dir.path() / "limiter", patient.clock);
    limiter.reserve(idle, std::chrono::milliseconds(400), ev::TimePoint::max());
    for (const std::string& identity : {ours, another}) {
      limiter.reserve(identity, std::chrono::milliseconds(400), ev::TimePoint::max());
      limiter.on_blocked(identity);
    }
  }
  const DoctorReport report = patient.examine();
  REQUIRE(report.limiter.size() == 2);
  CHECK(report.idle_limiters == 1);
  REQUIRE(finding_about(report, ours));
  CHECK(finding_about(report, ours)->severity == Severity::warning);
  CHECK(finding_about(report, ours)->message.find("60 min") != std::string::npos);
  CHECK_FALSE(finding_about(report, another));
}

TEST_CASE("the network is asked through the probe, for enabled services only") {
  Patient patient;
  std::string asked;
  patient.probe = [&](const std::string& service,
                      const ev::Endpoint& endpoint) -> ev::Result<std::string> {
    CHECK(endpoint.enabled);
    asked += service + " ";
    patient.clock.advance(std::chrono::milliseconds(20));
    if (service == "pubmed") return std::string("einfo");
    return ev::Error{.code = ev::Errc::timeout, .message = "no answer in 10 s"};
  };
  const Environment two = {{"EVIDENCE_MCP_SOURCES", "pubmed,icite"}};
  DoctorReport report = patient.examine(two);
  CHECK(asked == "icite pubmed ");
  REQUIRE(report.network.size() == 2);
  CHECK(report.network[0].detail == "no answer in 10 s");
  CHECK(report.network[1].ok);
  CHECK(report.network[1].ms == Approx(20));
  CHECK_FALSE(report.healthy());
  CHECK(finding_about(report, "network") == nullptr);

  patient.probe = [](const std::string&, const ev::Endpoint&) -> ev::Result<std::string> {
    return ev::Error{.message = "refused"};
  };
  report = patient.examine(two);
  REQUIRE(finding_about(report, "network"));
  CHECK(finding_about(report, "network")->remedy.find("HTTPS_PROXY") != std::string::npos);
}

TEST_CASE("a configured model is probed, and a missing key of another machine is said") {
  Patient patient;
  std::string asked;
  patient.probe = [&](const std::string& service, const ev::Endpoint& endpoint) {
    if (service == ev::app::kModelService || service == ev::app::kEmbeddingsService) {
      asked += service + "=" + endpoint.url + " ";
    }
    return ev::Result<std::string>(std::string("fine"));
  };
  patient.examine();
  CHECK(asked.empty());
  const Environment remote = {{"EVIDENCE_MCP_LLM_API", "openai"},
                              {"EVIDENCE_MCP_LLM_MODEL", "m"},
                              {"EVIDENCE_MCP_EMBEDDINGS_URL", "http://localhost:9/v1"},
                              {"EVIDENCE_MCP_EMBEDDINGS_MODEL", "e"}};
  const DoctorReport report = patient.examine(remote);
  CHECK(asked == "llm=https://api.openai.com/v1 embeddings=http://localhost:9/v1 ");
  REQUIRE(finding_about(report, "EVIDENCE_MCP_LLM_API_KEY"));
  CHECK(finding_about(report, "EVIDENCE_MCP_LLM_API_KEY")->message.find("api.openai.com") !=
        std::string::npos);
  CHECK_FALSE(finding_about(
      patient.examine({{"EVIDENCE_MCP_LLM_API", "ollama"}, {"EVIDENCE_MCP_LLM_MODEL", "m"}}),
      "EVIDENCE_MCP_LLM_API_KEY"));
}

TEST_CASE("modes and doubtful settings are said") {
  Patient patient;
  CHECK(finding_about(patient.examine({{"EVIDENCE_MCP_SAMPLE", "1"}}), "EVIDENCE_MCP_SAMPLE"));
  CHECK(finding_about(patient.examine({{"EVIDENCE_MCP_OFFLINE", "1"}}), "EVIDENCE_MCP_OFFLINE"));
  CHECK(finding_about(patient.examine({{"EVIDENCE_MCP_SOURCE", "x"}}), "EVIDENCE_MCP_SOURCE"));
}
