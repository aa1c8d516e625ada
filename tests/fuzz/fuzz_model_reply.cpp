// Whatever an endpoint or a host's model sends: never a crash, never an answer that does not fit
// its schema.
#include "base/json.hpp"
#include "base/log.hpp"
#include "llm/answer_json.hpp"
#include "llm/failure.hpp"
#include "llm/host_tasks.hpp"
#include "llm/json_schema.hpp"
#include "llm/ollama.hpp"
#include "llm/openai.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

constexpr const char* kSchema =
    R"({"type":"object","properties":{"topic":{"type":"string"},"n":{"type":["integer","null"]}},)"
    R"("required":["topic","n"],"additionalProperties":false})";

void must(bool good) {
  if (!good) std::abort();
}

void check_answer(std::string_view text, const ev::Json& schema) {
  const auto answer = ev::llm::read_answer(text, schema);
  if (!answer) return;
  const auto again = ev::parse_json(*answer);
  must(again && ev::llm::violations(schema, *again).empty());
}

void check_host(std::string_view text) {
  const auto completions = ev::parse_json(text);
  if (!completions) return;
  const std::vector<ev::llm::Task> tasks = {{.schema = kSchema, .item_id = "1", .input = "a"},
                                            {.schema = kSchema, .item_id = "2", .input = "b"}};
  const auto task = ev::llm::make_host_task("tool", tasks);
  const auto got = ev::llm::check_host_answers("tool", tasks, task.task_id, *completions);
  if (got) must(got->answers.size() + got->missing.size() == tasks.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  ev::set_log_level(ev::Level::error);
  static const ev::Json schema = ev::parse_json(kSchema).value();
  static const ev::llm::ModelEndpoint endpoint{.url = "http://127.0.0.1:9/v1", .model = "m"};
  static const ev::llm::Prompt prompt{.system = "s", .schema = kSchema, .max_tokens = 10};
  // The first byte chooses the status, the rest is the body.
  constexpr int kStatus[] = {200, 200, 200, 400, 404, 429, 500, 503};
  ev::net::HttpResponse response;
  response.status = kStatus[data[0] % 8];
  response.body.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  (void)ev::llm::classify_reply(response);
  for (const char* name : {"openai", "ollama", "anthropic"}) {
    const ev::llm::Reply reply = ev::llm::api_named(name)->parse(endpoint, prompt, response);
    if (!reply.error) check_answer(reply.text, schema);
  }
  (void)ev::llm::parse_openai_embeddings(endpoint, 2, response);
  (void)ev::llm::parse_ollama_embeddings(endpoint, 2, response);
  check_answer(response.body, schema);
  check_host(response.body);
  return 0;
}
