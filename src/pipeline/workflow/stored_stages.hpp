// What recent sets of the store hold about a record, so that rows a client passes back inline
// (shortened, because that is how they were shown) are completed to what the tool really made.
// Loaded at first need; nothing more once the call must end. Thread rule: one call, one thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/stage_values.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::workflow {

class StoredStages {
 public:
  StoredStages(const Services& services, const Context& ctx) : services_(services), ctx_(ctx) {}

  // The features of `item_id` whose extraction the given one is a shortened form of; none when no
  // recent set has them. Of an empty extraction the newest.
  RecordFeatures features_of(const std::string& item_id, const RecordFeatures& shown);

  // The score with this total, and the features it was computed from.
  struct Scored {
    RecordScore scores;
    RecordFeatures features;
  };
  Scored scores_of(const std::string& item_id, double total_score);

 private:
  // By item id, newest first, with the handle of the set below.
  template <class T>
  using Kept = std::map<std::string, std::vector<std::pair<std::string, T>>>;
  const Kept<std::string>& features();  // as JSON text: few of them are looked at
  const Kept<RecordScore>& scores();
  template <class Take>
  void read_sets(std::string_view stage, const Take& take);

  const Services& services_;
  const Context& ctx_;
  std::optional<Kept<std::string>> features_;
  std::optional<Kept<RecordScore>> scores_;
};

}  // namespace ev::workflow
