// Result<T>: a value or an Error. Expected failures travel as values through every floor;
// exceptions of libraries stop at three borders only (base/json.cpp, the worker's task wrapper,
// main). Thread rule: plain values. The surface follows std::expected so that it can replace this
// one later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ev {

// What a caller can branch on; the names are the wire codes of a tool error (to_string).
enum class Errc {
  invalid_argument,
  invalid_query,
  unknown_result_set,
  not_found,
  rate_limited,
  upstream_unavailable,
  upstream_changed,  // the service answered in a form this version cannot read
  timeout,
  budget_exhausted,
  offline,
  // A language model or its endpoint.
  llm_unreachable,  // nothing answers there, or not what was configured
  llm_auth,         // the key is missing, wrong or not allowed to use the model
  llm_model_not_found,
  llm_overloaded,        // busy, or still loading the model
  llm_context_overflow,  // the prompt is longer than the model can read
  llm_truncated,         // the answer hit its token limit
  llm_not_json,
  llm_schema_violation,
  llm_ungrounded,  // a value whose quote is not in the text
  llm_refused,
  store_unavailable,  // the state folder or its database cannot be used
  cancelled,          // never sent to a client
  internal,
};
const char* to_string(Errc code);
std::optional<Errc> errc_of(std::string_view name);

// One thing wrong with one argument: JSON-Pointer-like path ("filters.designs[1]"), what, and the
// remedy.
struct Problem {
  std::string path;
  std::string message;
  bool operator==(const Problem&) const = default;
};

// `message` and `recovery` are safe to show to a model: no keys, no URLs with secrets, no upstream
// body.
// A message stands by itself: one about a service names it, mostly in front ("pubmed: HTTP 500").
// Where that name stands already, reason() is shown instead.
struct Error {
  Errc code = Errc::internal;
  std::string message;
  std::string source{};  // the service or source concerned, "" when none
  std::string path{};    // the argument concerned, "" when none
  std::optional<double> retry_after_s{};
  std::string recovery{};           // what the caller can do next
  std::optional<int> position{};    // code point in the query, for invalid_query
  std::vector<Problem> problems{};  // every problem found, for invalid_argument
  bool blocked = false;             // the service has shut this address out
  bool expired = false;             // a cursor or handle of the service is gone: start again
};

// The message without the source's name in front of it.
std::string_view reason(const Error& error);

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }
  T value_or(T other) const& { return has_value() ? value() : std::move(other); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }
  void value() const {}
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace ev

// EV_TRY(auto page, parse(body)): declares `page` or returns the error. EV_CHECK(expr): the same
// without a value. __COUNTER__ because __LINE__ collides when two sit on one line.
#define EV_CONCAT_INNER(a, b) a##b
#define EV_CONCAT(a, b) EV_CONCAT_INNER(a, b)
#define EV_TRY_IMPL(tmp, decl, expr)                    \
  auto tmp = (expr);                                    \
  if (!tmp) return ::ev::Error(std::move(tmp).error()); \
  decl = std::move(tmp).value()
#define EV_TRY(decl, ...) EV_TRY_IMPL(EV_CONCAT(ev_try_, __COUNTER__), decl, (__VA_ARGS__))
#define EV_CHECK_IMPL(tmp, expr) \
  if (auto tmp = (expr); !tmp) return ::ev::Error(std::move(tmp).error())
#define EV_CHECK(...) EV_CHECK_IMPL(EV_CONCAT(ev_try_, __COUNTER__), (__VA_ARGS__))
