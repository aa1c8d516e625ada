// Runs tasks against the configured model endpoint, wired like the product, and prints what came of
// them as JSON. The settings come from the environment.
//   llm_probe '{"do": "complete", "texts": ["…"], "schema": {…}, "batch_size": 1, "timeout_s": 20,
//               "cancel_after_s": 0, "budget": {"calls": 0, "tokens": 0, "seconds": 0}}'
//   llm_probe '{"do": "embed", "texts": ["…"]}'
#include "app/config.hpp"
#include "app/wire.hpp"
#include "base/json.hpp"
#include "base/log.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <thread>

namespace {

using namespace ev;

constexpr const char* kSchema =
    R"({"type":"object","properties":{"topic":{"type":"string","description":"what the text is )"
    R"(about"},"quote":{"type":"string","description":"a sentence of the text"},"sample_size":)"
    R"({"type":["integer","null"]}},"required":["topic","quote","sample_size"],)"
    R"("additionalProperties":false})";

Json error_json(const Error& error) {
  Json out = {{"code", to_string(error.code)},
              {"message", error.message},
              {"recovery", error.recovery},
              {"source", error.source}};
  if (error.retry_after_s) out["retry_after_s"] = *error.retry_after_s;
  return out;
}

Json usage_json(const llm::Usage& usage) {
  return {{"calls", usage.calls},           {"tokens_in", usage.tokens_in},
          {"tokens_out", usage.tokens_out}, {"from_cache", usage.from_cache},
          {"repairs", usage.repairs},       {"seconds", usage.seconds}};
}

Json completion_json(const Result<llm::Completion>& result) {
  if (!result) return {{"error", error_json(result.error())}};
  return {{"answer", parse_json(result->json).value_or(Json())},
          {"rung", llm::to_string(result->rung)},
          {"repaired", result->repaired},
          {"from_cache", result->from_cache},
          {"tokens_in", result->tokens_in},
          {"tokens_out", result->tokens_out}};
}

std::vector<llm::Task> tasks_of(const Json& wish) {
  std::vector<llm::Task> out;
  const std::string schema = wish.contains("schema") ? dump_json(wish["schema"]) : kSchema;
  for (const Json& text : wish.value("texts", Json::array())) {
    out.push_back({.purpose = "probe",
                   .prompt_version = "probe/1",
                   .instructions = "Fill in the fields from the text.",
                   .schema = schema,
                   .item_id = std::to_string(out.size() + 1),
                   .input = text.get<std::string>(),
                   .max_tokens = wish.value("max_tokens", 1000)});
  }
  return out;
}

Json run_wish(app::Program& program, const Json& wish) {
  std::stop_source stop;
  Context ctx = program.command_line_context();
  ctx.stop = stop.get_token();
  ctx.deadline =
      program.clock().now() + Nanos(static_cast<std::int64_t>(wish.value("timeout_s", 20.0) * 1e9));
  const Json budget = wish.value("budget", Json::object());
  llm::Run run{.budget = {.calls = budget.value("calls", 0),
                          .tokens = budget.value("tokens", 0L),
                          .seconds = budget.value("seconds", 0.0)},
               .batch_size = wish.value("batch_size", 1)};
  const double cancel_after = wish.value("cancel_after_s", 0.0);
  std::jthread canceller;
  if (cancel_after > 0) {
    canceller = std::jthread([&stop, cancel_after] {
      std::this_thread::sleep_for(std::chrono::duration<double>(cancel_after));
      stop.request_stop();
    });
  }
  llm::Gateway& gateway = program.services().llm;
  Json out = {{"results", Json::array()}};
  if (wish.value("do", "complete") == "embed") {
    const auto texts = wish.value("texts", std::vector<std::string>());
    const auto vectors = gateway.embed(texts, ctx, run);
    if (!vectors) out["error"] = error_json(vectors.error());
    if (vectors) out["vectors"] = vectors->vectors;
  } else {
    for (const auto& result : gateway.complete(tasks_of(wish), ctx, run)) {
      out["results"].push_back(completion_json(result));
    }
  }
  out["usage"] = usage_json(run.usage);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto wish = parse_json(argc > 1 ? argv[1] : "{}", "argument");
  auto config = app::load_config({});
  if (!wish || !config) {
    std::fprintf(stderr, "%s\n", (wish ? config.error() : wish.error()).message.c_str());
    return 2;
  }
  set_log_level(config->log_level);
  app::Program program(*std::move(config));
  std::printf("%s\n", dump_json(run_wish(program, *wish)).c_str());
  return 0;
}
