// Crossref and Unpaywall under every fault, by replayed cassettes: each failure is named, nothing
// of it reaches a record, and the service beside it is not touched.
#include "base/json.hpp"
#include "base/text.hpp"
#include "net/cassette.hpp"
#include "net/wire.hpp"
#include "pipeline/search/enrich.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/unpaywall.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

using namespace ev;

namespace {

using search::SourceStatus;

const std::vector<std::string> kDois = {"10.5555/a"};
const std::vector<std::string> kPmids = {"90000001"};

struct Exchange {
  int status = 200;
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string broken{};  // a transport error instead of a reply
};

std::string recorded(const std::string& label, const Exchange& exchange) {
  Json line = {{"request", label}};
  if (!exchange.broken.empty()) {
    line["error"] = {{"message", exchange.broken}, {"transient", true}, {"too_large", false}};
    return dump_json(line) + "\n";
  }
  line["status"] = exchange.status;
  line["headers"] = Json::array();
  for (const auto& [name, value] : exchange.headers) {
    Json header = Json::array();
    header.push_back(name);
    header.push_back(value);
    line["headers"].push_back(std::move(header));
  }
  if (text::valid_utf8(exchange.body)) {
    line["body"] = exchange.body;
    return dump_json(line) + "\n";
  }
  std::string hex;
  for (const char c : exchange.body) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    hex += two;
  }
  line["body_hex"] = hex;
  return dump_json(line) + "\n";
}

const std::string kWork =
    R"({"status":"ok","message":{"items":[{"DOI":"10.5555/a","title":["Invented tablets for adults"],)"
    R"("volume":"7"}]}})";
const std::string kCopy =
    R"({"doi":"10.5555/a","is_oa":true,"oa_status":"gold","best_oa_location":null})";

struct Fault {
  const char* name;
  Exchange (*made_of)(const std::string& sound);
  std::vector<SourceStatus> allowed;
};

constexpr auto kFailed = SourceStatus::error;
constexpr auto kLimited = SourceStatus::rate_limited;

std::vector<Fault> faults() {
  return {
      {"none", [](const std::string& s) { return Exchange{.body = s}; }, {SourceStatus::ok}},
      {"429 with Retry-After",
       [](const std::string&) {
         return Exchange{.status = 429, .body = "slow down", .headers = {{"retry-after", "1"}}};
       },
       {kLimited}},
      {"429 without", [](const std::string&) { return Exchange{.status = 429}; }, {kLimited}},
      {"429 for a day",
       [](const std::string&) {
         return Exchange{.status = 429, .headers = {{"retry-after", "86400"}}};
       },
       {kLimited}},
      {"500", [](const std::string&) { return Exchange{.status = 500, .body = "{}"}; }, {kFailed}},
      {"502 HTML",
       [](const std::string&) {
         return Exchange{.status = 502, .body = "<html><title>502 Bad Gateway</title></html>"};
       },
       {kFailed}},
      {"200 with error body",
       [](const std::string&) {
         return Exchange{.body = R"({"status":"failed","message":"something went wrong"})"};
       },
       {kFailed}},
      {"truncated JSON",
       [](const std::string& s) { return Exchange{.body = s.substr(0, s.size() / 2)}; },
       {kFailed}},
      {"wrong type",
       [](const std::string&) { return Exchange{.body = "a;b;c\n1;2;3\n"}; },
       {kFailed}},
      {"list for an object",
       [](const std::string&) { return Exchange{.body = "[1,2,3]"}; },
       {kFailed}},
      {"hang",
       [](const std::string&) { return Exchange{.broken = "no byte for 30 s"}; },
       {kFailed}},
      {"slow drip",
       [](const std::string&) { return Exchange{.broken = "the transfer took too long"}; },
       {kFailed}},
      {"reset",
       [](const std::string&) { return Exchange{.broken = "connection reset"}; },
       {kFailed}},
      {"invalid UTF-8",
       [](const std::string& s) {
         std::string body = s;
         body.insert(body.size() / 2, "\xff\xfe");
         return Exchange{.body = body};
       },
       {kFailed, SourceStatus::ok}},
      {"15 MB body",
       [](const std::string& s) { return Exchange{.body = s + std::string(15u << 20, ' ')}; },
       {SourceStatus::ok}},
      {"redirect to block page",
       [](const std::string&) {
         return Exchange{.status = 302, .headers = {{"location", "https://example.org/abuse"}}};
       },
       {kFailed}},
      {"block page with 200",
       [](const std::string&) {
         return Exchange{.body = "<!DOCTYPE html><html><body>Access denied</body></html>"};
       },
       {kFailed}},
      {"empty", [](const std::string&) { return Exchange{}; }, {kFailed}},
  };
}

