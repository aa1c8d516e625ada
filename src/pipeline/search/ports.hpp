// What a search needs from the floors below, borrowed for one call.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "net/client.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "store/mirror.hpp"
#include "store/result_sets.hpp"

namespace ev::search {

// What a call may be answered from. service: PubMed; without a network from its replies in the
// cache, else as `local`. local: the mirror where there is one, else the library. The others: it
// alone.
enum class Corpus { service, local, library, mirror };

struct Ports {
  const Config& config;
  const Clock& clock;
  net::Client& http;
  store::Articles& articles;
  store::LibraryIndex& library;
  const mesh::Vocabulary& vocabulary;
  store::Mirror* mirror = nullptr;
  Corpus corpus = Corpus::service;
  // This call answers from the cache and what is kept here only, whatever the configuration says.
  bool offline = false;

  bool local() const { return offline || config.offline; }
  // Whether what is kept here is the mirror.
  bool from_mirror() const {
    if (mirror == nullptr || corpus == Corpus::library) return false;
    return corpus == Corpus::mirror || mirror->exists();
  }
};

}  // namespace ev::search
