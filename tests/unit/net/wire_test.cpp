#include "net/wire.hpp"

#include "net/cache.hpp"
#include "support/catch.hpp"

namespace ev::net {

namespace {

RequestPlan search_plan() {
  return {.source = "pubmed",
          .url = "https://eutils.example.org/esearch.fcgi",
          .params = {{"db", "pubmed"}, {"term", "heart failure"}},
          .secret_params = {{"tool", "evidence-mcp"}, {"api_key", "0123456789abcdef"}}};
}

std::string header_of(const WireRequest& wire, std::string_view name) {
  for (const auto& [key, value] : wire.headers) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace

TEST_CASE("a short request is a GET with everything in the query") {
  const auto wire = make_wire(search_plan(), "evidence-mcp/1");
  REQUIRE(wire);
  CHECK(wire->method == "GET");
  CHECK(wire->url ==
        "https://eutils.example.org/"
        "esearch.fcgi?db=pubmed&term=heart%20failure&tool=evidence-mcp&api_key=0123456789abcdef");
  CHECK(header_of(*wire, "User-Agent") == "evidence-mcp/1");
  CHECK(wire->max_body == limits::kBodyBytes);
  CHECK(wire->label ==
        "GET https://eutils.example.org/esearch.fcgi?db=pubmed&term=heart%20failure");
  CHECK(wire->secrets == std::vector<std::string>{"0123456789abcdef"});
}

TEST_CASE("a long request travels as a form where the service accepts it") {
  RequestPlan plan = search_plan();
  plan.params.emplace_back("id", std::string(2000, '7'));
  CHECK(make_wire(plan, "")->method == "GET");
  plan.may_post = true;
  const auto wire = make_wire(plan, "");
  CHECK(wire->method == "POST");
  CHECK(wire->url == "https://eutils.example.org/esearch.fcgi");
  CHECK(wire->body.rfind("db=pubmed&term=heart%20failure&id=777", 0) == 0);
  CHECK(wire->body.find("api_key=0123456789abcdef") != std::string::npos);
  CHECK(header_of(*wire, "Content-Type") == "application/x-www-form-urlencoded");
  CHECK(wire->label.find("0123456789abcdef") == std::string::npos);

  RequestPlan exact = search_plan();
  exact.may_post = true;
  const std::size_t rest = make_wire(exact, "")->url.size() + std::string("&id=").size();
  exact.params.emplace_back("id", std::string(limits::kGetUrlBytes - rest, '7'));
  CHECK(make_wire(exact, "")->method == "GET");
  exact.params.back().second += "7";
  CHECK(make_wire(exact, "")->method == "POST");
  RequestPlan forced = search_plan();
  forced.force_post = true;
  CHECK(make_wire(forced, "")->method == "POST");
}

TEST_CASE("a body of its own is posted with the parameters in the query") {
  RequestPlan plan = search_plan();
  plan.body = R"({"a":1})";
  plan.content_type = "application/json";
  plan.secret_headers = {{"Authorization", "Bearer sk-test-0001"}};
  const auto wire = make_wire(plan, "");
  REQUIRE(wire);
  CHECK(wire->method == "POST");
  CHECK(wire->body == R"({"a":1})");
  CHECK(wire->url.find("term=heart%20failure") != std::string::npos);
  CHECK(header_of(*wire, "Content-Type") == "application/json");
  CHECK(wire->label.find("sk-test-0001") == std::string::npos);
  CHECK(wire->secrets.size() == 3);  // key, header, header without its scheme
}

TEST_CASE("unsafe addresses and header values are refused") {
  RequestPlan plan = search_plan();
  plan.url = "http://eutils.example.org/";
  CHECK(make_wire(plan, "").error().code == Errc::invalid_argument);
  plan.url = "http://127.0.0.1:9/x";
  CHECK(make_wire(plan, ""));
  plan.secret_headers = {{"Authorization", "Bearer abc\r\nX: y"}};
  const auto refused = make_wire(plan, "");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("abc") == std::string::npos);
}

TEST_CASE("the cache key depends on what is asked, not on who asks or how it travels") {
  const RequestPlan plan = search_plan();
  const std::string key = cache_key(plan);
  CHECK(key.size() == 64);
  RequestPlan other = plan;
  other.secret_params.clear();
  other.secret_headers = {{"Authorization", "Bearer x"}};
  other.policy.key = "k";
  other.may_post = true;
  other.force_post = true;
  CHECK(cache_key(other) == key);
  const auto differs = [&](auto change) {
    RequestPlan changed = plan;
    change(changed);
    return cache_key(changed) != key;
  };
  CHECK(differs([](RequestPlan& p) { p.params[1].second = "heart"; }));
  CHECK(differs([](RequestPlan& p) { std::swap(p.params[0], p.params[1]); }));
  CHECK(differs([](RequestPlan& p) { p.params[0] = {"d", "bpubmed"}; }));
  CHECK(differs([](RequestPlan& p) { p.url += "x"; }));
  CHECK(differs([](RequestPlan& p) { p.body = "x"; }));
  CHECK(differs([](RequestPlan& p) { p.headers = {{"Accept", "text/csv"}}; }));
}

}  // namespace ev::net
