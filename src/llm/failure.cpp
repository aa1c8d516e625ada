#include "llm/failure.hpp"

#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "net/url.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>

namespace ev::llm {

namespace {

// Error bodies are short; a long body that says "error" somewhere is an answer.
constexpr std::size_t kErrorBody = 16u << 10;

// What the body says, lower case.
struct Words {
  int code = 0;       // a status inside the body
  std::string kind;   // type and code
  std::string param;  // the parameter they object to
  std::string message;
  bool error = false;  // the body calls itself an error
};

std::string string_at(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

void add_words(Words& words, const Json& object) {
  if (const auto code = object.find("code"); code != object.end() && code->is_number_integer()) {
    words.code = static_cast<int>(std::clamp<std::int64_t>(code->get<std::int64_t>(), 0, 999));
  }
  words.kind += string_at(object, "type") + " " + string_at(object, "code") + " ";
  words.param += string_at(object, "param");
  words.message += string_at(object, "message") + " ";
}

// FastAPI: {"detail": "text"} or {"detail": [{"loc": […], "msg": "…"}]}.
void add_detail(Words& words, const Json& detail) {
  if (detail.is_string()) words.message += detail.get<std::string>();
  if (!detail.is_array()) return;
  for (const Json& item : detail) words.message += dump_json(item) + " ";
}

Words words_of(std::string_view body) {
  Words out;
  body = text::trim(body);
  const auto document = body.substr(0, 1) == "{" && body.size() <= kErrorBody
                            ? parse_json_leniently(body, "reply")
                            : Result<Json>(Error{});
  if (!document || !document->is_object()) {
    out.message = text::to_lower_ascii(text::cut_bytes(body, 2'000));
    return out;
  }
  const auto error = document->find("error");
  if (error != document->end() && !error->is_null()) {
    out.error = true;
    if (error->is_string()) out.message = error->get<std::string>();
    if (error->is_object()) add_words(out, *error);
  } else if (document->contains("message") || document->contains("detail")) {
    add_words(out, *document);
    out.error = string_at(*document, "object") == "error";
    if (const auto detail = document->find("detail"); detail != document->end()) {
      add_detail(out, *detail);
    }
  }
  out.error = out.error || string_at(*document, "type") == "error";
  out.kind = text::to_lower_ascii(out.kind);
  out.param = text::to_lower_ascii(out.param);
  out.message = text::to_lower_ascii(out.message);
  return out;
}

bool any(std::string_view in, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    if (in.find(part) != std::string_view::npos) return true;
  }
  return false;
}

bool says_context(const Words& w, int status) {
  return status == 413 ||
         any(w.kind, {"context_length", "exceed_context_size", "request_too_large"}) ||
         any(w.message, {"context length", "context size", "context window", "maximum context",
                         "prompt is too long", "input length", "too many tokens",
                         "reduce the length", "maximum model length", "max_model_len",
                         "max_tokens is too large", "prompt too long"});
}

bool says_quota(const Words& w, int status) {
  return status == 402 || any(w.kind, {"insufficient_quota", "billing"}) ||
         any(w.message, {"credit balance", "insufficient balance", "exceeded your current quota",
                         "insufficient credits"});
}

bool says_no_model(const Words& w, int status) {
  if (any(w.kind, {"model_not_found"})) return true;
  if (status != 404 && status != 400 && status != 0) return false;
  if (!any(w.message, {"model"})) return false;
  return any(w.message, {"not found", "does not exist", "not a valid model", "no such model",
                         "unknown model", "invalid model"}) ||
         any(w.kind, {"not_found_error", "notfounderror"});
}

bool says_refused(const Words& w) {
  return any(w.kind, {"content_filter", "content_policy", "responsibleai"}) ||
         any(w.message, {"content management policy", "content policy", "safety system"});
}

bool says_overloaded(const Words& w, int status) {
  return status == 503 || status == 529 || any(w.kind, {"overloaded", "unavailable_error"}) ||
         any(w.message,
             {"loading model", "model is loading", "overloaded", "server busy", "at capacity"});
}

// A server whose grammar compiler fails says so with a 500.
bool says_grammar(const Words& w) {
  return any(w.message, {"grammar", "json_schema", "response_format", "structured output"});
}

// What a 400 or 422 objects to; the format when it does not say, since that is what differs most
// between servers.
Objection objection_in(const Words& w) {
  const std::string all = w.param + " " + w.message;
  if (any(all, {"max_completion_tokens"})) return Objection::max_tokens;
  if (w.param == "temperature" || any(w.message, {"temperature"})) return Objection::temperature;
  if (w.param == "seed" || any(w.message, {"\"seed\"", "'seed'", "`seed`", " seed"})) {
    return Objection::seed;
  }
  return Objection::format;
}

// All replies are JSON objects; a whole one ends as it should.
bool is_cut(const net::HttpResponse& response) {
  const std::string_view body = text::trim(response.body);
  return body.empty() || (body.front() == '{' && body.back() != '}');
}

std::string http(int status, std::string_view what) {
  if (status == 0) return std::string(what);
  return "HTTP " + std::to_string(status) + ": " + std::string(what);
}

Failure diagnose(int status, const Words& w) {
  const auto made = [&](Errc code, std::string_view what, bool passes = false) {
    return Failure{.code = code, .what = http(status, what), .passes = passes};
  };
  if (status != 429 && says_context(w, status)) {
    return made(Errc::llm_context_overflow, "the prompt is longer than the model can read");
  }
  if (says_quota(w, status)) {
    return made(Errc::budget_exhausted, "the account's quota or credit is used up");
  }
  if (status == 401 || status == 403 ||
      any(w.kind, {"authentication_error", "permission_error", "invalid_api_key"})) {
    return made(Errc::llm_auth, "the key is missing, wrong or not allowed to use this model");
  }
  if (says_no_model(w, status)) return made(Errc::llm_model_not_found, "no such model");
  if (says_refused(w)) return made(Errc::llm_refused, "the endpoint's filter refused the request");
  if (status == 429 || any(w.kind, {"rate_limit"})) {
    return made(Errc::rate_limited, "too many requests", true);
  }
  if (status >= 500 && status != 503 && says_grammar(w)) {
    Failure out = made(Errc::upstream_changed, "the endpoint cannot enforce this schema");
    out.objection = Objection::format;
    return out;
  }
  if (says_overloaded(w, status)) {
    return made(Errc::llm_overloaded, "busy, or still loading the model", true);
  }
  if (status == 400 || status == 415 || status == 422 || status == 501) {
    Failure out = made(Errc::upstream_changed, "the endpoint refuses this request");
    out.objection = objection_in(w);
    return out;
  }
  if (status >= 300 && status < 400) {
    return made(Errc::llm_unreachable, "a redirect, which is not followed");
  }
  if (status >= 400 && status < 500 && status != 408) {
    return made(Errc::llm_unreachable, "this address is not the API that was configured");
  }
  return made(Errc::llm_unreachable, "the endpoint failed", status != 505 && status != 511);
}

std::string remedy(Errc code, const ModelEndpoint& endpoint) {
  const std::string& name = endpoint.settings;
  switch (code) {
    case Errc::llm_unreachable:
    case Errc::upstream_changed:
      return "check that the server runs and that " + name +
             "_URL is its address and speaks the configured API; EVIDENCE_MCP_LOG=info shows what "
             "it says; rules work without it";
    case Errc::llm_auth:
      return "check EVIDENCE_MCP_LLM_API_KEY; rules work without it";
    case Errc::llm_model_not_found:
      return "check " + name + "_MODEL (now \"" + text::ellipsize(endpoint.model, 60) + "\")";
    case Errc::llm_overloaded:
    case Errc::rate_limited:
      return "call again later, or use engine rules";
    case Errc::llm_context_overflow:
      return "give fewer or shorter texts at once (batch_size 1), or use a model that reads more";
    case Errc::budget_exhausted:
      return "add credit to the account, or use engine rules";
    case Errc::timeout:
      return "give fewer texts at once, use a faster model, or engine rules";
    default:
      return "use another model, or engine rules";
  }
}

}  // namespace

std::optional<Failure> failure_of(const net::HttpResponse& response) {
  const bool fine = response.status >= 200 && response.status < 300;
  const std::string_view body = response.body;
  if (fine && (body.size() > kErrorBody || body.find("error") == std::string_view::npos)) {
    return std::nullopt;
  }
  const Words words = words_of(body);
  if (fine && !words.error) return std::nullopt;
  const int inner = words.code >= 300 && words.code <= 599 ? words.code : 0;
  Failure out = diagnose(fine ? inner : response.status, words);
  if (fine) out.what = "an error in a reply with HTTP 200: " + out.what;
  out.their_words = std::string(text::cut_bytes(body, limits::kErrorExcerptBytes));
  return out;
}

net::Classified classify_reply(const net::HttpResponse& response) {
  const std::optional<Failure> failure = failure_of(response);
  if (!failure && is_cut(response)) {
    return {.verdict = net::Verdict::transient,
            .reason = "a reply that is empty or cut off",
            .code = Errc::llm_unreachable};
  }
  if (!failure || !failure->passes) return {};
  const bool rate = failure->code == Errc::rate_limited;
  return {.verdict = rate ? net::Verdict::rate : net::Verdict::transient,
          .reason = failure->what,
          .code = failure->code};
}

Error to_error(const Failure& failure, const ModelEndpoint& endpoint) {
  log(Level::info, "llm_error",
      {{"code", to_string(failure.code)},
       {"what", failure.what},
       {"words", net::redact(failure.their_words, std::vector{endpoint.api_key.reveal()})}});
  return Error{.code = failure.code,
               .message = "the model endpoint: " + failure.what,
               .source = kSource,
               .recovery = remedy(failure.code, endpoint)};
}

Error to_error(Error from_net, const ModelEndpoint& endpoint) {
  if (from_net.code == Errc::upstream_unavailable) from_net.code = Errc::llm_unreachable;
  from_net.source = kSource;
  if (from_net.code != Errc::offline && from_net.code != Errc::cancelled) {
    from_net.recovery = remedy(from_net.code, endpoint);
  }
  return from_net;
}

Error unreadable(const ModelEndpoint& endpoint, const net::HttpResponse& response,
                 std::string_view what) {
  const std::string_view body = text::trim(response.body);
  const bool json = body.substr(0, 1) == "{" || body.substr(0, 1) == "[";
  return to_error(
      Failure{.code = json ? Errc::upstream_changed : Errc::llm_unreachable,
              .what = json ? std::string(what) : "a reply that is not JSON",
              .their_words = std::string(text::cut_bytes(body, limits::kErrorExcerptBytes))},
      endpoint);
}

}  // namespace ev::llm
