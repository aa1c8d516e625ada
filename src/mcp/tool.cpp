#include "mcp/tool.hpp"

#include "base/log.hpp"
#include "base/text.hpp"

#include <cmath>
#include <cstdio>

namespace ev::mcp {

namespace {

// Hosts cut the text of an error at about 11,000 characters.
constexpr std::size_t kMessageLimit = 4'000;
constexpr std::size_t kProblemsLimit = 8'000;

void append_string_member(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  if (out.back() != '{') out += ',';
  append_json_string(out, name);
  out += ':';
  append_json_string(out, value);
}

std::string seconds_text(double seconds) {
  char out[40];
  std::snprintf(out, sizeof out, "%.10g", std::isfinite(seconds) && seconds > 0 ? seconds : 0.0);
  return out;
}

std::string line_of(const Problem& problem) {
  return "- " + (problem.path.empty() ? std::string("arguments") : problem.path) + " " +
         problem.message;
}

std::string error_json(const Error& error, std::string_view message) {
  std::string out = R"({"error":{)";
  append_string_member(out, "code", to_string(error.code));
  append_string_member(out, "message", message);
  append_string_member(out, "source", error.source);
  append_string_member(out, "path", error.path);
  if (error.retry_after_s) out += R"(,"retry_after_s":)" + seconds_text(*error.retry_after_s);
  append_string_member(out, "recovery", error.recovery);
  if (error.position) out += R"(,"position":)" + std::to_string(*error.position);
  if (!error.problems.empty()) {
    out += R"(,"problems":[)";
    for (const Problem& problem : error.problems) {
      if (&problem != &error.problems.front()) out += ',';
      out += R"({"path":)";
      append_json_string(out, problem.path);
      out += R"(,"message":)";
      append_json_string(out, problem.message);
      out += '}';
    }
    out += ']';
  }
  return out + "}}";
}

std::string error_text(const Error& error, std::string_view message) {
  std::string out = "Error (" + std::string(to_string(error.code)) + "): " + std::string(message);
  std::size_t listed = 0;
  for (const Problem& problem : error.problems) {
    const std::string line = line_of(problem);
    // The message of a decoder lists its problems already.
    if (out.find(line) == std::string::npos) {
      if (out.size() + line.size() > kProblemsLimit) break;
      out += "\n" + line;
    }
    ++listed;
  }
  if (listed < error.problems.size()) {
    out += "\n- and " + std::to_string(error.problems.size() - listed) + " more problems";
  }
  if (!error.source.empty()) out += "\nSource: " + error.source;
  if (!error.path.empty() && error.problems.empty()) out += "\nArgument: " + error.path;
  if (error.position)
    out += "\nPosition: character " + std::to_string(*error.position) + " of the query";
  if (error.retry_after_s) out += "\nRetry after: " + seconds_text(*error.retry_after_s) + " s";
  if (!error.recovery.empty()) out += "\nWhat to do: " + error.recovery;
  return out;
}

}  // namespace

ToolResult error_result(const Error& error, std::string_view tag) {
  // A cancelled call has no answer; one that gets here without being cancelled is a bug like any
  // other.
  if (error.code == Errc::internal || error.code == Errc::cancelled) {
    const Level level = error.code == Errc::internal ? Level::error : Level::debug;
    log(level, "internal_error", {{"tag", tag}, {"what", error.message}});
    const Error shown{.message = "Internal error. The server's log has the details under the tag " +
                                 std::string(tag) + ".",
                      .recovery = error.recovery.empty()
                                      ? "call again; if it fails again, report the tag"
                                      : error.recovery};
    return {.structured = error_json(shown, shown.message),
            .text = error_text(shown, shown.message),
            .is_error = true};
  }
  const std::string message = text::ellipsize(error.message, kMessageLimit);
  return {.structured = error_json(error, message),
          .text = error_text(error, message),
          .is_error = true};
}

}  // namespace ev::mcp
