// One API of an endpoint as pure functions: a request, how net is to treat its reply, and what the
// reply says. Three exist: openai.hpp, ollama.hpp, anthropic.hpp. No I/O, no memory; what an
// endpoint is known to accept comes in as a Mode. Thread rule: const, any thread; classify is
// called on the HTTP thread.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "llm/gateway.hpp"
#include "llm/prompt.hpp"
#include "net/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

inline constexpr const char* kSource = "llm";  // of errors, in the log and for the limiter

struct ModelEndpoint {
  std::string url;  // without a trailing slash
  std::string model;
  Secret api_key;
  std::string settings = "EVIDENCE_MCP_LLM";  // the variables' common beginning
};

// What an endpoint accepts, as far as it has shown. Only ever gives way: the next rung, one
// parameter less.
struct Mode {
  Rung rung = Rung::json_schema;
  bool temperature = true;
  bool seed = true;
  bool completion_tokens = false;  // OpenAI's newer name of max_tokens
  bool operator==(const Mode&) const = default;
};

// The mode an endpoint wants instead, when a reply is about the way of asking and not the question.
enum class Objection { none, format, temperature, seed, max_tokens };
// False when `mode` has given way in that already and there is nothing left to give.
bool give_way(Mode& mode, Objection objection);

// What a reply says.
struct Reply {
  std::string text{};  // the model's answer, unchecked
  long tokens_in = 0;
  long tokens_out = 0;  // 0 = not said
  bool truncated = false;
  // Set when there is no answer to read; with an objection, asking otherwise may help.
  std::optional<Error> error{};
  Objection objection = Objection::none;
};

struct EmbeddingReply {
  std::vector<std::vector<float>> vectors{};  // in the order of the texts
  long tokens = 0;
};

class Api {
 public:
  virtual ~Api() = default;
  virtual net::RequestPlan plan(const ModelEndpoint& endpoint, const Prompt& prompt,
                                const Mode& mode) const = 0;
  virtual Reply parse(const ModelEndpoint& endpoint, const Prompt& prompt,
                      const net::HttpResponse& response) const = 0;
  // A cheap request that needs the key and no model run, for `doctor --network`.
  virtual net::RequestPlan probe(const ModelEndpoint& endpoint) const = 0;
};

// "openai", "ollama" or "anthropic"; nullptr for another name.
const Api* api_named(std::string_view name);

// A plan with what all of them share: POST of JSON, no cache (only accepted answers are kept, not
// replies), no idle limit (a model may think before its first byte), few tries.
net::RequestPlan model_request(const ModelEndpoint& endpoint, std::string_view path,
                               std::string body);
net::RequestPlan model_probe(const ModelEndpoint& endpoint, std::string_view path);

}  // namespace ev::llm
