#include "mcp/tool.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"

#include <nlohmann/json.hpp>

namespace ev::mcp {

namespace {

Json error_of(const ToolResult& result) {
  REQUIRE(result.is_error);
  return Json::parse(result.structured).at("error");
}

}  // namespace

TEST_CASE("error_result carries every field of the contract") {
  const ToolResult r = error_result(Error{.code = Errc::rate_limited,
                                          .message = "slow down",
                                          .source = "pubmed",
                                          .path = "query",
                                          .retry_after_s = 2.5,
                                          .recovery = "wait",
                                          .position = 7},
                                    "t");
  CHECK(error_of(r) ==
        Json::parse(R"({"code":"rate_limited","message":"slow down","source":"pubmed",
      "path":"query","retry_after_s":2.5,"recovery":"wait","position":7})"));
  for (const char* part : {"rate_limited", "slow down", "pubmed", "query", "2.5", "wait", "7"}) {
    CAPTURE(part);
    CHECK(has(r.text, part));
  }
}

TEST_CASE("fields that are not known are left out") {
  CHECK(error_of(error_result(Error{.code = Errc::not_found, .message = "no"}, "t")) ==
        Json::parse(R"({"code":"not_found","message":"no"})"));
}

TEST_CASE("every problem is listed once") {
  Error error{.code = Errc::invalid_argument,
              .message = "Invalid arguments for x:\n- a is required"};
  error.problems = {{"a", "is required"}, {"b[1]", "must be a string"}, {"", "must be an object"}};
  const ToolResult r = error_result(error, "t");
  CHECK(error_of(r).at("problems").size() == 3);
  CHECK(error_of(r).at("problems")[1] ==
        Json::parse(R"({"path":"b[1]","message":"must be a string"})"));
  CHECK(has(r.text, "- b[1] must be a string"));
  CHECK(has(r.text, "- arguments must be an object"));
  const std::size_t first = r.text.find("- a is required");
  REQUIRE(first != std::string::npos);
  CHECK(r.text.find("- a is required", first + 1) == std::string::npos);
}

TEST_CASE("the text stays below what hosts cut, and says how much is missing") {
  Error error{.code = Errc::invalid_argument, .message = std::string(50'000, 'm')};
  for (int i = 0; i < 2'000; ++i) error.problems.push_back({"p" + std::to_string(i), "is wrong"});
  const ToolResult r = error_result(error, "t");
  CHECK(r.text.size() < 10'000);
  CHECK(has(r.text, "more problems"));
  CHECK(error_of(r).at("problems").size() == 2'000);
}

TEST_CASE("internal errors show a fixed sentence and the tag, never the detail") {
  for (const Errc code : {Errc::internal, Errc::cancelled}) {
    const ToolResult r = error_result(Error{.code = code, .message = "secret"}, "slow#3");
    CHECK(error_of(r).at("code") == "internal");
    CHECK(has(r.text, "slow#3"));
    CHECK(has(r.structured, "slow#3"));
    CHECK_FALSE(has(r.text, "secret"));
    CHECK_FALSE(has(r.structured, "secret"));
  }
}

TEST_CASE("an internal error with a remedy of its own says that one") {
  const ToolResult r = error_result(
      Error{.code = Errc::internal, .message = "secret", .recovery = "free some space"}, "t#1");
  CHECK(error_of(r).at("recovery") == "free some space");
  CHECK(has(r.text, "free some space"));
  CHECK_FALSE(has(r.structured, "secret"));
}

TEST_CASE("bad UTF-8 and odd numbers cannot break the line") {
  const ToolResult r =
      error_result(Error{.code = Errc::upstream_changed,
                         .message = "bad \xff byte\nnew line",
                         .retry_after_s = -std::numeric_limits<double>::infinity()},
                   "t");
  CHECK(error_of(r).at("retry_after_s") == 0);
  CHECK_FALSE(has(r.structured, "\n"));
}

}  // namespace ev::mcp
