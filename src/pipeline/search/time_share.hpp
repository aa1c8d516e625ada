// How the time of a call is shared by services that are asked one after the other: one that hangs
// must not take what the others, and the answer, need. Pure.
#pragma once

#include "pipeline/search/ports.hpp"

#include <algorithm>
#include <chrono>

namespace ev::search {

// All but the time that another service needs (15 s), and at least half of what is left.
inline Context leaving_time(const Ports& ports, const Context& ctx) {
  constexpr Nanos kForAnother = std::chrono::seconds(15);
  Context limited = ctx;
  if (ctx.deadline == TimePoint::max()) return limited;
  const Nanos left = ctx.deadline - ports.clock.now();
  limited.deadline -= std::min(kForAnother, left / 2);
  return limited;
}

}  // namespace ev::search
