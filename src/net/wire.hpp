// From a plan to what is sent: query or form, etiquette and key parameters, the label without
// secrets. Pure functions.
#pragma once

#include "base/result.hpp"
#include "net/engine.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::net {

// invalid_argument when the address is neither https nor on this machine. The timeout is left at 0.
Result<WireRequest> make_wire(const RequestPlan& plan, std::string_view user_agent);

// Values that must never be shown: secret parameters and headers, the policy's key.
std::vector<std::string> secrets_of(const RequestPlan& plan);

}  // namespace ev::net
