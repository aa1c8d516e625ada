// What a search needs from the floors below, borrowed for one call.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "net/client.hpp"
#include "store/result_sets.hpp"

namespace ev::search {

struct Ports {
  const Config& config;
  const Clock& clock;
  net::Client& http;
  store::Articles& articles;
  bool offline = false;  // this call answers from the cache only, whatever the configuration says
};

}  // namespace ev::search
