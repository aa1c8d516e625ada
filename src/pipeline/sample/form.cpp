#include "pipeline/sample/form.hpp"

#include "base/text.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <vector>

namespace ev::sample {

namespace {

// '+' is a space in a form.
std::string form_decoded(std::string_view s) {
  std::string spaced(s);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return net::percent_decode(spaced);
}

void read_pairs(std::string_view encoded, std::map<std::string, std::string>& into) {
  std::map<std::string, std::string> read;
  for (const std::string& pair : text::split(encoded, '&')) {
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string name = form_decoded(std::string_view(pair).substr(0, equals));
    const std::string value =
        equals == std::string::npos ? "" : form_decoded(std::string_view(pair).substr(equals + 1));
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

Form read_form(const net::WireRequest& request) {
  Form form;
  std::string_view url = request.url;
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  const std::size_t slash = url.find('/');
  form.host = url.substr(0, slash);
  url.remove_prefix(slash == std::string_view::npos ? url.size() : slash);
  const std::size_t question = url.find('?');
  form.path = form_decoded(url.substr(0, question));
  if (question != std::string_view::npos) read_pairs(url.substr(question + 1), form.params);
  if (!request.body.empty() && request.body.front() != '{') read_pairs(request.body, form.params);
  return form;
}

}  // namespace ev::sample
