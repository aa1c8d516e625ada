#include "net/cassette.hpp"

#include "net/wire.hpp"
#include "support/catch.hpp"
#include "support/fake_http.hpp"
#include "support/temp_dir.hpp"

#include <fstream>
#include <sstream>

namespace ev::net {

using namespace std::chrono_literals;

namespace {

const std::string kCassetteKey = "fedcba9876543210fedcba9876543210";

WireRequest wire_for(std::string term) {
  const RequestPlan plan{.source = "pubmed",
                         .url = "https://eutils.example.org/esearch.fcgi",
                         .params = {{"term", std::move(term)}},
                         .secret_params = {{"api_key", kCassetteKey}},
                         .secret_headers = {{"Authorization", "Bearer tok-12345678"}}};
  return *make_wire(plan, "test/1");
}

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Starts one request and returns its completion.
Completion one(Engine& engine, std::uint64_t id, const WireRequest& wire) {
  engine.start(id, wire);
  auto done = engine.poll(TimePoint(Nanos(1'000'000'000)));
  REQUIRE(done.size() == 1);
  CHECK(done[0].id == id);
  return done[0];
}

}  // namespace

TEST_CASE("what was recorded is replayed in order per request, errors included") {
  const test::TempDir temp;
  const auto file = temp.path() / "cassette.jsonl";
  test::FakeClock clock;
  test::HttpScript script(clock);
  script.on("asthma", {{.status = 429, .headers = {{"retry-after", "2"}}},
                       {.body = "caf\xC3\xA9", .headers = {{"content-length", "5"}}},
                       {.failed = true, .message = "connection reset"}});
  script.on("binary", {{.body = std::string("\xFF\x00\xFE", 3)}});
  {
    const auto recorder = make_recorder(script.factory()(), file);
    one(*recorder, 1, wire_for("asthma"));
    one(*recorder, 2, wire_for("asthma"));
    one(*recorder, 3, wire_for("asthma"));
    one(*recorder, 4, wire_for("binary"));
    recorder->start(5, wire_for("asthma"));
    recorder->cancel(5);
  }
  auto replayer = make_replayer(slurp(file));
  REQUIRE(replayer);
  Engine& engine = **replayer;
  const Completion first = one(engine, 11, wire_for("asthma"));
  CHECK(first.response.status == 429);
  CHECK(first.response.header("retry-after") == "2");
  const Completion second = one(engine, 12, wire_for("asthma"));
  CHECK(second.response.body == "caf\xC3\xA9");
  CHECK(second.response.header("content-length").empty());
  const Completion third = one(engine, 13, wire_for("asthma"));
  CHECK(third.failed);
  CHECK(third.error.transient);
  CHECK(third.error.message == "connection reset");
  CHECK(one(engine, 14, wire_for("asthma")).failed);  // the last one again
  CHECK(one(engine, 15, wire_for("binary")).response.body == std::string("\xFF\x00\xFE", 3));
}

TEST_CASE("a cassette holds no secret") {
  const test::TempDir temp;
  const auto file = temp.path() / "cassette.jsonl";
  test::FakeClock clock;
  test::HttpScript script(clock);
  script.on("asthma",
            {{.status = 400,
              .body = R"({"error":"API key invalid","api-key":")" + kCassetteKey + "\"}",
              .headers = {{"set-cookie", "ncbi_sid=1"}, {"x-echo", "Bearer tok-12345678"}}},
             {.body = "the key is " + kCassetteKey + ", write to author@example.org"}});
  const auto recorder = make_recorder(script.factory()(), file);
  one(*recorder, 1, wire_for("asthma"));
  one(*recorder, 2, wire_for("asthma"));
  const std::string text = slurp(file);
  CHECK(text.find("API key invalid") != std::string::npos);
  CHECK(text.find(kCassetteKey) == std::string::npos);
  CHECK(text.find("tok-12345678") == std::string::npos);
  CHECK(text.find("ncbi_sid") == std::string::npos);
  CHECK(text.find("author@example.org") != std::string::npos);
}

TEST_CASE("a request that was not recorded names the nearest one") {
  const std::string cassette =
      R"({"request":"GET https://eutils.example.org/esearch.fcgi?term=asthma","status":200,"body":"a"})"
      "\n"
      R"({"request":"GET https://icite.example.org/api/pubs","status":200,"body":"b"})";
  auto replayer = make_replayer(cassette);
  REQUIRE(replayer);
  const Completion miss = one(**replayer, 1, wire_for("astma"));
  CHECK(miss.failed);
  CHECK_FALSE(miss.error.transient);
  CHECK(miss.error.message.find("term=astma; the nearest is GET "
                                "https://eutils.example.org/esearch.fcgi?term=asthma") !=
        std::string::npos);
  CHECK(miss.error.message.find(kCassetteKey) == std::string::npos);
  auto empty = make_replayer("\n");
  CHECK(one(**empty, 1, wire_for("x")).error.message.find("nothing was recorded") !=
        std::string::npos);
}

TEST_CASE("the body limit holds in a replay too") {
  auto replayer = make_replayer(
      R"({"request":"GET https://eutils.example.org/esearch.fcgi?term=x","status":200,"body":"12345"})");
  WireRequest wire = wire_for("x");
  wire.max_body = 4;
  CHECK(one(**replayer, 1, wire).error.too_large);
}

TEST_CASE("unreadable cassettes are refused with the line") {
  for (const char* bad : {"{", "[]", "{}", R"({"request":1})", R"({"request":"x"})",
                          R"({"request":"x","status":"200"})", R"({"request":"x","error":1})",
                          R"({"request":"x","status":200,"headers":[["a"]]})",
                          R"({"request":"x","status":200,"body_hex":"0"})",
                          R"({"request":"x","status":200,"body_hex":"zz"})"}) {
    INFO(bad);
    const auto replayer = make_replayer("\n" + std::string(bad));
    REQUIRE_FALSE(replayer);
    CHECK(replayer.error().message.find("line 2") != std::string::npos);
  }
}

}  // namespace ev::net
