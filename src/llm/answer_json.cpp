#include "llm/answer_json.hpp"

#include "base/text.hpp"
#include "llm/json_schema.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>

namespace ev::llm {

namespace {

constexpr std::size_t kMostObjects = 8;
constexpr int kMostStarts = 4;
constexpr auto kNone = std::string_view::npos;

// {"a": 1,} and [1, 2,]: the comma goes, outside strings only.
std::string without_trailing_commas(std::string_view text) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      out += text.substr(i++, 2);
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (c == ',' && !in_string) {
      const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
      if (next != kNone && (text[next] == '}' || text[next] == ']')) continue;
    }
    out += c;
  }
  return out;
}

std::optional<Json> parse_value(std::string_view text) {
  if (auto value = parse_json_leniently(text, "answer")) return *std::move(value);
  if (auto value = parse_json_leniently(without_trailing_commas(text), "answer")) {
    return *std::move(value);
  }
  return std::nullopt;
}

// Past the bracket that closes the one at `start`; npos when the text ends before.
std::size_t end_of_object(std::string_view text, std::size_t start) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = start; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return kNone;
}

// Without what a reasoning model thought before it answered. Templates may have written the opening
// tag into the prompt, so that only the closing one is here.
std::string_view after_thoughts(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTags = {
      {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<reasoning>", "</reasoning>"}}};
  for (const auto& [open, close] : kTags) {
    const std::size_t end = text.rfind(close);
    if (end != kNone) return text::trim(text.substr(end + close.size()));
    if (text::starts_with_ignoring_ascii_case(text, open)) return {};  // never came to an answer
  }
  return text;
}

// What stands between ```json and ```; "" without a fence.
std::string_view inside_fence(std::string_view text) {
  const std::size_t fence = text.find("```");
  if (fence == kNone) return {};
  const std::size_t line = text.find('\n', fence);
  if (line == kNone) return {};
  const std::size_t end = text.find("\n```", line);
  return text::trim(text.substr(line, end == kNone ? kNone : end - line));
}

class Search {
 public:
  std::vector<Json> run(std::string_view text) {
    text = text::trim(text);
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (take_whole(text)) return std::move(found_);
    text = after_thoughts(text);
    if (take_whole(text) || take_whole(inside_fence(text))) return std::move(found_);
    scan(text);
    return std::move(found_);
  }

 private:
  bool take_whole(std::string_view text) {
    if (text.empty() || (text.front() != '{' && text.front() != '"')) return false;
    std::optional<Json> value = parse_value(text);
    if (value && value->is_string()) value = parse_value(value->get<std::string>());
    if (!value || !value->is_object()) return false;
    found_.push_back(*std::move(value));
    return true;
  }

  void scan(std::string_view text) {
    const bool begins_as_object = !text.empty() && text.front() == '{';
    int unfinished = 0;
    std::size_t at = text.find('{');
    while (at != kNone && found_.size() < kMostObjects) {
      const std::size_t end = end_of_object(text, at);
      if (end == kNone) {
        // The parts of an answer that was cut off are not the answer.
        if (begins_as_object || ++unfinished >= kMostStarts) return;
        at = text.find('{', at + 1);
        continue;
      }
      std::optional<Json> value = parse_value(text.substr(at, end - at));
      if (value && value->is_object()) found_.push_back(*std::move(value));
      at = text.find('{', end);
    }
  }

  std::vector<Json> found_;
};

Error not_json(std::string_view text) {
  return Error{.code = Errc::llm_not_json,
               .message = text::trim(text).empty()
                              ? "the model gave an empty answer"
                              : "the model answered with something that is no JSON object",
               .recovery = "call again, use another model, or engine rules"};
}

}  // namespace

std::vector<Json> objects_in(std::string_view text) {
  return Search().run(text);
}

bool declines(std::string_view text) {
  constexpr std::array<std::string_view, 9> kOpenings = {"i'm sorry",  "i am sorry",  "sorry, ",
                                                         "i cannot",   "i can't",     "i won't",
                                                         "i'm unable", "i am unable", "as an ai"};
  std::string start = text::to_lower_ascii(text::cut_bytes(after_thoughts(text::trim(text)), 200));
  if (start.find('{') != std::string::npos) return false;
  for (std::size_t at = start.find("\u2019"); at != std::string::npos; at = start.find("\u2019")) {
    start.replace(at, std::string_view("\u2019").size(), "'");
  }
  for (const std::string_view opening : kOpenings) {
    if (start.substr(0, opening.size()) == opening) return true;
  }
  return false;
}

Result<std::string> read_answer(std::string_view text, const Json& schema) {
  const std::vector<Json> objects = objects_in(text);
  if (objects.empty() && declines(text)) {
    return Error{.code = Errc::llm_refused,
                 .message = "the model declined the task",
                 .recovery = "use another model, or engine rules"};
  }
  if (objects.empty()) return not_json(text);
  std::vector<Problem> problems;
  for (const Json& object : objects) {
    std::vector<Problem> wrong = violations(schema, object);
    if (wrong.empty()) return dump_json(object);
    if (problems.empty()) problems = std::move(wrong);
  }
  Error error{.code = Errc::llm_schema_violation,
              .message = "the model's answer does not fit the schema:",
              .path = problems.front().path,
              .recovery = "call again, use another model, or engine rules"};
  for (const Problem& problem : problems) {
    error.message +=
        "\n- " + (problem.path.empty() ? "the answer" : problem.path) + " " + problem.message;
  }
  error.problems = std::move(problems);
  return error;
}

}  // namespace ev::llm
