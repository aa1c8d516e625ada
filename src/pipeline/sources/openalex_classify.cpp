// What OpenAlex's error replies mean. Its gateway answers 429 for three different things and 404
// with an HTML page; a 400 repeats all field names it knows.
#include "base/text.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace ev::sources {

namespace {

using net::Classified;
using net::Verdict;

constexpr double kLongestRateWait = 3600;  // a longer wait is a budget's

struct OpenAlexError {
  std::string text;  // "error: message"
  std::optional<double> retry_after_s;
  bool says(std::string_view part) const {
    return text::to_lower_ascii(text).find(part) != std::string::npos;
  }
};

// Lists of valid fields are of no use to a reader.
std::string without_field_list(std::string message) {
  const std::size_t list = message.find("Valid fields");
  if (list != std::string::npos) message.resize(list);
  return std::string(text::trim(message));
}

OpenAlexError error_in(std::string_view body) {
  constexpr std::size_t kLongest = 64u << 10;
  OpenAlexError out;
  body = text::trim(body);
  if (body.empty() || body.front() != '{' || body.size() > kLongest) return out;
  const auto document = parse_json_leniently(body, "OpenAlex's reply");
  if (!document) return out;
  std::string error = text_at(*document, {"error"});
  if (!error.empty() && error.back() == '.') error.pop_back();
  const std::string message = without_field_list(text_at(*document, {"message"}));
  out.text = one_line(error + (error.empty() || message.empty() ? "" : ": ") + message);
  out.retry_after_s = number_at(*document, {"retryAfter"});
  return out;
}

double header_seconds(const net::HttpResponse& r) {
  return std::strtod(r.header("retry-after").c_str(), nullptr);
}

Classified refused(const OpenAlexError& error, const std::string& status, Errc code) {
  return {.verdict = Verdict::permanent,
          .reason = error.text.empty() ? status : error.text + " (" + status + ")",
          .code = code};
}

Classified too_many(const net::HttpResponse& r, const OpenAlexError& error) {
  const double wait = std::max(header_seconds(r), error.retry_after_s.value_or(0));
  if (error.says("plan upgrade")) return refused(error, "HTTP 429", Errc::invalid_query);
  if (error.says("budget") || error.says("creditsrequired") || wait > kLongestRateWait) {
    Classified out{.verdict = Verdict::budget,
                   .reason = "the day's credits are used up, they are renewed at midnight UTC",
                   .code = Errc::budget_exhausted};
    if (wait > 0) out.retry_after_s = wait;
    return out;
  }
  Classified out{.verdict = Verdict::rate, .reason = "too many requests a second (HTTP 429)"};
  if (r.header("retry-after").empty()) out.retry_after_s = std::max(wait, 1.0);
  return out;
}

Classified bad_request(const OpenAlexError& error) {
  if (error.says("cursor")) return {Verdict::expired, error.text};
  // The list of members is ours, not the caller's.
  const bool ours = error.says("valid select field");
  return refused(error, "HTTP 400", ours ? Errc::upstream_changed : Errc::invalid_query);
}

}  // namespace

Classified classify_openalex(const net::HttpResponse& r, bool keyed) {
  const std::string status = "HTTP " + std::to_string(r.status);
  if (r.status == 200) {
    const bool list = !raw_member(r.body, "id");
    return judge_json_object(r.body, list ? std::initializer_list<std::string_view>{"results"}
                                          : std::initializer_list<std::string_view>{"id"});
  }
  const OpenAlexError error = error_in(r.body);
  if (r.status == 429) return too_many(r, error);
  if (r.status == 504)
    return {Verdict::transient, "the query takes too long (HTTP 504); narrow it"};
  if (r.status == 408 || r.status >= 500) {
    return {Verdict::transient, error.text.empty() ? status : error.text + " (" + status + ")"};
  }
  if (r.status == 400) return bad_request(error);
  if (r.status == 401) {
    return {.verdict = Verdict::permanent,
            .reason = keyed ? "OpenAlex refuses the API key; correct or remove OPENALEX_API_KEY"
                            : "OpenAlex asks for an API key; set OPENALEX_API_KEY (a key is free)",
            .code = Errc::invalid_argument};
  }
  // Lists answer an unknown id with an empty list: a 404 is about the address, and must not be
  // taken for "no such record".
  if (r.status == 404)
    return refused(error, "address not known, HTTP 404", Errc::upstream_unavailable);
  if (r.status == 414) return refused(error, "the request is too long", Errc::invalid_query);
  return refused(error, status, Errc::upstream_unavailable);
}

}  // namespace ev::sources
