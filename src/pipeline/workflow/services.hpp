// What tools may use, wired once in app/wire.cpp. References only; everything outlives the tools.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "llm/gateway.hpp"
#include "net/client.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/search/ports.hpp"
#include "store/mirror.hpp"
#include "store/result_sets.hpp"
#include "store/runs.hpp"

namespace ev::workflow {

struct Services {
  const Config& config;
  const Clock& clock;
  net::Client& http;
  store::ResultSets& result_sets;
  store::Articles& articles;
  store::Documents& documents;
  store::Runs& runs;
  store::LibraryIndex& library;
  const mesh::Vocabulary& vocabulary;  // imported MeSH over the built-in one
  llm::Gateway& llm;                   // says so when no endpoint is configured
  store::Mirror* mirror = nullptr;     // null: this program has none; it may also be empty
  search::Ports ports() const {
    return {config, clock, http, articles, library, vocabulary, mirror};
  }
};

}  // namespace ev::workflow
