#include "llm/failure.hpp"

#include "base/log.hpp"
#include "model_bench.hpp"

namespace ev::llm {

namespace {

struct Row {
  int status;
  const char* body;
  Errc code;
  bool passes;
  Objection objection;
};

net::HttpResponse reply_of(int status, std::string body) {
  net::HttpResponse out;
  out.status = status;
  out.body = std::move(body);
  return out;
}

}  // namespace

TEST_CASE("error replies of many servers are told apart") {
  const auto none = Objection::none;
  const std::vector<Row> rows = {
      {401, R"({"error":{"message":"Incorrect API key","code":"invalid_api_key"}})", Errc::llm_auth,
       false, none},
      {403, "<html>Forbidden</html>", Errc::llm_auth, false, none},
      {400,
       R"({"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}})",
       Errc::llm_auth, false, none},
      {404, R"({"error":{"message":"The model `x` does not exist","code":"model_not_found"}})",
       Errc::llm_model_not_found, false, none},
      {404, R"({"error":"model 'x' not found, try pulling it first"})", Errc::llm_model_not_found,
       false, none},
      {404, R"({"type":"error","error":{"type":"not_found_error","message":"model: x"}})",
       Errc::llm_model_not_found, false, none},
      {404,
       R"({"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","code":404})",
       Errc::llm_model_not_found, false, none},
      {400, R"({"error":{"message":"x is not a valid model ID","code":400}})",
       Errc::llm_model_not_found, false, none},
      {404, R"({"detail":"Not Found"})", Errc::llm_unreachable, false, none},
      {404, "404 page not found", Errc::llm_unreachable, false, none},
      {405, "", Errc::llm_unreachable, false, none},
      {302, "", Errc::llm_unreachable, false, none},
      {429, R"({"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}})",
       Errc::rate_limited, true, none},
      {429, R"({"error":{"message":"too many tokens per minute, maximum context"}})",
       Errc::rate_limited, true, none},
      {429,
       R"({"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}})",
       Errc::budget_exhausted, false, none},
      {402, R"({"error":{"message":"Insufficient Balance"}})", Errc::budget_exhausted, false, none},
      {400,
       R"({"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}})",
       Errc::budget_exhausted, false, none},
      {503, R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})",
       Errc::llm_overloaded, true, none},
      {529, R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})",
       Errc::llm_overloaded, true, none},
      {500, "Internal Server Error", Errc::llm_unreachable, true, none},
      {502, "<html>Bad Gateway</html>", Errc::llm_unreachable, true, none},
      {408, "", Errc::llm_unreachable, true, none},
      {400,
       R"({"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}})",
       Errc::llm_context_overflow, false, none},
      {400,
       R"({"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}})",
       Errc::llm_context_overflow, false, none},
      {500, R"({"error":"the input length exceeds the context length"})",
       Errc::llm_context_overflow, false, none},
      {413, R"({"type":"error","error":{"type":"request_too_large","message":"too large"}})",
       Errc::llm_context_overflow, false, none},
      {400, R"({"error":{"message":"The response was filtered","code":"content_filter"}})",
       Errc::llm_refused, false, none},
      {400, R"({"error":{"message":"response_format json_schema is not supported"}})",
       Errc::upstream_changed, false, Objection::format},
      {422, R"({"detail":[{"loc":["body","seed"],"msg":"Extra inputs are not permitted"}]})",
       Errc::upstream_changed, false, Objection::seed},
      {400, R"({"error":{"message":"Unsupported value","param":"temperature"}})",
       Errc::upstream_changed, false, Objection::temperature},
      {400,
       R"({"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.","param":"max_tokens"}})",
       Errc::upstream_changed, false, Objection::max_tokens},
      {400, R"({"error":"json: cannot unmarshal object into Go struct field"})",
       Errc::upstream_changed, false, Objection::format},
      {500, R"({"error":{"message":"failed to parse grammar"}})", Errc::upstream_changed, false,
       Objection::format},
      {501, "", Errc::upstream_changed, false, Objection::format},
      {200, R"({"error":{"message":"Provider returned error","code":502}})", Errc::llm_unreachable,
       true, none},
      {200, R"({"error":{"message":"slow down","code":429}})", Errc::rate_limited, true, none},
      {200, R"({"error":"unexpected EOF"})", Errc::llm_unreachable, true, none},
      {200, R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})",
       Errc::llm_overloaded, true, none},
  };
  for (const Row& row : rows) {
    INFO(row.status << " " << row.body);
    const auto failure = failure_of(reply_of(row.status, row.body));
    REQUIRE(failure);
    CHECK(std::string(to_string(failure->code)) == to_string(row.code));
    CHECK(failure->passes == row.passes);
    CHECK(static_cast<int>(failure->objection) == static_cast<int>(row.objection));
    const auto verdict = classify_reply(reply_of(row.status, row.body)).verdict;
    CHECK((verdict == net::Verdict::ok) == !row.passes);
    CHECK((verdict == net::Verdict::rate) == (row.passes && row.code == Errc::rate_limited));
  }
}

