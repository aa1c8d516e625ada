#include "base/result.hpp"

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
    case Errc::cancelled:
      return "cancelled";
    case Errc::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace ev
