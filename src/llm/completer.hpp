// Tasks to one endpoint: cache, ladder, requests in waves, checking, one repair turn, budget.
// A task is asked at most three times: in a batch, alone when the batch did not answer it, and once
// more with the validator's complaint. What an endpoint turns out to accept is remembered here and
// in the cache. Thread rule: any worker thread.
#pragma once

#include "base/guarded.hpp"
#include "llm/answer_cache.hpp"
#include "llm/api.hpp"
#include "llm/gateway.hpp"
#include "net/client.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ev::llm {

class Completer {
 public:
  // `api`, `http` and `clock` are borrowed.
  Completer(const Api& api, ModelEndpoint endpoint, AnswerCache cache, net::Client& http,
            const Clock& clock);

  std::vector<Result<Completion>> complete(std::span<const Task> tasks, const Context& ctx,
                                           Run& run);
  const ModelEndpoint& endpoint() const { return endpoint_; }

 private:
  class Session;  // one complete()
  std::optional<Mode> known_mode();
  void remember(const Mode& mode);

  const Api& api_;
  ModelEndpoint endpoint_;
  AnswerCache cache_;
  net::Client& http_;
  const Clock& clock_;
  Guarded<std::optional<Mode>> known_;
};

}  // namespace ev::llm
