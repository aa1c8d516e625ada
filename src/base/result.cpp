#include "base/result.hpp"

#include "base/text.hpp"

namespace ev {

const char* to_string(Errc code) {
  switch (code) {
    case Errc::invalid_argument:
      return "invalid_argument";
    case Errc::invalid_query:
      return "invalid_query";
    case Errc::unknown_result_set:
      return "unknown_result_set";
    case Errc::not_found:
      return "not_found";
    case Errc::rate_limited:
      return "rate_limited";
    case Errc::upstream_unavailable:
      return "upstream_unavailable";
    case Errc::upstream_changed:
      return "upstream_changed";
    case Errc::timeout:
      return "timeout";
    case Errc::budget_exhausted:
      return "budget_exhausted";
    case Errc::offline:
      return "offline";
    case Errc::llm_unreachable:
      return "llm_unreachable";
    case Errc::llm_auth:
      return "llm_auth";
    case Errc::llm_model_not_found:
      return "llm_model_not_found";
    case Errc::llm_overloaded:
      return "llm_overloaded";
    case Errc::llm_context_overflow:
      return "llm_context_overflow";
    case Errc::llm_truncated:
      return "llm_truncated";
    case Errc::llm_not_json:
      return "llm_not_json";
    case Errc::llm_schema_violation:
      return "llm_schema_violation";
    case Errc::llm_ungrounded:
      return "llm_ungrounded";
    case Errc::llm_refused:
      return "llm_refused";
    case Errc::store_unavailable:
      return "store_unavailable";
    case Errc::cancelled:
      return "cancelled";
    case Errc::internal:
      return "internal";
  }
  return "internal";
}

std::optional<Errc> errc_of(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Errc::internal); ++i) {
    if (name == to_string(static_cast<Errc>(i))) return static_cast<Errc>(i);
  }
  return std::nullopt;
}

std::string_view reason(const Error& error) {
  const std::string_view message = error.message;
  const std::size_t name = error.source.size();
  const bool named = name != 0 && text::starts_with_ignoring_ascii_case(message, error.source) &&
                     message.substr(name, 2) == ": ";
  return named ? message.substr(name + 2) : message;
}

}  // namespace ev
