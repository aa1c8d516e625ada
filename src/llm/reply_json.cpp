#include "llm/reply_json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::llm {

namespace {

const Json* reply_member(const Json& value, const char* name) {
  if (!value.is_object()) return nullptr;
  const auto it = value.find(name);
  return it == value.end() ? nullptr : &*it;
}

}  // namespace

const Json* object_at(const Json& value, const char* name) {
  const Json* found = reply_member(value, name);
  return found != nullptr && found->is_object() ? found : nullptr;
}

const Json* array_at(const Json& value, const char* name) {
  const Json* found = reply_member(value, name);
  return found != nullptr && found->is_array() ? found : nullptr;
}

std::string text_at(const Json& value, const char* name) {
  const Json* found = reply_member(value, name);
  if (found == nullptr) return {};
  if (found->is_string()) return found->get<std::string>();
  std::string out;
  if (found->is_array()) {
    for (const Json& part : *found) out += text_at(part, "text");
  }
  return out;
}

long count_at(const Json& value, const char* name) {
  const Json* found = reply_member(value, name);
  if (found == nullptr || !found->is_number()) return 0;
  const double count = found->get<double>();
  return count > 0 && count < 1e9 ? static_cast<long>(count) : 0;
}

std::vector<float> vector_of(const Json& value) {
  std::vector<float> out;
  if (!value.is_array()) return out;
  out.reserve(value.size());
  for (const Json& number : value) {
    const float component = number.is_number() ? number.get<float>() : NAN;
    if (!std::isfinite(component)) return {};
    out.push_back(component);
  }
  return out;
}

Reply failed_reply(const Failure& failure, const ModelEndpoint& endpoint) {
  return {.error = to_error(failure, endpoint), .objection = failure.objection};
}

Error refused(const ModelEndpoint& endpoint) {
  return to_error(Failure{.code = Errc::llm_refused, .what = "the model declined the task"},
                  endpoint);
}

Error context_overflow(const ModelEndpoint& endpoint, std::string_view what) {
  return to_error(Failure{.code = Errc::llm_context_overflow, .what = std::string(what)}, endpoint);
}

std::string wrong_count(std::size_t asked, std::size_t got) {
  return std::to_string(got) + " usable vectors for " + std::to_string(asked) + " texts";
}

}  // namespace ev::llm
