#include "pipeline/sample/form.hpp"

#include "base/text.hpp"

#include <vector>

namespace ev::sample {

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void read_pairs(std::string_view encoded, std::map<std::string, std::string>& into) {
  std::map<std::string, std::string> read;
  for (const std::string& pair : text::split(encoded, '&')) {
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string name = percent_decode(std::string_view(pair).substr(0, equals));
    const std::string value = equals == std::string::npos
                                  ? ""
                                  : percent_decode(std::string_view(pair).substr(equals + 1));
    std::string& slot = read[name];
    slot += (slot.empty() ? "" : ",") + value;  // id may repeat
  }
  for (auto& [name, value] : read) into.insert_or_assign(name, std::move(value));
}

}  // namespace

const std::string& Form::get(const std::string& name) const {
  static const std::string kNone;
  const auto it = params.find(name);
  return it == params.end() ? kNone : it->second;
}

long Form::number(const std::string& name, long otherwise) const {
  const std::string& value = get(name);
  if (value.empty() || value.size() > 9 ||
      value.find_first_not_of("0123456789") != std::string::npos) {
    return otherwise;
  }
  return std::stol(value);
}

std::string percent_decode(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '%' && i + 2 < s.size() && hex_value(s[i + 1]) >= 0 && hex_value(s[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(s[i + 1]) * 16 + hex_value(s[i + 2]));
      i += 2;
    } else {
      out += s[i] == '+' ? ' ' : s[i];
    }
  }
  return out;
}

Form read_form(const net::WireRequest& request) {
  Form form;
  std::string_view url = request.url;
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  const std::size_t slash = url.find('/');
  form.host = url.substr(0, slash);
  url.remove_prefix(slash == std::string_view::npos ? url.size() : slash);
  const std::size_t question = url.find('?');
  form.path = percent_decode(url.substr(0, question));
  if (question != std::string_view::npos) read_pairs(url.substr(question + 1), form.params);
  if (!request.body.empty() && request.body.front() != '{') read_pairs(request.body, form.params);
  return form;
}

}  // namespace ev::sample
