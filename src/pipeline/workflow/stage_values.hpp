// What the stages made of a record, as the next stage and the presenter take it: the features
// extracted, the score, the rank; and what a set says of itself. They come from a stage, from the
// store or from a caller's row. Their JSON, the form they are kept and shown in, is asked for by
// the store's codec and by presenters alone. Thread rule: values.
#pragma once

#include "base/json.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/model/value.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

// {"extraction": {…}, "extraction_metadata": {…}}
class RecordFeatures {
 public:
  RecordFeatures() = default;
  // Anything but an object says that nothing was extracted.
  explicit RecordFeatures(Json payload);
  explicit operator bool() const { return payload_.is_object(); }
  // How each value was found is there too, not the values alone.
  bool is_whole() const;
  model::Value::Object values() const;
  const Json& payload() const { return payload_; }  // null where there is nothing

 private:
  Json payload_;
};

// {"total_score", "score_breakdown", "percentile_rank", "scoring_metadata"}
class RecordScore {
 public:
  RecordScore() = default;
  // Anything but an object says that the record was not scored. A total in decimal words counts.
  explicit RecordScore(Json payload);
  RecordScore(std::shared_ptr<const appraise::Criteria> criteria, appraise::Score score);
  explicit operator bool() const { return score_ || payload_.is_object(); }
  bool is_whole() const;  // says what the total is made of
  std::optional<double> total() const;
  // What the total was made with, for ties; 0 when it had none.
  double relevance() const;
  Json payload() const;  // null where there is nothing
  Json summary() const;  // at least total, breakdown and percentile of it

 private:
  Json payload_;  // where the score does not come from a stage
  std::shared_ptr<const appraise::Criteria> criteria_;
  std::optional<appraise::Score> score_;
};

// {"rank", "final_score", "boosts": […]}
class RecordRank {
 public:
  RecordRank() = default;
  explicit RecordRank(Json payload);
  explicit operator bool() const { return payload_.is_object(); }
  std::optional<double> rank() const { return number("rank"); }
  std::optional<double> final_score() const { return number("final_score"); }
  const Json& payload() const { return payload_; }

 private:
  std::optional<double> number(const char* name) const;
  Json payload_;
};

// What a set keeps of the call that made it, merged over its bases: the nearest wins.
class SetMeta {
 public:
  SetMeta() = default;
  explicit SetMeta(Json kept);
  // Of a set made of what a caller brought: "inline", "pmids".
  static SetMeta of_origin(const char* origin);
  std::string query() const { return text("query"); }
  std::string search() const { return text("search"); }
  std::string as_of() const { return text("as_of"); }  // of a scoring or ranking
  Json schema() const;                                 // as it was asked for; null: none
  std::map<std::string, bool> labels() const;          // of screening, by item id
  const Json& kept() const { return kept_; }           // an object

 private:
  std::string text(const char* name) const;
  Json kept_ = Json::object();
};

}  // namespace ev::workflow
