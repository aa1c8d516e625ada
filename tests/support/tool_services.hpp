// Services for tests of tools without network: a store in memory, a clock that stands still, a
// client that answers only from its (empty) cache.
#pragma once

#include "base/config.hpp"
#include "llm/none_gateway.hpp"
#include "net/client.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "store/store.hpp"
#include "support/fake_clock.hpp"
#include "tools/services.hpp"

namespace ev::test {

struct ToolServices {
  // `model` answers the tools' tasks, if there is one; it must outlive this.
  explicit ToolServices(llm::Gateway* model = nullptr) : llm(model ? *model : no_model) {}

  FakeClock clock;
  Config config{};
  store::Store store{":memory:", clock};
  net::Client http{{.clock = &clock, .make_engine = [] { return nullptr; }, .offline = true}};
  llm::NoneGateway no_model;
  llm::Gateway& llm;
  tools::Services services{
      config,          clock,      http,          store.result_sets, store.articles,
      store.documents, store.runs, store.library, mesh::built_in(),  llm};
  Context ctx{.clock = &clock, .tag = "test"};
};

}  // namespace ev::test