TEST_CASE("answers are no errors, whatever they talk about") {
  for (const char* body :
       {R"({"choices":[{"message":{"content":"standard error 2"}}],"error":null})",
        R"({"message":{"content":"an error"}})", "<html>error</html>", "[\"error\"]"}) {
    CHECK_FALSE(failure_of(reply_of(200, body)));
    CHECK(classify_reply(reply_of(200, body)).verdict == net::Verdict::ok);
  }
}

TEST_CASE("a reply that is empty or cut off is tried again, a page is not") {
  const auto verdict = [](const char* body) { return classify_reply(reply_of(200, body)).verdict; };
  CHECK(verdict("") == net::Verdict::transient);
  CHECK(verdict("{\"choices\":[{\"mess") == net::Verdict::transient);
  CHECK(verdict(" {\"choices\":[]}\n") == net::Verdict::ok);
  CHECK(verdict("<html>hello</html>") == net::Verdict::ok);
}

TEST_CASE("hostile error bodies are survived") {
  for (const std::string& body :
       {std::string(20'000, '['), "{\"error\":" + std::string(15'000, '{'),
        std::string("{\"error\":{\"code\":1e999}}"),
        std::string("{\"error\":{\"code\":99999999999999999999,\"message\":7,\"type\":[]}}"),
        std::string("{\"detail\":{\"a\":1}}"), std::string("\xFF\xFE")}) {
    CHECK(failure_of(reply_of(400, body)));
    (void)failure_of(reply_of(200, body));
  }
}

TEST_CASE("an error names the settings to look at, and never the endpoint's words or the key") {
  const ModelEndpoint endpoint{
      .url = "http://127.0.0.1:9/v1", .model = "m", .api_key = Secret(kTestKey)};
  const auto failure = failure_of(reply_of(401, R"({"error":"wrong key )" + kTestKey + R"("})"));
  REQUIRE(failure);
  const Error error = to_error(*failure, endpoint);
  CHECK(has(error.recovery, "EVIDENCE_MCP_LLM_API_KEY"));
  CHECK_FALSE(has(error.message + error.recovery, kTestKey));
  CHECK_FALSE(has(error.message, "wrong key"));
  CHECK(error.source == "llm");
  const Error missing = to_error(Failure{.code = Errc::llm_model_not_found, .what = "x"}, endpoint);
  CHECK(has(missing.recovery, "EVIDENCE_MCP_LLM_MODEL (now \"m\")"));
}

TEST_CASE("what net says of a transfer becomes an error of the endpoint") {
  const ModelEndpoint endpoint{.url = "u", .model = "m"};
  CHECK(to_error(Error{.code = Errc::upstream_unavailable, .message = "x"}, endpoint).code ==
        Errc::llm_unreachable);
  CHECK(to_error(Error{.code = Errc::llm_overloaded, .message = "x"}, endpoint).code ==
        Errc::llm_overloaded);
  const Error offline = to_error(Error{.code = Errc::offline, .recovery = "unset it"}, endpoint);
  CHECK(offline.recovery == "unset it");
}

}  // namespace ev::llm
