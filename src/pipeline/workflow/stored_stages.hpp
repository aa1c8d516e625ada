// What recent sets of the store hold about a record, so that rows a client passes back inline
// (shortened, because that is how they were shown) are completed to what the tool really made.
// Loaded at first need; nothing more once the call must end. Thread rule: one call, one thread.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "pipeline/workflow/services.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

class StoredStages {
 public:
  StoredStages(const Services& services, const Context& ctx) : services_(services), ctx_(ctx) {}

  // The "features" payload of `item_id` whose extraction the given one is a shortened form of; null
  // when no recent set has one. With an empty `extraction` the newest payload.
  Json features_of(const std::string& item_id, const Json& extraction);

  // The "scored" payload with this total score, and the features it was computed from.
  struct Scored {
    Json scores;
    Json features;
  };
  Scored scores_of(const std::string& item_id, double total_score);

 private:
  struct Stage {
    bool loaded = false;
    // Newest first, per item.
    std::map<std::string, std::vector<std::pair<std::string, std::string>>>
        payloads;  // (base, JSON text)
  };
  Stage& stage(const char* name);

  const Services& services_;
  const Context& ctx_;
  std::map<std::string, Stage> stages_;
};

}  // namespace ev::workflow