// A replayer in a time of its own: waits between tries pass at once, and how long the machine takes
// does not count.
class TimelessReplayer final : public net::Engine {
 public:
  TimelessReplayer(const std::string& cassette, test::FakeClock& clock)
      : inner_(*net::make_replayer(cassette)), clock_(clock) {}
  void start(std::uint64_t id, const net::WireRequest& wire) override { inner_->start(id, wire); }
  void cancel(std::uint64_t id) override { inner_->cancel(id); }
  void wake() override { inner_->wake(); }
  std::vector<net::Completion> poll(TimePoint until) override {
    if (until == TimePoint::max()) return inner_->poll(until);
    std::vector<net::Completion> done = inner_->poll(clock_.now());
    if (done.empty() && clock_.now() < until) clock_.advance(until - clock_.now());
    return done;
  }

 private:
  std::unique_ptr<net::Engine> inner_;
  test::FakeClock& clock_;
};

struct Outcome {
  std::vector<search::EnrichmentReport> reports;
  model::Article record;
};

Outcome enriched(const Config& config, const std::string& cassette) {
  test::FakeClock clock;
  test::MemoryArticles articles{clock};
  store::Store store{":memory:", clock};
  net::Client http({.clock = &clock, .make_engine = [&] {
                      return std::make_unique<TimelessReplayer>(cassette, clock);
                    }});
  const search::Ports ports{config, clock, http, articles, store.library, mesh::built_in()};
  std::vector<model::Article> records(1);
  records[0].pmid = kPmids[0];
  records[0].doi = kDois[0];
  records[0].title = "Invented tablets for adults";
  const Context ctx{.clock = &clock, .deadline = clock.now() + std::chrono::hours(1)};
  auto got = search::enrich(ports, {"icite", "crossref", "unpaywall"}, records, ctx);
  REQUIRE(got);
  return {std::move(got->reports), records[0]};
}

}  // namespace

TEST_CASE("Crossref and Unpaywall under every fault", "[exhaustive]") {
  Config config;
  config.unpaywall_email = "reader@library.org";
  std::size_t listed = 0;
  const auto label = [](const net::RequestPlan& plan) { return net::make_wire(plan, "")->label; };
  const std::string icite =
      recorded(label(sources::plan_citations(config, kPmids)[0]),
               {.body = R"({"data":[{"pmid":90000001,"citation_count":5}]})"});
  const std::string crossref = label(sources::plan_crossref_lists(config, kDois, listed)[0]);
  const std::string unpaywall = label(*sources::plan_open_access(config, kDois[0]));
  std::printf("%-24s | %-14s | %-14s\n", "fault", "crossref", "unpaywall");
  for (const Fault& fault : faults()) {
    std::string cells;
    for (const std::string service : {"crossref", "unpaywall"}) {
      const bool at_crossref = service == "crossref";
      const Outcome got = enriched(
          config,
          icite + recorded(crossref, at_crossref ? fault.made_of(kWork) : Exchange{.body = kWork}) +
              recorded(unpaywall, at_crossref ? Exchange{.body = kCopy} : fault.made_of(kCopy)));
      INFO(fault.name << " at " << service);
      REQUIRE(got.reports.size() == 3);
      const search::EnrichmentReport& hit = got.reports[at_crossref ? 1 : 2];
      const search::EnrichmentReport& beside = got.reports[at_crossref ? 2 : 1];
      REQUIRE(hit.service == service);
      const bool fits =
          std::find(fault.allowed.begin(), fault.allowed.end(), hit.status) != fault.allowed.end();
      CAPTURE(search::to_string(hit.status));
      CHECK(fits);
      const bool well = hit.status == SourceStatus::ok;
      CHECK(hit.error.has_value() == !well);
      CHECK(hit.known == (well ? 1 : 0));
      CHECK(beside.status == SourceStatus::ok);
      CHECK(beside.known == 1);
      CHECK(got.reports[0].known == 1);
      CHECK(got.record.citation_count == 5);
      const bool gained =
          at_crossref ? got.record.volume == "7" : got.record.is_open_access == true;
      CHECK(gained == well);
      char cell[32];
      std::snprintf(cell, sizeof cell, " | %-14s", search::to_string(hit.status));
      cells += cell;
    }
    std::printf("%-24s%s\n", fault.name, cells.c_str());
  }
}
