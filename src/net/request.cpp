#include "net/request.hpp"

namespace ev::net {

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::transient:
      return "transient";
    case Verdict::rate:
      return "rate";
    case Verdict::blocked:
      return "blocked";
    case Verdict::budget:
      return "budget";
    case Verdict::expired:
      return "expired";
    case Verdict::permanent:
      return "permanent";
  }
  return "permanent";
}

std::string HttpResponse::header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers) {
    if (name == lower_case_name) return value;
  }
  return {};
}

}  // namespace ev::net
