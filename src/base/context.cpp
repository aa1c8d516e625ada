#include "base/context.hpp"

namespace ev {

Result<void> Context::check() const {
  if (stop.stop_requested()) return Error{.code = Errc::cancelled, .message = "cancelled"};
  if (clock != nullptr && clock->now() >= deadline) {
    return Error{.code = Errc::timeout,
                 .message = "the call reached its deadline",
                 .recovery = "ask for fewer records, or call again: finished requests are cached"};
  }
  return {};
}

}  // namespace ev
