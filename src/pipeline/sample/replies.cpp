#include "pipeline/sample/replies.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdlib>

namespace ev::sample {

namespace {

void gather_texts(const Json& value, std::string_view path, std::vector<std::string>& out) {
  if (value.is_array()) {
    for (const Json& item : value) gather_texts(item, path, out);
    return;
  }
  if (path.empty()) {
    if (value.is_string()) {
      out.push_back(value.get<std::string>());
    } else if (value.is_number() || value.is_boolean()) {
      out.push_back(dump_json(value));
    }
    return;
  }
  if (!value.is_object()) return;
  const std::size_t dot = path.find('.');
  const auto it = value.find(std::string(path.substr(0, dot)));
  if (it == value.end()) return;
  gather_texts(*it, dot == std::string_view::npos ? "" : path.substr(dot + 1), out);
}

bool is_number_text(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

net::HttpResponse reply(int status, const char* type, std::string body) {
  net::HttpResponse out;
  out.status = status;
  out.headers = {{"content-type", type}};
  out.body = std::move(body);
  return out;
}

net::HttpResponse json_reply(const Json& value, int status) {
  return reply(status, "application/json; charset=UTF-8", dump_json(value));
}

net::HttpResponse text_reply(int status, std::string text) {
  return reply(status, "text/plain; charset=utf-8", std::move(text));
}

std::vector<std::string> texts_at(const Json& record, std::string_view path) {
  std::vector<std::string> out;
  gather_texts(record, path, out);
  return out;
}

std::string text_at(const Json& record, std::string_view path) {
  std::vector<std::string> all = texts_at(record, path);
  return all.empty() ? std::string() : std::move(all.front());
}

bool in_range(std::string_view value, std::string_view low, std::string_view high) {
  if (value.empty()) return false;
  const bool open_low = low.empty() || low == "*" || low == "MIN";
  const bool open_high = high.empty() || high == "*" || high == "MAX";
  if (is_number_text(value) && value.size() != 4) {
    const long n = std::atol(std::string(value).c_str());
    return (open_low || n >= std::atol(std::string(low).c_str())) &&
           (open_high || n <= std::atol(std::string(high).c_str()));
  }
  // A bound is as precise as it is written: all of 2020 lies up to "2020".
  return (open_low || value.substr(0, low.size()) >= low) &&
         (open_high || value.substr(0, high.size()) <= high);
}

std::string page_token(std::string_view mark, long offset) {
  return std::string(mark) + std::to_string(offset) + "+/==";
}

long offset_of(std::string_view mark, std::string_view token) {
  if (token.substr(0, mark.size()) != mark || !token.ends_with("+/==")) return -1;
  token.remove_prefix(mark.size());
  token.remove_suffix(4);
  long offset = -1;
  const auto [end, failed] = std::from_chars(token.data(), token.data() + token.size(), offset);
  return failed == std::errc{} && end == token.data() + token.size() ? offset : -1;
}

}  // namespace ev::sample
