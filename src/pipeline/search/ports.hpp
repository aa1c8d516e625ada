// What a search needs from the floors below, borrowed for one call.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "net/client.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "store/result_sets.hpp"

namespace ev::search {

struct Ports {
  const Config& config;
  const Clock& clock;
  net::Client& http;
  store::Articles& articles;
  store::LibraryIndex& library;
  const mesh::Vocabulary& vocabulary;
  // This call answers from the cache and the local library only, whatever the configuration says.
  bool offline = false;

  bool local() const { return offline || config.offline; }
};

}  // namespace ev::search
