#include "app/doctor.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <sys/stat.h>

namespace {

using ev::app::Answered;
using ev::app::DoctorReport;
using ev::app::Environment;
using ev::app::Finding;
using ev::app::Severity;

struct Patient {
  ev::test::TempDir dir;
  ev::test::FakeClock clock;
  ev::app::Probe probe{};
  std::filesystem::path config_file{};
  ev::net::CurlFacts curl{};
  ev::app::Surroundings around{};

  DoctorReport examine(Environment environment = {}) {
    environment.try_emplace("EVIDENCE_MCP_HOME", (dir.path() / "home").string());
    auto loaded = ev::app::examine_settings({.file = config_file, .environment = environment});
    loaded.config.limiter_dir = dir.path() / "limiter";
    return ev::app::examine(loaded, {.clock = &clock,
                                     .config_file = config_file,
                                     .store_file = loaded.config.home / "evidence.db",
                                     .environment = environment,
                                     .policies = {{"pubmed", {.service = "ncbi"}}},
                                     .probe = probe,
                                     .curl = curl,
                                     .around = around});
  }
};

const Finding* finding_about(const DoctorReport& report, const std::string& subject) {
  const auto it = std::find_if(report.findings.begin(), report.findings.end(),
                               [&](const Finding& f) { return f.subject == subject; });
  return it == report.findings.end() ? nullptr : &*it;
}

ev::app::Probe answering(std::chrono::seconds date) {
  return [date](const std::string&, const ev::Endpoint&) -> ev::Result<Answered> {
    return Answered{"fine", date};
  };
}

ev::app::Probe failing(ev::Error error) {
  return [error](const std::string&, const ev::Endpoint&) -> ev::Result<Answered> { return error; };
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
  CHECK(report.limiter.size() == 1);
  CHECK(report.others_waiting.size() == 1);
  CHECK(report.others_idle == 1);
  REQUIRE(finding_about(report, ours));
  CHECK(finding_about(report, ours)->severity == Severity::warning);
  CHECK(finding_about(report, ours)->message.find("60 min") != std::string::npos);
  CHECK_FALSE(finding_about(report, another));
}

TEST_CASE("the network is asked through the probe, for enabled services only") {
  Patient patient;
  std::mutex guard;
  std::set<std::string> asked;
  patient.probe = [&](const std::string& service,
                      const ev::Endpoint& endpoint) -> ev::Result<Answered> {
    const std::lock_guard lock(guard);
    CHECK(endpoint.enabled);
    asked.insert(service);
    if (service == "pubmed") return Answered{"einfo"};
    return ev::Error{.code = ev::Errc::timeout, .message = "icite: no answer in 10 s"};
  };
  const Environment two = {{"EVIDENCE_MCP_SOURCES", "pubmed,icite"}};
  const DoctorReport report = patient.examine(two);
  CHECK(asked == std::set<std::string>{"icite", "pubmed"});
  REQUIRE(report.network.size() == 2);
  CHECK(report.network[0].detail == "icite: no answer in 10 s");
  CHECK(report.network[1].ok);
  CHECK_FALSE(report.healthy());
  CHECK(finding_about(report, "network") == nullptr);
  REQUIRE(finding_about(report, "icite"));
  CHECK(finding_about(report, "icite")->severity == Severity::warning);
}

TEST_CASE("where nothing can be reached, the proxy or the lack of one is the suspect") {
  Patient patient;
  patient.probe = failing({.code = ev::Errc::upstream_unavailable, .message = "refused"});
  DoctorReport report = patient.examine();
  REQUIRE(finding_about(report, "network"));
  CHECK(finding_about(report, "network")->message.find("refused") != std::string::npos);
  CHECK(finding_about(report, "network")->remedy.find("set HTTPS_PROXY") != std::string::npos);
  report = patient.examine({{"HTTPS_PROXY", "http://user:pass@proxy.example:3128"}});
  CHECK(finding_about(report, "network")->remedy.find("named by HTTPS_PROXY") != std::string::npos);
  REQUIRE_FALSE(report.way_out.empty());
  CHECK(report.way_out[0].value.find("http://***@proxy.example:3128") == 0);
}

TEST_CASE("a service that answers with a refusal is no connection trouble") {
  Patient patient;
  patient.probe = failing({.code = ev::Errc::invalid_argument,
                           .message = "pubmed: the key is refused; correct NCBI_API_KEY"});
  const DoctorReport report = patient.examine({{"EVIDENCE_MCP_SOURCES", "pubmed"}});
  CHECK(finding_about(report, "network") == nullptr);
  REQUIRE(finding_about(report, "pubmed"));
  CHECK(finding_about(report, "pubmed")->severity == Severity::problem);
  CHECK(finding_about(report, "pubmed")->message ==
        "refuses: the key is refused; correct NCBI_API_KEY");
}

TEST_CASE("a clock that is wrong is told by the services, or by itself") {
  Patient patient;
  const auto now = patient.clock.unix_time();
  patient.probe = answering(now - std::chrono::minutes(4));
  CHECK_FALSE(finding_about(patient.examine(), "clock"));
  patient.probe = answering(now - std::chrono::hours(2));
  DoctorReport report = patient.examine();
  REQUIRE(finding_about(report, "clock"));
  CHECK(finding_about(report, "clock")->message.find("120 min ahead") != std::string::npos);
  CHECK_FALSE(report.healthy());
  // One reply out of a proxy's store says nothing while another is of now.
  patient.probe = [now](const std::string& service, const ev::Endpoint&) -> ev::Result<Answered> {
    return Answered{"fine", service == "pubmed" ? now : now - std::chrono::hours(30)};
  };
  CHECK_FALSE(finding_about(patient.examine(), "clock"));
  patient.probe = {};
  patient.clock.set_unix(1'000'000);
  report = patient.examine();
  REQUIRE(finding_about(report, "clock"));
  CHECK(finding_about(report, "clock")->message.find("1970-01-12") != std::string::npos);
}

TEST_CASE("certificates that are missing or no certificates are problems") {
  Patient patient;
  const auto bundle = patient.dir.path() / "bundle.pem";
  const std::string nowhere = (patient.dir.path() / "nowhere").string();
  REQUIRE(ev::write_file_atomically(bundle, "-----BEGIN CERTIFICATE-----\n"));
  patient.curl = {.ca_file = nowhere, .ca_dir = nowhere};
  REQUIRE(finding_about(patient.examine(), "certificates"));
  CHECK(finding_about(patient.examine(), "certificates")->remedy.find("ca-certificates") !=
        std::string::npos);
  // A file of one's own stands in for the system's.
  CHECK(patient.examine({{"SSL_CERT_FILE", bundle.string()}}).healthy());
  patient.curl = {.ca_file = bundle.string()};
  CHECK(patient.examine().healthy());
  const DoctorReport wrong =
      patient.examine({{"CURL_CA_BUNDLE", nowhere}, {"SSL_CERT_FILE", bundle.string()}});
  REQUIRE(finding_about(wrong, "CURL_CA_BUNDLE"));
  CHECK(finding_about(wrong, "CURL_CA_BUNDLE")->message.find(nowhere) != std::string::npos);
  REQUIRE(ev::write_file_atomically(bundle, "<html>"));
  CHECK(finding_about(patient.examine({{"SSL_CERT_FILE", bundle.string()}}), "SSL_CERT_FILE"));
  CHECK(finding_about(patient.examine({{"SSL_CERT_DIR", nowhere}}), "SSL_CERT_DIR"));
  // Nobody is asked offline.
  CHECK_FALSE(finding_about(
      patient.examine({{"SSL_CERT_DIR", nowhere}, {"EVIDENCE_MCP_OFFLINE", "1"}}), "SSL_CERT_DIR"));
}

TEST_CASE("a proxy for http only, and a libcurl that cannot be loaded, are said") {
  Patient patient;
  patient.curl = {.problem = "libcurl cannot be loaded (no such file)"};
  const DoctorReport report = patient.examine({{"HTTP_PROXY", "http://proxy.example:3128"}});
  REQUIRE(finding_about(report, "HTTP_PROXY"));
  CHECK(finding_about(report, "HTTP_PROXY")->remedy.find("HTTPS_PROXY") != std::string::npos);
  REQUIRE(finding_about(report, "network library"));
  CHECK_FALSE(report.healthy());
}

TEST_CASE("settings that cannot be used are problems, and the rest is examined") {
  Patient patient;
  patient.config_file = patient.dir.path() / "c.toml";
  REQUIRE(ev::write_file_atomically(patient.config_file, "ncbi_api_key = \n"));
  const DoctorReport report = patient.examine({{"EVIDENCE_MCP_PUBMED_URL", "http://example.org"}});
  for (const std::string subject : {"EVIDENCE_MCP_PUBMED_URL", patient.config_file.c_str()}) {
    INFO(subject);
    REQUIRE(finding_about(report, subject));
    CHECK(finding_about(report, subject)->severity == Severity::problem);
  }
  CHECK(report.state.writable);
}

TEST_CASE("a limiter folder that cannot be used is said") {
  Patient patient;
  REQUIRE(ev::write_file_atomically(patient.dir.path() / "limiter", "a file"));
  CHECK(finding_about(patient.examine(), "limiter folder"));
}

TEST_CASE("the hosts' files are looked into") {
  Patient patient;
  patient.around.home = patient.dir.path();
  patient.around.config_home = patient.dir.path() / ".config";
  const auto desktop = patient.around.config_home / "Claude" / "claude_desktop_config.json";
  std::filesystem::create_directories(desktop.parent_path());
  const auto with = [&](const std::string& content) {
    REQUIRE(ev::write_file_atomically(desktop, content));
    return patient.examine();
  };
  CHECK(patient.examine().hosts.empty());
  DoctorReport report = with("{\"mcpServers\": {,}}");
  REQUIRE(finding_about(report, "Claude Desktop"));
  CHECK(finding_about(report, "Claude Desktop")->message.find(desktop.string()) !=
        std::string::npos);
  CHECK(finding_about(report, "Claude Desktop")->severity == Severity::warning);
  report = with("{}");
  CHECK_FALSE(finding_about(report, "Claude Desktop"));
  CHECK(report.hosts.at(0).value.find("install claude-desktop") != std::string::npos);
  report = with(R"({"mcpServers": {"evidence": {"command": "/nowhere/evidence-mcp"}}})");
  REQUIRE(finding_about(report, "Claude Desktop"));
  CHECK(finding_about(report, "Claude Desktop")->severity == Severity::problem);
  CHECK(finding_about(report, "Claude Desktop")->message.find("/nowhere/evidence-mcp does not") !=
        std::string::npos);
  report = with(R"({"mcpServers": {"evidence": {"command": "evidence-mcp", "args": ["serve"]}}})");
  CHECK(finding_about(report, "Claude Desktop")->message.find("PATH") != std::string::npos);
  report = with(R"({"mcpServers": {"evidence": {"command": "/bin/sh", "args": ["--sample"]}}})");
  CHECK(finding_about(report, "Claude Desktop")->message.find("invented") != std::string::npos);
  report = with(R"({"mcpServers": {"evidence": {"command": "/bin/sh", "args": ["serve"]}}})");
  CHECK_FALSE(finding_about(report, "Claude Desktop"));
  CHECK(report.hosts.at(0).value.find("starts /bin/sh") != std::string::npos);
  report = with(R"({"mcpServers": {"evidence": 3}})");
  CHECK(finding_about(report, "Claude Desktop"));
}

TEST_CASE("a configured model is probed, and a missing key of another machine is said") {
  Patient patient;
  std::mutex guard;
  std::set<std::string> asked;
  patient.probe = [&](const std::string& service, const ev::Endpoint& endpoint) {
    const std::lock_guard lock(guard);
    if (service == ev::app::kModelService || service == ev::app::kEmbeddingsService) {
      asked.insert(service + "=" + endpoint.url);
    }
    return ev::Result<Answered>(Answered{"fine"});
  };
  patient.examine();
  CHECK(asked.empty());
  const Environment remote = {{"EVIDENCE_MCP_LLM_API", "openai"},
                              {"EVIDENCE_MCP_LLM_MODEL", "m"},
                              {"EVIDENCE_MCP_EMBEDDINGS_URL", "http://localhost:9/v1"},
                              {"EVIDENCE_MCP_EMBEDDINGS_MODEL", "e"}};
  const DoctorReport report = patient.examine(remote);
  CHECK(asked ==
        std::set<std::string>{"llm=https://api.openai.com/v1", "embeddings=http://localhost:9/v1"});
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
