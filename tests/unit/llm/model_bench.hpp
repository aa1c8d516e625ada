// An endpoint of each API out of a script, for tests of this floor.
#pragma once

#include "base/config.hpp"
#include "base/json.hpp"
#include "llm/endpoint_gateway.hpp"
#include "support/catch.hpp"
#include "support/fake_http.hpp"
#include "support/has.hpp"
#include "support/memory_cache.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ev::llm {

using namespace std::chrono_literals;

inline const std::string kTestKey = "sk-test-0123456789abcdef";
inline const std::string kSchema =
    R"({"type":"object","properties":{"topic":{"type":"string"},"count":{"type":["integer","null"]}},)"
    R"("required":["topic","count"],"additionalProperties":false})";
inline const std::string kGood = R"({"topic":"asthma","count":12})";

inline Task test_task(std::string input = "Invented text about asthma in 12 adults.") {
  return {.purpose = "test",
          .prompt_version = "test/1",
          .instructions = "Name the topic.",
          .schema = kSchema,
          .item_id = "a",
          .input = std::move(input),
          .max_tokens = 500};
}

// What an API's endpoint would send.
struct Style {
  std::string api;
  std::string url;

  std::string answer(const std::string& text, const std::string& finish = "stop") const {
    if (api == "openai") {
      return dump_json(Json{
          {"choices",
           {{{"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", finish}}}},
          {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 20}}}});
    }
    if (api == "ollama") {
      return dump_json(Json{{"message", {{"role", "assistant"}, {"content", text}}},
                            {"done_reason", finish},
                            {"prompt_eval_count", 100},
                            {"eval_count", 20}});
    }
    const bool cut = finish == "length";
    return dump_json(Json{{"content", {{{"type", "text"}, {"text", text}}}},
                          {"stop_reason", cut ? "max_tokens" : "end_turn"},
                          {"usage", {{"input_tokens", 100}, {"output_tokens", 20}}}});
  }
  std::string refusal() const {
    if (api == "openai") {
      return R"({"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]})";
    }
    if (api == "anthropic") return R"({"content":[],"stop_reason":"refusal"})";
    return answer("I'm sorry, but I can't do that.");
  }
  std::string error(const std::string& kind, const std::string& message) const {
    if (api == "ollama") return dump_json(Json{{"error", message}});
    if (api == "anthropic") {
      return dump_json(Json{{"type", "error"}, {"error", {{"type", kind}, {"message", message}}}});
    }
    return dump_json(Json{{"error", {{"type", kind}, {"message", message}}}});
  }
};

inline const std::vector<Style>& styles() {
  static const std::vector<Style> all = {{"openai", "http://127.0.0.1:9/v1"},
                                         {"ollama", "http://127.0.0.1:9"},
                                         {"anthropic", "http://127.0.0.1:9/a"}};
  return all;
}

struct ModelBench {
  explicit ModelBench(const Style& s = styles().front()) : style(s) {
    config.llm_api = s.api;
    config.llm_url = s.url;
    config.llm_model = "m";
    config.llm_api_key = Secret(kTestKey);
  }

  test::FakeClock clock;
  test::HttpScript script{clock};
  test::MemoryCache cache;
  Style style;
  Config config;
  Run run;
  std::unique_ptr<net::Client> client;
  std::unique_ptr<Gateway> made;

  void serve(std::vector<test::FakeReply> replies) { script.on("127.0.0.1", std::move(replies)); }
  void serve_answers(const std::vector<std::string>& texts) {
    std::vector<test::FakeReply> replies;
    for (const std::string& text : texts) replies.push_back({.body = style.answer(text)});
    serve(std::move(replies));
  }
  Gateway& gateway() {
    if (!made) {
      client = std::make_unique<net::Client>(net::ClientOptions{
          .clock = &clock, .make_engine = script.factory(), .offline = config.offline});
      made = make_gateway(config, *client, &cache, clock);
    }
    return *made;
  }
  // As another process would find things.
  void restart() { made.reset(), client.reset(); }
  Context context(Nanos time = 60s) { return {.clock = &clock, .deadline = clock.now() + time}; }
  std::vector<Result<Completion>> ask(std::span<const Task> tasks) {
    return gateway().complete(tasks, context(), run);
  }
  Result<Completion> ask(const Task& task = test_task()) { return ask({&task, 1}).front(); }
  std::size_t requests() { return script.requests().size(); }
  Json body(std::size_t i) { return parse_json(script.requests().at(i).wire.body).value(); }
};

}  // namespace ev::llm
