// What is kept of an endpoint, in the HTTP cache's store under keys of our own: accepted
// completions by content (task_key), vectors by text, and how the endpoint takes requests. Nothing
// unaccepted gets in, and what comes out is checked again. Keys are hashes; an API key is no part
// of them. Thread rule: any thread.
#pragma once

#include "base/clock.hpp"
#include "llm/api.hpp"
#include "llm/gateway.hpp"
#include "net/cache.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

class AnswerCache {
 public:
  // `store` may be null: then nothing is kept. Offline, what is kept never gets too old.
  AnswerCache(net::CacheStore* store, const Clock& clock, std::string_view api,
              const ModelEndpoint& endpoint, bool offline);

  // JSON text and the rung it came by.
  struct Answer {
    std::string json;
    Rung rung = Rung::json_schema;
    bool repaired = false;
  };
  std::optional<Answer> answer(const Task& task) const;
  void keep(const Task& task, const Answer& answer) const;

  std::optional<Mode> mode() const;
  void keep(const Mode& mode) const;

  std::optional<std::vector<float>> vector(std::string_view text) const;
  void keep(std::string_view text, const std::vector<float>& vector) const;

  // Of the endpoint's vectors; 0 = not known.
  std::size_t dimension() const;
  void keep_dimension(std::size_t dimension) const;

 private:
  std::string key(std::string_view kind, std::string_view content) const;
  std::optional<std::string> get(const std::string& key, std::chrono::seconds life) const;
  void put(const std::string& key, std::string body) const;

  net::CacheStore* store_;
  const Clock& clock_;
  std::string identity_;
  std::string model_;
  bool offline_;
};

}  // namespace ev::llm
